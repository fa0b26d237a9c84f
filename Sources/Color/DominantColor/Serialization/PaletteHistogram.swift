public import Pixels

/// Counted pixels together with the question they were counted for.
///
/// A histogram of one picture or of a corpus: histograms of the same question add up, in any order
/// and however the pixels were divided, to *equal* histograms with equal palettes. It can be
/// written as bytes (``serialized()``) and read on another machine.
///
/// ```swift
/// var corpus = try PaletteHistogram()
/// for part in parts { try corpus.merge(PaletteHistogram(serialized: part.span.bytes)) }
/// corpus.palette().dominant?.color
/// ```
///
/// Methods `histogram`, `hue` and `distinct` have such histograms; of method `distinct` whole
/// pictures add up (``PlacedColors``). Method `kmeans` has none: it clusters exact colours where these are few,
/// and those do not fit into memory of a fixed size.
public struct PaletteHistogram: Hashable, Sendable {
  /// What the pixels are counted into.
  public enum Cells: Hashable, Sendable {
    /// Cells of colour space, for method `histogram`.
    case colors(ColorHistogram)
    /// Bins of hue, for method `hue`.
    case hues(HueHistogram)
    /// Fine cells of colour space and the pixels in them that lie alone, for method `distinct`.
    case places(PlacedColors)
  }

  /// The most pixels that a histogram holds, 2⁵⁵: up to there every sum and mean is exact.
  public static let pixelLimit: UInt64 = 1 << 55

  /// The counts.
  public private(set) var cells: Cells
  /// Which pixels were counted.
  public let visibility: VisibilityRule

  /// Makes an empty histogram.
  ///
  /// - Parameters:
  ///   - method: the question, any but `kmeans`.
  ///   - options: which pixels count, and how finely; the number of colours is not looked at.
  /// - Throws: ``HistogramError/methodWithoutHistogram(_:)`` for method `kmeans`.
  public init(
    method: PaletteMethod = .distinct, options: PaletteOptions = PaletteOptions()
  ) throws(HistogramError) {
    visibility = options.visibility
    switch method {
    case .histogram: cells = .colors(ColorHistogram(options.precision))
    case .hue: cells = .hues(HueHistogram(options.hue))
    case .distinct: cells = .places(PlacedColors())
    case .kmeans: throw .methodWithoutHistogram(method)
    }
  }

  /// Makes a histogram of counts.
  init(_ cells: Cells, visibility: VisibilityRule) {
    self.cells = cells
    self.visibility = visibility
  }

  /// The question that the histogram answers.
  public var method: PaletteMethod {
    switch cells {
    case .colors: .histogram
    case .hues: .hue
    case .places: .distinct
    }
  }

  /// Pixels counted, transparent and filtered.
  public var tally: PixelTally {
    switch cells {
    case .colors(let histogram): histogram.tally
    case .hues(let histogram): histogram.tally
    case .places(let placed): placed.tally
    }
  }

  /// Adds every pixel of a view; for method `distinct` of a whole picture.
  ///
  /// - Throws: ``HistogramError/tooManyPixels`` when there are more than ``pixelLimit``; the
  ///   histogram is then unchanged.
  /// - Complexity: O(*n*) in pixels. ``PaletteHistogramBuilder`` counts large images faster.
  public mutating func add(_ view: PixelView) throws(HistogramError) {
    try checkRoom(for: UInt64(view.pixelCount))
    switch cells {
    case .colors(var histogram):
      cells = .colors(ColorHistogram(.standard))
      // Taken out before and put back after: with two owners the counts would be copied at
      // the first change.
      histogram.add(view, rule: visibility)
      cells = .colors(histogram)
    case .hues(var histogram):
      cells = .hues(HueHistogram(HueScale(binCount: 1)))
      histogram.add(view, rule: visibility)
      cells = .hues(histogram)
    case .places(var placed):
      cells = .colors(ColorHistogram(.standard))
      placed.add(view, rule: visibility)
      placed.close()
      cells = .places(placed)
    }
  }

  /// Adds the pixels of another histogram of the same question.
  ///
  /// - Throws: ``HistogramError/unlike(_:)`` when the histograms were counted by different rules,
  ///   and ``HistogramError/tooManyPixels``; the histogram is then unchanged.
  /// - Complexity: O(cells).
  public mutating func merge(_ other: PaletteHistogram) throws(HistogramError) {
    if let difference = difference(from: other) { throw .unlike(difference) }
    try checkRoom(for: other.tally.total)
    switch (cells, other.cells) {
    case (.colors(var histogram), .colors(let added)):
      // Left with a small value meanwhile, so that the counts are not copied.
      cells = .colors(ColorHistogram(.standard))
      histogram.merge(added)
      cells = .colors(histogram)
    case (.hues(var histogram), .hues(let added)):
      cells = .hues(HueHistogram(HueScale(binCount: 1)))
      histogram.merge(added)
      cells = .hues(histogram)
    case (.places(var placed), .places(let added)):
      cells = .colors(ColorHistogram(.standard))
      placed.merge(added)
      cells = .places(placed)
    case (.colors, _), (.hues, _), (.places, _): break
    }
  }

  /// The palette of all pixels.
  ///
  /// - Parameters:
  ///   - count: the most swatches wanted, held to 1…64; `nil` for 5, for method `distinct` 6.
  ///   - choosesCount: see ``PaletteOptions/choosesCount``.
  /// - Returns: the colours, most pixels first; of method `distinct` after the first two the most important.
  /// - Complexity: O(cells), times the swatches.
  public func palette(count: Int? = nil, choosesCount: Bool = false) -> Palette {
    let limit = PaletteOptions(count: count, choosesCount: choosesCount).count(for: method)
    switch cells {
    case .colors(let histogram):
      var search = WindowSearch(histogram.precision)
      return Palette(
        method: .histogram, swatches: search.swatches(of: histogram, limit: limit),
        tally: histogram.tally)
    case .hues(let histogram):
      return histogram.palette(limit: limit)
    case .places(let placed):
      return Palette(
        method: .distinct,
        swatches: DistinctColors.swatches(of: placed, count: limit, choosesCount: choosesCount),
        dominant: placed.colors.dominant(.standard), tally: placed.tally)
    }
  }

  private func checkRoom(for pixels: UInt64) throws(HistogramError) {
    let (sum, overflow) = tally.total.addingReportingOverflow(pixels)
    guard !overflow, sum <= Self.pixelLimit else { throw .tooManyPixels }
  }

  /// How the question differs from another histogram's; `nil` when it does not.
  private func difference(from other: PaletteHistogram) -> ErrorText? {
    switch (cells, other.cells) {
    case (.colors(let mine), .colors(let theirs)) where mine.precision != theirs.precision:
      "precision \(mine.precision.word) and \(theirs.precision.word)"
    case (.hues(let mine), .hues(let theirs)) where mine.scale.binCount != theirs.scale.binCount:
      "\(mine.scale.binCount) and \(theirs.scale.binCount) hue bins"
    case (.hues(let mine), .hues(let theirs))
    where mine.scale.greyThreshold != theirs.scale.greyThreshold:
      "grey threshold \(mine.scale.greyThreshold) and \(theirs.scale.greyThreshold)"
    case (.colors, .colors), (.hues, .hues), (.places, .places):
      visibility.difference(from: other.visibility)
    case (.colors, _), (.hues, _), (.places, _):
      "method \(method.word) and \(other.method.word)"
    }
  }
}

extension VisibilityRule {
  /// The first field in which two rules differ, with both values.
  fileprivate func difference(from other: VisibilityRule) -> ErrorText? {
    func both(_ name: ErrorText, _ mine: UInt8?, _ theirs: UInt8?) -> ErrorText? {
      func text(_ value: UInt8?) -> ErrorText { value.map { "\($0)" } ?? "none" }
      return mine == theirs ? nil : "\(name) \(text(mine)) and \(text(theirs))"
    }
    return both("minimum alpha", minimumAlpha, other.minimumAlpha)
      ?? both("white filter", whiteAbove, other.whiteAbove)
      ?? both("black filter", blackBelow, other.blackBelow)
      ?? both("grey filter", greyWithin, other.greyWithin)
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
