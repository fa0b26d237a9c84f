extension PaletteBuilder {
  /// Makes a builder without pixels.
  ///
  /// - Parameters:
  ///   - method: the question to answer.
  ///   - options: how many colours, and which pixels count.
  ///   - pixelCount: how many pixels will come; decides which kernel is fastest, and nothing else.
  ///     `nil` if unknown.
  ///   - selection: which kernel counts; it decides speed, never the answer.
  public convenience init(
    method: PaletteMethod = .distinct, options: PaletteOptions = PaletteOptions(),
    pixelCount: Int? = nil, selection: KernelSelection = .automatic
  ) {
    let choice = selection.choice(
      for: method, pixels: pixelCount ?? KernelSelection.unknownPixelCount,
      precision: options.precision)
    self.init(
      method, options, Self.count(choice.kernel, threads: choice.threads, options))
  }
}
