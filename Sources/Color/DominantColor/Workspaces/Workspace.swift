internal import Pixels
internal import SIMDBodies

/// Reusable scratch memory for kernels and methods, and the instruction set and threads to run
/// with.
///
/// A workspace serves one call at a time; give each thread its own.
///
/// Memory: 0.6 MB a thread, or 1.1 MB with fine precision, of which pages that no colour needs are
/// never touched, and the histogram itself (0.13 or 1 MB) once; taken at first use and kept.
public final class Workspace {
  /// The instruction set that vectorised kernels run with.
  public let instructionSet: InstructionSet
  /// The most threads that concurrent kernels use, 1 or more.
  public package(set) var threads: Int

  /// The vector code of the instruction set.
  let code: VectorCode
  private var tables = ByPrecision<ThreadTables<CellTable>>()
  private var histograms = ByPrecision<ColorHistogram>()
  private var placedColors: PlacedColors?
  let placedTables = ThreadTables { PlacedTable() }
  private var searches = ByPrecision<WindowSearch>()
  private var quickSearches = ByPrecision<QuickWindowSearch>()
  private(set) lazy var clusterer = KMeansClusterer(code: code)
  let distinctCells = DistinctCells()
  private var colors: [ExactColors] = []
  private var hues = HueHistogram(HueScale())
  private var hueTables: (scale: HueScale, tables: ThreadTables<HueTable>)?
  /// The bins that hold pixels while a palette of hues is made.
  var filledHues: [FilledHue] = []

  /// Makes a workspace.
  ///
  /// - Parameters:
  ///   - instructionSet: one that the machine can run; the best one by default.
  ///   - threads: 1 or more.
  public init(instructionSet: InstructionSet = .best, threads: Int = 1) {
    precondition(instructionSet.isAvailable, "this machine cannot run \(instructionSet)")
    precondition(threads >= 1, "a workspace has at least one thread")
    self.instructionSet = instructionSet
    code = instructionSet.code
    self.threads = threads
  }
}

extension Workspace {
  /// Calls a body with the histogram of a precision, empty; the body may use the rest of the workspace.
  func withHistogram<Result>(
    _ precision: HistogramPrecision, _ body: (inout ColorHistogram) -> Result
  ) -> Result {
    var histogram = histograms.take(precision) ?? ColorHistogram(precision)
    defer { histograms[precision] = histogram }
    histogram.removeAll()
    return body(&histogram)
  }

  /// Calls a body with the summary of method `distinct`, empty; the body may use the rest of the workspace.
  func withPlacedColors<Result>(_ body: (inout PlacedColors) -> Result) -> Result {
    var placed = placedColors ?? PlacedColors()
    // Its only owner is the one who changes it: with two, the first change would copy all cells.
    placedColors = nil
    defer { placedColors = placed }
    placed.removeAll()
    return body(&placed)
  }

  /// Calls a body with the histogram of hues of a scale, empty; the body may use the rest of the workspace.
  func withHues<Result>(
    _ scale: HueScale, _ body: (inout HueHistogram) -> Result
  ) -> Result {
    var lent = HueHistogram(placeholder: scale)
    swap(&lent, &hues)
    defer { swap(&lent, &hues) }
    if lent.scale == scale { lent.removeAll() } else { lent = HueHistogram(scale) }
    return body(&lent)
  }

  /// The threads' tables of colour cells.
  func cellTables(_ precision: HistogramPrecision) -> ThreadTables<CellTable> {
    tables.found(precision) { ThreadTables { CellTable(precision) } }
  }

  /// The threads' tables of hues; those of one scale are kept.
  func hueTables(_ scale: HueScale) -> ThreadTables<HueTable> {
    if let hueTables, hueTables.scale == scale { return hueTables.tables }
    let made = ThreadTables { HueTable(scale) }
    hueTables = (scale, made)
    return made
  }

  /// The colours of a view and their pixels, counted on several threads where that pays.
  func countColors(_ view: PixelView, rule: VisibilityRule, threads: Int) -> ExactColors {
    let workers = BandScheduler.workers(for: view.pixelCount, threads: threads)
    while colors.count < workers { colors.append(ExactColors()) }
    let colors = colors
    for counted in colors.prefix(workers) { counted.removeAll() }
    let bands = PixelBands(PixelBand(view), workers: workers)
    BandScheduler.run(bands: bands.count, workers: workers) { worker, band in
      colors[worker].add(bands[band].view, rule: rule)
    }
    for other in colors[1..<workers] { colors[0].merge(other) }
    return colors[0]
  }

  /// The fullest windows of a histogram.
  func windowSwatches(of histogram: ColorHistogram, limit: Int) -> [Swatch] {
    var search = searches.take(histogram.precision) ?? WindowSearch(histogram.precision)
    defer { searches[histogram.precision] = search }
    return search.swatches(of: histogram, limit: limit)
  }

  /// The first colour that method `histogram` finds among the pixels of a fine histogram.
  func dominant(of fine: ColorHistogram, _ precision: HistogramPrecision) -> Swatch? {
    guard precision == .standard else { return firstWindow(of: fine) }
    return withHistogram(.standard) { coarse in
      fine.coarsened(into: &coarse)
      return firstWindow(of: coarse)
    }
  }

  func firstWindow(of histogram: ColorHistogram) -> Swatch? {
    let search = quickSearches.found(histogram.precision) {
      QuickWindowSearch(histogram.precision, code: code)
    }
    var first: Swatch?
    search.forEachWindow(of: histogram, limit: 1) { color, count in
      first = Swatch(color: color, count: count, outOf: histogram.tally.counted)
    }
    return first
  }

  /// The palette of the fullest windows of a view, found in a table itself; `nil` for more pixels than
  /// one holds.
  func windowPalette(
    of view: PixelView, _ options: PaletteOptions, threads: Int
  ) -> Palette? {
    guard
      let tables = cellTables(options.precision)
        .countInto(view, rule: options.visibility, code: code, threads: threads),
      let table = tables.first
    else { return nil }
    for other in tables.dropFirst() { table.take(other) }
    let (transparent, filtered) = table.hidden
    let counted = UInt64(view.pixelCount) - transparent - filtered
    let search = quickSearches.found(options.precision) {
      QuickWindowSearch(options.precision, code: code)
    }
    return Palette(
      method: .histogram,
      swatches: search.takeSwatches(
        of: table, limit: options.count(for: .histogram), outOf: counted),
      tally: PixelTally(counted: counted, transparent: transparent, filtered: filtered))
  }
}
