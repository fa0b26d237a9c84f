public import Pixels

/// Proves the dominant colour of a picture from its outline, one pixel for each 8 × 8 of it, and
/// tiles of 4 × 4 pixels drawn at random.
///
/// ```swift
/// let proof = OutlineProof(pixelCount: width * height, population: 380_928)
/// while let rows = nextOutlineRows() { proof.add(rows) }
/// switch proof.look(adding: firstTiles, draws: 768) {
/// case .settled(let answer): …
/// case .open(let neededDraws): …  // draw more, or count every pixel
/// }
/// ```
///
/// The outline alone proves nothing: means smooth a picture, and colours of a rough surface gather
/// in its mean. The tiles are pixels of the picture itself, and show how far the outline is from it.
/// The promise, for every picture, over the draws:
///
/// - the window that wins in the full picture is among those that the answer allows for, but for a
///   probability of 10⁻⁹ (``windowErrorProbability``), by `OutlineContest`;
/// - its mean colour differs from the answer by ``colorTolerance`` (ΔE00) at most before both are
///   rounded to whole levels, and its share is in the stated range, but for a further probability
///   of 10⁻⁶ (``colorErrorProbability``): whichever window wins, it is one window, and sixteen
///   `ResidualTest` events, a side each of eight quantities, have to go well for it;
/// - where that cannot be shown, there is no answer.
///
/// Both probabilities are shared out among ``mostLooks`` looks, at as many numbers of draws that are
/// fixed beforehand. Which of them are taken, and whether one more is, may depend on whatever was
/// seen before.
///
/// Counts are estimates. Secondary swatches are the outline's and not covered. An object serves
/// one thread at a time.
public final class OutlineProof {
  /// What a look came to.
  public enum Look: Hashable, Sendable {
    /// The dominant colour is proved.
    case settled(OutlinePalette)
    /// It is not; so many draws are likely to prove it, infinitely many where nothing hints at it.
    case open(neededDraws: Double)
  }

  /// What to ask.
  public let options: PaletteOptions
  /// Pixels of the picture.
  public let pixelCount: Int
  /// Pixels of the outline, with the places past its end that draws may fall on.
  public let population: Int
  /// The most by which the answer may differ in ΔE00, in ``colorTolerances``.
  public let colorTolerance: Double

  /// Pictures with fewer pixels are as quickly decoded as sampled: 2²².
  public static let leastPixelCount = 1 << 22
  /// Tiles to draw for a tolerance, in ``colorTolerances``: 8,192 for 1, and four times as many for half
  /// of that, up to 32,768; of small pictures one for each two pixels of the outline at most.
  ///
  /// What a colour varies by asks for four times the draws, and what was never drawn for twice as many.
  public static func recommendedDraws(colorTolerance: Double, pixelCount: Int) -> Int {
    precondition(colorTolerances.contains(colorTolerance), "a tolerance lies in colorTolerances")
    let draws = Int((8_192 / (colorTolerance * colorTolerance)).rounded(.up))
    // 64 pixels are one of the outline.
    return max(min(draws, 32_768, pixelCount / (2 * 64)), 1)
  }

  /// Tiles that can be drawn: 2²².
  public static let mostDraws = 1 << 22
  /// Looks at most.
  public static let mostLooks = 5
  /// The probability that the picture's winner is not allowed for.
  public static let windowErrorProbability = 1e-9
  /// The probability that the winner's colour or share is not within what is stated.
  public static let colorErrorProbability = 1e-6
  /// What an answer may be asked to differ by at most, in ΔE00: above that the margin for corners was not
  /// measured, and below it hardly a picture is settled by as many draws as are made.
  public static let colorTolerances = 0.1...1.0

  /// What is added for colours between the corners of a region, which are measured.
  ///
  /// A norm is largest at a corner. ΔE00 is nearly one where the tolerance holds it; ColorRegionTests
  /// measures by how much it is not.
  static let cornerMargin = 1.02
  /// Windows that might win at most, beyond which a look ends early.
  private static let mostCandidates = 16

  /// Pixels of an outline that are held: those of a picture of 67 megapixels, 4 MB.
  private static let mostWords = 1 << 20

  /// How many times as many draws are tried in thought.
  private static let forecasts = [
    1.125, 1.25, 1.375, 1.5, 1.75, 2, 2.25, 2.5, 2.75, 3, 3.5, 4, 4.5, 5, 5.5, 6, 7, 8, 9, 10, 11,
    12, 14, 16, 18, 20, 22, 24, 28, 32, .infinity,
  ]

  private let outline: SummaryBuilder<HistogramMethod>
  private var summary: ColorHistogram?
  private var contest: OutlineContest?
  /// The outline's pixels; `nil` where there are more than ``mostWords``.
  private let words: OutlineWords?
  private var trims: [Int: OutlineTrims] = [:]
  private var tiles: OutlineTiles
  private var tileCount = 0
  private var looks = 0

  /// Makes a proof without pixels.
  ///
  /// - Parameters:
  ///   - options: how many colours, and which pixels count.
  ///   - pixelCount: pixels of the picture itself, 1 or more.
  ///   - population: the length of all strata that tiles are drawn from, in pixels of the outline.
  ///   - colorTolerance: the most by which the answer may differ in ΔE00, in ``colorTolerances``.
  ///   - selection: which kernel counts; it decides speed, never the answer.
  public init(
    options: PaletteOptions = PaletteOptions(), pixelCount: Int, population: Int,
    colorTolerance: Double = 1, selection: KernelSelection = .automatic
  ) {
    precondition(pixelCount > 0, "a picture has pixels")
    precondition(
      Self.colorTolerances.contains(colorTolerance), "a tolerance lies in colorTolerances")
    self.options = options
    self.pixelCount = pixelCount
    self.population = population
    self.colorTolerance = colorTolerance
    outline = SummaryBuilder(
      HistogramMethod.self, options: options, pixelCount: pixelCount / 64, selection: selection)
    tiles = OutlineTiles(options.visibility)
    words = population <= Self.mostWords ? OutlineWords(capacity: population) : nil
  }

  /// Adds rows of the outline, from the top, of the same width each time; before the first look.
  ///
  /// - Complexity: O(*n*) in pixels.
  public func add(_ rows: PixelView) {
    precondition(looks == 0, "the outline is whole before a look is taken")
    outline.add(rows)
    let tiles = tiles
    words?.append(
      rows, where: options.visibility.hasFilters ? { tiles.isCounted($0) } : nil)
  }

  /// What is cut off the outline's pixels of a window; `nil` where they are not held.
  private func trims(of window: Int) -> OutlineTrims? {
    guard let words, words.count > 0 else { return nil }
    if let found = trims[window] { return found }
    let made = OutlineTrims(
      ColorWindow(options.precision, corner: window), outline: words.pixels, population: population)
    trims[window] = made
    return made
  }

  /// Looks whether the tiles prove the dominant colour.
  ///
  /// - Parameters:
  ///   - words: the tiles that this look has and the ones before had not: for each its pixel of the
  ///     outline and its own 16, as RGBA; those past the picture's edges are 0, all others opaque.
  ///   - draws: tiles drawn for this look in all, one from each of so many strata of equal length,
  ///     with those that fell past the end of the outline.
  /// - Returns: the answer, or how many draws it is likely to take; always open after
  ///   ``mostLooks``.
  /// - Complexity: O(*n*) in tiles.
  public func look(adding words: [UInt32], draws: Int) -> Look {
    look(adding: words, draws: draws, mostDraws: .infinity)
  }

  /// The same for a caller who draws no more than so many tiles in all.
  ///
  /// Where it takes more, the look ends once that is known. What it says is needed is then more than
  /// `mostDraws`, but not always what ``look(adding:draws:)`` says.
  package func look(adding words: [UInt32], draws: Int, mostDraws: Double) -> Look {
    precondition(draws > 0 && population >= draws, "a stratum has a place")
    precondition(draws <= Self.mostDraws, "sums of more draws do not fit their numbers")
    let first = tiles.words.count
    tiles.add(words)
    tileCount += words.count / OutlineTiles.stride
    looks += 1
    let outline = summary ?? outline.summary()
    if summary == nil {
      summary = outline
      contest = OutlineContest(outline)
    }
    contest?.add(tiles.words[first...])
    guard looks <= Self.mostLooks, tileCount <= draws,
      let candidates = contest?.candidates(
        draws: draws, population: population,
        test: ResidualTest(
          errorProbability: Self.windowErrorProbability / Double(Self.mostLooks), events: 1)),
      let contest
    else { return .open(neededDraws: .infinity) }
    guard candidates.count <= Self.mostCandidates else {
      // Of some the colour might turn out to be near enough; the others have to be beaten.
      // At least all but `mostCandidates` have to be beaten, and the easiest ones are beaten
      // first.
      let needed = candidates.map(\.neededDraws).sorted(by: >)
      return .open(neededDraws: max(needed[Self.mostCandidates - 1], 2 * Double(draws)))
    }
    return look(at: candidates, contest, outline, draws: draws, mostDraws: mostDraws)
  }

  /// How many times as many draws it takes; infinity where more than are tried.
  private func forecast(_ suffices: (Double) -> Bool) -> Double {
    var (low, high) = (0, Self.forecasts.count - 1)
    // More draws never prove less, were they like these: the first factor that suffices by
    // halving.
    while low < high {
      let middle = (low + high) / 2
      if suffices(Self.forecasts[middle]) { high = middle } else { low = middle + 1 }
    }
    return Self.forecasts[low]
  }

  /// Bounds what candidates' colours differ by.
  private func look(
    at candidates: [OutlineContest.Candidate], _ contest: OutlineContest,
    _ outline: ColorHistogram, draws: Int, mostDraws: Double
  ) -> Look {
    func color(_ window: Int) -> CIELAB? {
      WindowColor(
        ColorWindow(options.precision, corner: window), outline: contest.windows[window],
        tiles: tiles, draws: draws, population: population
      ).map { CIELAB($0.color) }
    }
    guard let center = color(contest.leader) else { return .open(neededDraws: .infinity) }
    var neededDraws = 0.0
    var near = [OutlineContest.Candidate(window: contest.leader, neededDraws: .infinity)]
    // Those that need most first: they end a look earliest.
    for candidate in candidates.dropFirst().sorted(by: { $0.neededDraws > $1.neededDraws }) {
      guard let own = color(candidate.window) else { return .open(neededDraws: .infinity) }
      guard center.deltaE00(to: own) > colorTolerance else {
        near.append(candidate)
        continue
      }
      // A colour that is not near has to be beaten.
      neededDraws = max(neededDraws, candidate.neededDraws)
      guard neededDraws <= mostDraws else { return .open(neededDraws: neededDraws) }
    }
    return look(
      at: near, outline, contest, draws: draws, mostDraws: mostDraws, neededDraws: neededDraws)
  }

  /// Bounds what the colours of the leader and of candidates near it differ by from the leader's estimate, which
  /// are all that may win once `neededDraws` were made: 0 where the others are beaten.
  private func look(
    at near: [OutlineContest.Candidate], _ outline: ColorHistogram, _ contest: OutlineContest,
    draws: Int, mostDraws: Double, neededDraws beating: Double
  ) -> Look {
    let test = ResidualTest(
      errorProbability: Self.colorErrorProbability / Double(Self.mostLooks),
      events: 2 * WindowEstimate.quantityCount)
    func estimate(_ window: Int) -> WindowEstimate? {
      WindowEstimate(
        ColorWindow(options.precision, corner: window), outline: contest.windows[window],
        outlineCounted: outline.tally.counted, trims: trims(of: window), tiles: tiles,
        draws: draws, population: population)
    }
    guard let leading = estimate(contest.leader) else { return .open(neededDraws: .infinity) }
    let center = CIELAB(leading.color)
    // Colours that are not near are still to be beaten: the look stays open, and says for how
    // many draws.
    var difference = beating > 0 ? .infinity : 0.0
    var neededDraws = beating
    var (lower, upper) = (1.0, 0.0)
    for candidate in near {
      let isLeader = candidate.window == contest.leader
      guard let found = isLeader ? leading : estimate(candidate.window) else {
        return .open(neededDraws: .infinity)
      }
      func reach(drawsTimes factor: Double) -> Double {
        let corners = found.corners(test, drawsTimes: factor)
        guard !corners.isEmpty else { return .infinity }
        return corners.reduce(0) {
          max($0, Self.cornerMargin * center.deltaE00(to: CIELAB($1)))
        }
      }
      let own = reach(drawsTimes: 1)
      difference = max(difference, own)
      if own > colorTolerance {
        guard Double(draws) < mostDraws else { return .open(neededDraws: .infinity) }
        // Either its colour turns out to be near enough, or it has to be beaten.
        let byColor = Double(draws) * forecast { reach(drawsTimes: $0) <= colorTolerance }
        neededDraws = max(neededDraws, min(byColor, candidate.neededDraws))
        guard neededDraws <= mostDraws else { return .open(neededDraws: neededDraws) }
      }
      let share = found.shareRange(test)
      lower = min(lower, share.lowerBound)
      upper = max(upper, share.upperBound)
    }
    guard difference <= colorTolerance, lower <= upper else {
      return .open(neededDraws: neededDraws)
    }
    return .settled(
      OutlinePalette(
        palette: palette(of: outline, leading),
        estimate: PaletteEstimate(
          colorDifference: difference, populationRange: lower...upper,
          errorProbability: Self.windowErrorProbability + Self.colorErrorProbability,
          pixelsRead: OutlineTiles.pixelsPerTile * tileCount)))
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
