extension KernelCatalog {
  /// Every kernel: those of a method together, best first, its scalar reference last.
  public static let all: [any Kernel] = [
    tiles, simd, histogram, kmeansTiles, kmeans, kmeansScalar, hueTiles, hueSIMD, hue,
    distinctTiles, distinctSIMD, distinct,
  ]

  /// The kernel of a name; `nil` when there is none.
  public static func kernel(named id: String) -> (any Kernel)? {
    all.first { $0.id == id }
  }

  /// The kernels of a method, best first, reference last.
  public static func kernels(for method: PaletteMethod) -> [any Kernel] {
    all.filter { $0.method == method }
  }

  /// The scalar kernel of a method, which is its specification.
  public static func reference(for method: PaletteMethod) -> any Kernel {
    switch method {
    case .histogram: histogram
    case .kmeans: kmeansScalar
    case .hue: hue
    case .distinct: distinct
    }
  }
}
