/// The kernels there are.
public enum KernelCatalog {
  /// Method `histogram`, vectorised, on several threads.
  public static let tiles = cells(
    HistogramMethod.self, "tiles", isConcurrent: true,
    "bands counted by simd on all threads at once"
  ) { $2.windowPalette(of: $0, $1, threads: $3) }
  /// Method `histogram`, vectorised: see `RunHistogram`.
  public static let simd = cells(
    HistogramMethod.self, "simd", isConcurrent: false,
    "runs of equal cells found and summed in vectors"
  ) { $2.windowPalette(of: $0, $1, threads: $3) }
  /// Method `histogram`, the reference.
  public static let histogram = ReferenceKernel<HistogramMethod>(
    "histogram", about: "scalar loop over pixels; the reference")

  /// Method `kmeans`, counted as by ``tiles``.
  public static let kmeansTiles = cells(
    KMeansMethod.self, "kmeans-tiles", isConcurrent: true,
    "clusters in OKLab over a fine histogram counted by tiles")
  /// Method `kmeans`, counted as by ``simd``.
  public static let kmeans = cells(
    KMeansMethod.self, "kmeans", isConcurrent: false,
    "clusters in OKLab over a fine histogram counted by simd")
  /// Method `kmeans`, the reference.
  public static let kmeansScalar = ReferenceKernel<KMeansReferenceMethod>(
    "kmeans-scalar", about: "scalar loops over pixels and cells; the reference")

  /// Method `hue`, vectorised, on several threads.
  public static let hueTiles = hues(
    "hue-tiles", isConcurrent: true, "bands counted by hue-simd on all threads at once")
  /// Method `hue`, vectorised: see `HuePass`.
  public static let hueSIMD = hues(
    "hue-simd", isConcurrent: false, "hues and saturations found in vectors")
  /// Method `hue`, the reference.
  public static let hue = ReferenceKernel<HueMethod>(
    "hue", about: "scalar loop over hues; the reference")

  /// Method `distinct`, counted as by ``tiles``.
  public static let distinctTiles = placed(
    "distinct-tiles", isConcurrent: true,
    "distinct colours of a fine histogram counted by tiles, with pixels that lie alone")
  /// Method `distinct`, counted as by ``simd``.
  public static let distinctSIMD = placed(
    "distinct-simd", isConcurrent: false,
    "distinct colours of a fine histogram counted by simd, with pixels that lie alone")
  /// Method `distinct`, the reference.
  public static let distinct = ReferenceKernel<DistinctMethod>(
    "distinct", about: "scalar loop over cells; the reference")

  /// Pixels under which concurrent kernels run on the calling thread: starting threads would cost
  /// more than it saves.
  public static var smallestConcurrentImage: Int { BandScheduler.smallestConcurrentView }

  private static func cells<Method: SummaryMethod>(
    _ method: Method.Type, _ id: String, isConcurrent: Bool, _ about: String,
    quickPalette: TableKernel<Method>.QuickPalette? = nil
  ) -> TableKernel<Method> where Method.Summary == ColorHistogram {
    TableKernel(
      id, isConcurrent: isConcurrent, about: about,
      tables: { $0.cellTables($1.precision) },
      bytesPerThread: {
        CellTable.bytes(Method.emptySummary(PaletteOptions(precision: $0)).precision)
      },
      quickPalette: quickPalette)
  }

  // Code for browsers is kept small, and goes by summaries there.
  #if hasFeature(Embedded)
    private static var quickDistinct: TableKernel<DistinctMethod>.QuickPalette? { nil }
    private static var quickHues: TableKernel<HueMethod>.QuickPalette? { nil }
    private static var endedDistinct: TableKernel<DistinctMethod>.EndedPalette? { nil }
  #else
    private static var quickDistinct: TableKernel<DistinctMethod>.QuickPalette? {
      { $2.quickDistinctPalette(of: $0, $1, threads: $3) }
    }
    private static var quickHues: TableKernel<HueMethod>.QuickPalette? {
      { $2.quickHuePalette(of: $0, $1, threads: $3) }
    }
    private static var endedDistinct: TableKernel<DistinctMethod>.EndedPalette? {
      { $2.endedDistinctPalette(&$0, $1) }
    }
  #endif

  private static func placed(
    _ id: String, isConcurrent: Bool, _ about: String
  ) -> TableKernel<DistinctMethod> {
    TableKernel(
      id, isConcurrent: isConcurrent, about: about,
      tables: { workspace, _ in workspace.placedTables },
      bytesPerThread: { _ in PlacedTable.bytes },
      quickPalette: quickDistinct, endedPalette: endedDistinct)
  }

  private static func hues(
    _ id: String, isConcurrent: Bool, _ about: String
  ) -> TableKernel<HueMethod> {
    TableKernel(
      id, isConcurrent: isConcurrent, about: about, tables: { $0.hueTables($1.scale) },
      bytesPerThread: { _ in HueTable.bytes(HueScale()) }, quickPalette: quickHues)
  }
}

#if !hasFeature(Embedded)
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

    /// The fastest kernel of a method, at every size: on several threads, or on one.
    package static func fastest(for method: PaletteMethod, isConcurrent: Bool) -> any Kernel {
      switch method {
      case .histogram: isConcurrent ? tiles : simd
      case .kmeans: isConcurrent ? kmeansTiles : kmeans
      case .hue: isConcurrent ? hueTiles : hueSIMD
      case .distinct: isConcurrent ? distinctTiles : distinctSIMD
      }
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
#endif
