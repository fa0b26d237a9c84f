package import Pixels

// What is left to choose where there is one thread: the vector kernel of the method.

extension PaletteMethod {
  /// The palette of a whole picture, counted on the calling thread by the method's vector kernel.
  package func palette(
    of view: PixelView, _ options: PaletteOptions, _ workspace: Workspace
  ) -> Palette {
    switch self {
    case .histogram: KernelCatalog.simd.palette(of: view, options: options, workspace: workspace)
    case .kmeans: KernelCatalog.kmeans.palette(of: view, options: options, workspace: workspace)
    case .hue: KernelCatalog.hueSIMD.palette(of: view, options: options, workspace: workspace)
    case .distinct:
      KernelCatalog.distinctSIMD.palette(of: view, options: options, workspace: workspace)
    }
  }

  /// A builder that counts on the calling thread with the method's vector kernel.
  package func builder(_ options: PaletteOptions) -> PaletteBuilder {
    let count =
      switch self {
      case .histogram: PaletteBuilder.count(KernelCatalog.simd, threads: 1, options)
      case .kmeans: PaletteBuilder.count(KernelCatalog.kmeans, threads: 1, options)
      case .hue: PaletteBuilder.count(KernelCatalog.hueSIMD, threads: 1, options)
      case .distinct: PaletteBuilder.count(KernelCatalog.distinctSIMD, threads: 1, options)
      }
    return PaletteBuilder(self, options, count)
  }

  /// A builder of a histogram of the method, or of one of colours for method `kmeans`.
  package func histogramBuilder(_ options: PaletteOptions) -> PaletteHistogramBuilder {
    func counted<Method>(_ kernel: some Kernel<Method>) -> SummaryBuilder<Method> {
      SummaryBuilder(HeldKernel(kernel), threads: 1, options: options)
    }
    return switch self {
    case .hue: PaletteHistogramBuilder(.hues(counted(KernelCatalog.hueSIMD)))
    case .distinct: PaletteHistogramBuilder(.places(counted(KernelCatalog.distinctSIMD)))
    case .histogram, .kmeans: PaletteHistogramBuilder(.colors(counted(KernelCatalog.simd)))
    }
  }
}

extension PlacedPaletteBuilder {
  /// A builder for all palettes that counts on the calling thread with the vector kernel.
  package convenience init(onOneThread visibility: VisibilityRule) {
    self.init(
      SummaryBuilder(
        HeldKernel(KernelCatalog.distinctSIMD), threads: 1,
        options: PaletteOptions(visibility: visibility)), hasMeans: true)
  }
}

extension BackgroundFinder {
  /// A finder that counts on the calling thread with the vector kernel.
  package convenience init(onOneThread width: Int, _ height: Int, minimumAlpha: UInt8) {
    self.init(
      width: width, height: height, minimumAlpha: minimumAlpha,
      SummaryBuilder(
        HeldKernel(KernelCatalog.simd), threads: 1,
        options: Self.options(minimumAlpha: minimumAlpha)))
  }
}

extension PaletteHistogram {
  /// The degree in the middle of the hues that people see as a picture's colour, of a histogram of hues;
  /// `nil` where there is none.
  package func vividCenter(tolerance: Int) -> Int? {
    guard case .hues(let hues) = cells else { return nil }
    return hues.mostVividRange(tolerance: tolerance)?.center
  }
}
