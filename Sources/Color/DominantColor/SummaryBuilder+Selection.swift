extension SummaryBuilder {
  /// The kernel that counts.
  public var kernel: any Kernel<Method> { counting.kernel }

  /// Makes a builder without pixels.
  ///
  /// - Parameters:
  ///   - method: the method that the summary is for.
  ///   - options: how finely to count, and which pixels count.
  ///   - pixelCount: how many pixels will come; decides which kernel is fastest, and nothing else.
  ///     `nil` if unknown.
  ///   - selection: which kernel counts; it decides speed, never the summary.
  public convenience init(
    _ method: Method.Type, options: PaletteOptions = PaletteOptions(), pixelCount: Int? = nil,
    selection: KernelSelection = .automatic
  ) {
    let (kernel, threads) = selection.kernel(
      for: method, pixels: pixelCount ?? KernelSelection.unknownPixelCount, options)
    self.init(Self.held(kernel), threads: threads, options: options)
  }

  private static func held(_ kernel: some Kernel<Method>) -> HeldKernel<Method> {
    HeldKernel(kernel)
  }
}
