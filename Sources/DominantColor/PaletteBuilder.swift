public import Pixels

/// Finds the palette of pixels that come in parts, such as the rows out of a decoder.
///
/// ```swift
/// let builder = PaletteBuilder()
/// while let rows = nextRows() { builder.add(rows) }
/// builder.palette().dominant?.color
/// ```
///
/// However the pixels are cut up, and in whatever order they come, the palette is the one that
/// ``Dominant`` gives for all of them at once. Memory does not grow with their number: at most
/// 2 MB, for method `kmeans` and pixels in few cells 4 MB. An object serves one thread at a time.
public final class PaletteBuilder {
  /// The question to answer.
  public let method: PaletteMethod
  /// What to ask.
  public let options: PaletteOptions

  private let instructionSet = InstructionSet.best
  /// What vectors count into; `nil` for method `hue`.
  private let table: CellTable?
  private var pixelsInTable = 0
  private var histogram: ColorHistogram
  private var hues: HueHistogram
  /// The colours, for method `kmeans` and as long as they lie in few cells.
  private var colors: ExactColors?

  /// Makes a builder without pixels.
  ///
  /// - Parameters:
  ///   - method: the question to answer.
  ///   - options: how many colours, and which pixels count.
  public init(method: PaletteMethod = .histogram, options: PaletteOptions = PaletteOptions()) {
    self.method = method
    self.options = options
    let precision: HistogramPrecision = method == .kmeans ? .fine : options.precision
    table = method == .hue ? nil : CellTable(precision)
    histogram = ColorHistogram(precision)
    hues = HueHistogram(options.hue)
    colors = method == .kmeans ? ExactColors() : nil
  }

  /// Adds pixels, which are read once and not kept.
  ///
  /// - Complexity: O(*n*) in pixels.
  public func add(_ view: PixelView) {
    guard let table else {
      hues.add(view, rule: options.visibility)
      return
    }
    colors?.add(view, rule: options.visibility)
    if colors?.isOver == true { colors = nil }
    let parts = PixelBands(view, pixels: CellTable.capacity)
    for part in 0..<parts.count {
      let pixels = parts[part]
      // A table holds only so many; it is emptied before it could overflow, and rarely.
      if pixelsInTable > CellTable.capacity - pixels.pixelCount { emptyTable() }
      table.count(pixels, rule: options.visibility, instructionSet: instructionSet)
      pixelsInTable += pixels.pixelCount
    }
  }

  private func emptyTable() {
    table?.empty(into: &histogram)
    pixelsInTable = 0
  }

  /// All pixels added so far, counted, with the question they were counted for.
  ///
  /// - Throws: ``HistogramError/methodWithoutHistogram(_:)`` for method `kmeans`.
  /// - Complexity: O(cells).
  public func histogramSoFar() throws(HistogramError) -> PaletteHistogram {
    emptyTable()
    return switch method {
    case .histogram: PaletteHistogram(.colors(histogram), visibility: options.visibility)
    case .hue: PaletteHistogram(.hues(hues), visibility: options.visibility)
    case .kmeans: throw .methodWithoutHistogram(method)
    }
  }

  /// The palette of all pixels added so far.
  public func palette() -> Palette {
    emptyTable()
    let limit = options.count(for: method)
    switch method {
    case .hue:
      return hues.palette(limit: limit)
    case .kmeans:
      let clusterer = KMeansClusterer()
      return Palette(
        method: method,
        swatches: clusterer.swatches(of: histogram, count: limit) { colors ?? ExactColors() },
        tally: histogram.tally)
    case .histogram:
      var search = WindowSearch(options.precision)
      return Palette(
        method: method, swatches: search.swatches(of: histogram, limit: limit),
        tally: histogram.tally)
    }
  }
}
