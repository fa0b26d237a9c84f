extension PaletteMethod {
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
