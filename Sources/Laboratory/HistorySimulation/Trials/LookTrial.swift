package import Measuring
package import TimingHistory

/// Looks at ``RealisticSeries`` again and again, each time with one more point: whether a clear step
/// that one look found is lost at the next.
package struct LookTrial: Sendable {
  /// How often the newest points are looked at, one more each time.
  private static let looks = 12
  /// By how many points a step that is seen again may have moved.
  private static let placeTolerance = 6

  /// How many pairs of looks there were at a clear step that the first of them found.
  package private(set) var seen = 0
  /// In how many of them the second found it no more.
  package private(set) var lost = 0

  /// What share of the clear steps was lost by one more point.
  package var losses: ProportionBounds { ProportionBounds(successes: lost, trials: seen) }

  /// Makes and searches series.
  ///
  /// - Parameters:
  ///   - detector: The detector that is tried.
  ///   - series: How many series are made, of 60 to 300 points.
  ///   - seed: The start of the random sequence.
  /// - Complexity: O(*series*).
  package init(
    of detector: ChangePointDetector = ChangePointDetector(), series: Int, seed: UInt64
  ) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<max(series, 0) {
      let count = 60 + Int(generator.next() % 241)
      let made = RealisticSeries(count: count, using: &generator)
      var former: [Int] = []
      for end in count - Self.looks...count {
        let clear = RealisticTrial.clearSteps(of: made, among: end)
        let found = detector.changePoints(in: Array(made.values[..<end])).map(\.index)
        let isSeen = { (step: Int) in found.contains { abs($0 - step) <= Self.placeTolerance } }
        for step in former where clear.contains(step) {
          seen += 1
          if !isSeen(step) { lost += 1 }
        }
        former = clear.filter(isSeen)
      }
    }
  }
}
