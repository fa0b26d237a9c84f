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
}
