internal import Dispatch
internal import Pixels
internal import Synchronization

/// Reusable scratch memory for kernels, and the instruction set and threads to run with.
///
/// A workspace serves one call at a time; give each thread its own. After a call of a histogram or
/// k-means kernel ``histogram(_:)`` still holds what was counted.
///
/// Memory: under 0.6 MB a thread with either precision, and the histogram itself
/// (0.13 or 1 MB) once; taken at first use and kept.
public final class Workspace {
  /// The instruction set that vectorised kernels run with.
  public let instructionSet: InstructionSet
  /// The most threads that concurrent kernels use, 1 or more.
  public internal(set) var threads: Int

  private var tables: [HistogramPrecision: [CellTable]] = [:]
  private var histograms: [HistogramPrecision: ColorHistogram] = [:]
  private var searches: [HistogramPrecision: WindowSearch] = [:]
  private lazy var clusterer = KMeansClusterer(instructionSet: instructionSet)
  private var colors: [ExactColors] = []
  private var hues = HueHistogram(HueScale())
  private var samples: [HistogramPrecision: (table: SampleTable, counts: WindowCounts)] = [:]

  /// Makes a workspace.
  ///
  /// - Parameters:
  ///   - instructionSet: one that the machine can run; the best one by default.
  ///   - threads: 1 or more.
  public init(instructionSet: InstructionSet = .best, threads: Int = 1) {
    precondition(instructionSet.isAvailable, "this machine cannot run \(instructionSet)")
    precondition(threads >= 1, "a workspace has at least one thread")
    self.instructionSet = instructionSet
    self.threads = threads
  }

  /// What the last histogram or k-means call with a precision counted; empty before the first.
  public func histogram(_ precision: HistogramPrecision) -> ColorHistogram {
    histograms[precision] ?? ColorHistogram(precision)
  }

  /// What the last call of a hue kernel with a scale counted; empty before the first.
  public func hueHistogram(_ scale: HueScale) -> HueHistogram {
    hues.scale == scale ? hues : HueHistogram(scale)
  }
}

extension Workspace {
  /// Counts afresh with a body that adds to the emptied histogram.
  func count(_ precision: HistogramPrecision, _ body: (inout ColorHistogram) -> Void) {
    histograms[precision, default: ColorHistogram(precision)].removeAll()
    body(&histograms[precision, default: ColorHistogram(precision)])
  }

  /// Counts afresh with the vector kernel, on the calling thread.
  func countVectorised(
    _ view: PixelView, _ precision: HistogramPrecision, rule: VisibilityRule
  ) {
    let table = cellTables(precision, count: 1)[0]
    count(precision) { histogram in
      table.add(view, rule: rule, to: &histogram, instructionSet: instructionSet)
    }
  }

  /// Counts afresh with the vector kernel, on all threads when the image is worth it.
  func countTiled(
    _ view: PixelView, _ precision: HistogramPrecision, rule: VisibilityRule
  ) {
    let workers = min(threads, view.pixelCount / (TiledHistogramKernel.smallestConcurrentImage / 2))
    guard workers > 1 else {
      countVectorised(view, precision, rule: rule)
      return
    }
    let tables = cellTables(precision, count: workers)
    let instructionSet = instructionSet
    count(precision) { histogram in
      // No table can overflow when all of them together see at most what one holds.
      let parts = PixelBands(view, pixels: CellTable.capacity)
      for part in 0..<parts.count {
        let part = parts[part]
        let share = max(part.pixelCount / (4 * workers), 1 << 16)
        let bands = PixelBands(part, pixels: min(share, Self.pixelsPerBand))
        let next = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: workers) { worker in
          while true {
            let band = next.wrappingAdd(1, ordering: .relaxed).oldValue
            guard band < bands.count else { return }
            tables[worker].count(bands[band], rule: rule, instructionSet: instructionSet)
          }
        }
        for table in tables.prefix(workers) {
          table.empty(into: &histogram)
        }
      }
    }
  }

  /// Pixels a thread counts at a time at most: 4 MB, small enough to share out evenly at the end, large
  /// enough that adding up the kernel's tables after each costs little.
  private static var pixelsPerBand: Int { 1 << 20 }

  /// The colours of a view and their pixels, counted on all threads when the image is worth it.
  private func countColors(
    _ view: PixelView, rule: VisibilityRule, threads: Int
  ) -> ExactColors {
    let workers = max(
      min(threads, view.pixelCount / (TiledHistogramKernel.smallestConcurrentImage / 2)), 1)
    while colors.count < workers { colors.append(ExactColors()) }
    let colors = colors
    for counted in colors.prefix(workers) { counted.removeAll() }
    guard workers > 1 else {
      colors[0].add(view, rule: rule)
      return colors[0]
    }
    let bands = PixelBands(view, pixels: Self.pixelsPerBand)
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: workers) { worker in
      while true {
        let band = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard band < bands.count else { return }
        colors[worker].add(bands[band], rule: rule)
      }
    }
    for other in colors[1..<workers] { colors[0].merge(other) }
    return colors[0]
  }

  private func cellTables(_ precision: HistogramPrecision, count: Int) -> [CellTable] {
    while tables[precision, default: []].count < count {
      tables[precision, default: []].append(CellTable(precision))
    }
    return tables[precision, default: []]
  }

  /// The palette of method `histogram` from what was counted last.
  func windowPalette(_ options: PaletteOptions) -> Palette {
    let precision = options.precision
    let histogram = histogram(precision)
    let swatches = searches[precision, default: WindowSearch(precision)]
      .swatches(of: histogram, limit: options.count(for: .histogram))
    return Palette(method: .histogram, swatches: swatches, tally: histogram.tally)
  }

  /// The palette of method `kmeans` from what was counted last, which are the pixels of `view`.
  func clusterPalette(
    _ view: PixelView, _ options: PaletteOptions, threads: Int
  ) -> Palette {
    let histogram = histogram(.fine)
    let swatches = clusterer.swatches(of: histogram, count: options.count(for: .kmeans)) {
      countColors(view, rule: options.visibility, threads: threads)
    }
    return Palette(method: .kmeans, swatches: swatches, tally: histogram.tally)
  }

  /// Counts hues afresh with a body that adds to the emptied histogram.
  func countHues(_ scale: HueScale, _ body: (inout HueHistogram) -> Void) {
    if hues.scale == scale { hues.removeAll() } else { hues = HueHistogram(scale) }
    body(&hues)
  }

  /// Lends the scratch memory of a sampled call; the body may count in full meanwhile.
  func withSample<Result>(
    _ precision: HistogramPrecision, _ body: (inout SampleTable, inout WindowCounts) -> Result
  ) -> Result {
    var sample =
      samples.removeValue(forKey: precision)
      ?? (SampleTable(precision), WindowCounts(precision))
    defer { samples[precision] = sample }
    return body(&sample.table, &sample.counts)
  }
}
