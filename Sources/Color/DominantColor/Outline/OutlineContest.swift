internal import Pixels

/// Which windows might be the fullest of a picture, from its outline and tiles of it.
///
/// The outline's fullest window leads. Every other is either *beaten*, certainly holding fewer
/// pixels than the leader, or a *candidate*. The picture's winner is found beaten with the stated
/// probability at most: that is one event, that the leader was found to hold more pixels than the
/// winner though it does not, because the outline alone decides which window leads. So the winner is
/// the leader or a candidate, whatever the number of windows.
struct OutlineContest {
  /// A window that might win.
  struct Candidate {
    let window: Int
    /// Draws after which it will be beaten, as far as those made so far show; 0 for the leader, and
    /// infinite where it does not fall behind.
    let neededDraws: Double
  }

  /// The outline's pixels by window, in the order of their smallest cells.
  let windows: [ColorSums]
  /// The index of the outline's fullest window; of equals the first.
  let leader: Int
  private let precision: HistogramPrecision
  private var residuals: WindowResiduals
  /// Windows that are out of the contest.
  ///
  /// One that was found beaten once stays so: the probability is shared out among all looks.
  private var isBeaten: [Bool]

  /// Looks at an outline; `nil` where it has no counted pixels.
  init?(_ outline: ColorHistogram) {
    precision = outline.precision
    windows = outline.windowSums
    var best = 0
    for (index, sums) in windows.enumerated() where sums.count > windows[best].count {
      best = index
    }
    guard windows[best].count > 0 else { return nil }
    leader = best
    residuals = WindowResiduals(precision, leader: leader)
    isBeaten = Array(repeating: false, count: windows.count)
  }

  /// Adds tiles: see `OutlineTiles.words`.
  mutating func add(_ words: ArraySlice<UInt32>) { residuals.add(words) }

  /// Finds what might win, and drops what is beaten.
  ///
  /// - Parameters:
  ///   - draws: tiles drawn, with those past the end of the outline.
  ///   - population: pixels of the outline, with the places past its end that draws may fall on.
  ///   - test: with the probability of beating the winner.
  /// - Returns: the leader, then the candidates; `nil` where that is every empty window.
  mutating func candidates(draws: Int, population: Int, test: ResidualTest) -> [Candidate]? {
    // Windows without pixels differ in nothing: one of them stands for all.
    var found = [Candidate(window: leader, neededDraws: 0)]
    var emptyIsBeaten: Bool?
    for window in windows.indices where window != leader && !isBeaten[window] && fits(window) {
      let isEmpty = windows[window].count == 0 && !residuals.isTouched(window)
      if isEmpty, let emptyIsBeaten {
        guard emptyIsBeaten else { return nil }
        isBeaten[window] = true
        continue
      }
      let lead =
        (Double(windows[leader].count) - Double(windows[window].count)) / Double(population)
      let (sum, squares) = residuals.lead(over: window)
      let progress = test.progress(
        sum: sum + Double(draws) * lead,
        squares: squares + 2 * lead * sum + Double(draws) * lead * lead,
        range: Self.testedRange(lead: lead))
      if isEmpty { emptyIsBeaten = progress >= 1 }
      isBeaten[window] = progress >= 1
      if progress < 1 {
        found.append(
          Candidate(
            window: window, neededDraws: progress > 0 ? Double(draws) / progress : .infinity))
      }
    }
    residuals.keep(found.map(\.window))
    return found
  }

  /// The *R* of `ResidualTest`, where the outline's fullest window leads another by a share of all
  /// tiles: a tile's own pixels may all be in the other one, and its outline in the leader.
  static func testedRange(lead: Double) -> Double { 2 - lead }

  /// Whether a whole window begins at a cell.
  private func fits(_ window: Int) -> Bool {
    let side = precision.cellsPerChannel
    let last = side - precision.windowSide
    return window / (side * side) <= last && window / side % side <= last && window % side <= last
  }
}
