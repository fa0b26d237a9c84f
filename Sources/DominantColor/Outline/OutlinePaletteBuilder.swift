public import Pixels

/// Finds the palette of a picture from its outline, one pixel for each 8 × 8 of it, and tiles of 4 ×
/// 4 pixels drawn at random, where these settle the dominant colour.
///
/// ```swift
/// let builder = OutlinePaletteBuilder(pixelCount: width * height, draws: 12_288, population: 380_928)
/// while let (rows, tiles) = nextOutlineRows() {
///   builder.add(rows)
///   builder.add(tiles: tiles)
/// }
/// builder.palette()  // nil: every pixel has to be counted
/// ```
///
/// The outline alone proves nothing: means smooth a picture, and colours of a rough surface gather
/// in its mean. The tiles are pixels of the picture itself, and tell how far the outline is from it.
/// The promise, for every picture, over the draws:
///
/// - the window that wins in the full picture is among those that the answer allows for, but for a
///   probability of 10⁻⁹ (``windowErrorProbability``), by `OutlineContest`;
/// - its mean colour differs from the answer by ``colorTolerance`` (ΔE00) at most before both are
///   rounded to whole levels, and its share is in the stated range, but for a further probability
///   of 10⁻⁶ (``colorErrorProbability``): whichever window wins, it is one window, and eight
///   `ResidualTest` events, a side each of four quantities, have to go well for it;
/// - where that cannot be shown, there is no palette.
///
/// Counts are estimates. Secondary swatches are the outline's and not covered. An object serves
/// one thread at a time.
public final class OutlinePaletteBuilder {
  /// What to ask.
  public let options: PaletteOptions
  /// Pixels of the picture.
  public let pixelCount: Int
  /// Tiles drawn, with those that fell past the end of the outline.
  public let draws: Int
  /// Pixels of the outline, with the places past its end that draws may fall on.
  public let population: Int

  /// Pictures with fewer pixels are as quickly decoded as sampled: 2²³.
  public static let leastPixelCount = 1 << 23
  /// Tiles to draw: 12,288, as many as settle most photos.
  public static let recommendedDraws = 12_288
  /// The probability that the picture's winner is not allowed for.
  public static let windowErrorProbability = 1e-9
  /// The probability that the winner's colour or share is not within what is stated.
  public static let colorErrorProbability = 1e-6
  /// The most by which the answer may differ in ΔE00.
  public static let colorTolerance = 1.0

  /// What is added for colours between those of the box that are measured.
  ///
  /// ΔE00 is all but a norm
  /// where the tolerance holds it, and a norm is largest at a corner.
  private static let gridMargin = 1.02

  private let outline: SummaryBuilder<HistogramMethod>
  private var tiles: OutlineTiles
  private var tileCount = 0

  /// Makes a builder without pixels.
  ///
  /// - Parameters:
  ///   - options: how many colours, and which pixels count.
  ///   - pixelCount: pixels of the picture itself, 1 or more.
  ///   - draws: tiles drawn, one from each of so many strata of equal length.
  ///   - population: the length of all strata, in pixels of the outline.
  ///   - selection: which kernel counts; it decides speed, never the answer.
  public init(
    options: PaletteOptions = PaletteOptions(), pixelCount: Int, draws: Int, population: Int,
    selection: KernelSelection = .automatic
  ) {
    precondition(pixelCount > 0, "a picture has pixels")
    precondition(draws > 0 && population >= draws, "a stratum has a place")
    self.options = options
    self.pixelCount = pixelCount
    self.draws = draws
    self.population = population
    outline = SummaryBuilder(
      HistogramMethod.self, options: options, pixelCount: pixelCount / 64, selection: selection)
    tiles = OutlineTiles(options.visibility)
  }

  /// Adds rows of the outline, from the top, of the same width each time.
  ///
  /// - Complexity: O(*n*) in pixels.
  public func add(_ rows: PixelView) { outline.add(rows) }

  /// Adds tiles: for each its pixel of the outline and its own 16, as RGBA; those past the
  /// picture's edges are 0, all others opaque.
  public func add(tiles words: [UInt32]) {
    tiles.add(words)
    tileCount += words.count / OutlineTiles.stride
  }

  /// The palette; `nil` where the dominant colour is not settled.
  public func palette() -> OutlinePalette? {
    let outline = outline.summary()
    guard tileCount <= draws, let contest = OutlineContest(outline),
      let candidates = contest.candidates(
        tiles, draws: draws, population: population,
        errorProbability: Self.windowErrorProbability)
    else { return nil }
    let test = ResidualTest(
      errorProbability: Self.colorErrorProbability, events: 2 * WindowEstimate.quantities)
    var leading: WindowEstimate?
    var difference = 0.0
    var (lower, upper) = (1.0, 0.0)
    for window in candidates {
      guard
        let estimate = WindowEstimate(
          ColorWindow(options.precision, corner: window), outline: contest.windows[window],
          outlineCounted: outline.tally.counted, tiles: tiles, draws: draws,
          population: population, test: test)
      else { return nil }
      let leader = leading ?? estimate
      leading = leader
      let center = CIELAB(leader.color)
      for color in estimate.box {
        difference = max(
          difference, Self.gridMargin * center.difference2000(to: CIELAB(color)))
        // A wide box is measured no further.
        guard difference <= Self.colorTolerance else { return nil }
      }
      lower = min(lower, estimate.shareRange.lowerBound)
      upper = max(upper, estimate.shareRange.upperBound)
    }
    guard let leading, lower <= upper else { return nil }
    return OutlinePalette(
      palette: palette(of: outline, leading),
      estimate: PaletteEstimate(
        colorDifference: difference, populationRange: lower...upper,
        errorProbability: Self.windowErrorProbability + Self.colorErrorProbability,
        pixelsRead: OutlineTiles.pixelsPerTile * tileCount))
  }

  /// The outline's palette, its first swatch as estimated, with counts of the picture.
  private func palette(of outline: ColorHistogram, _ leader: WindowEstimate) -> Palette {
    var search = WindowSearch(options.precision)
    let swatches = search.swatches(of: outline, limit: options.count(for: .histogram))
    // All pixels of a JPEG are opaque.
    let all = Double(pixelCount)
    let counted = UInt64(
      options.visibility.hasFilters
        ? min(max(leader.counted * Double(64 * population), 0), all).rounded() : all)
    let first = UInt64((leader.share * Double(counted)).rounded())
    return Palette(
      method: .histogram,
      swatches: swatches.enumerated().map { index, swatch in
        let count = UInt64((swatch.population * Double(counted)).rounded(.down))
        return Swatch(
          color: index == 0 ? Self.rounded(leader.color) : swatch.color,
          count: index == 0 ? first : min(count, first), outOf: max(counted, 1))
      },
      tally: PixelTally(
        counted: counted, transparent: 0, filtered: UInt64(pixelCount) - counted))
  }

  private static func rounded(_ color: (red: Double, green: Double, blue: Double)) -> RGB8 {
    func level(_ value: Double) -> UInt8 { UInt8(min(max((value + 0.5).rounded(.down), 0), 255)) }
    return RGB8(red: level(color.red), green: level(color.green), blue: level(color.blue))
  }
}

extension CIELAB {
  fileprivate init(_ color: (red: Double, green: Double, blue: Double)) {
    func inside(_ level: Double) -> Double { min(max(level, 0), 255) }
    self.init(red: inside(color.red), green: inside(color.green), blue: inside(color.blue))
  }
}
