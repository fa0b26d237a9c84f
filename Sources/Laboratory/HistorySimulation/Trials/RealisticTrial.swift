package import Measuring
package import TimingHistory

/// Tries the change-point detector on ``RealisticSeries``: whether its answers are sound, and how
/// many of the clear steps it finds.
package struct RealisticTrial: Sendable {
  /// Points that a clear step has on each side, at least.
  package static let clearSide = 12
  /// Deviations of the noise beside it that a clear step has, at least.
  package static let clearDeviations = 10.0
  /// The relative size of a clear step, at least: 0.05 is five percent.
  package static let clearEffect = 0.05
  /// How many points from its place a step counts as found.
  package static let placeTolerance = 3

  /// How many series were tried.
  package private(set) var series = 0
  /// How many points they have together.
  package private(set) var points = 0
  /// How many changes were found in all.
  package private(set) var changes = 0
  /// How many series had an answer that breaks a promise: places that do not rise, levels shorter
  /// than ``ChangePointDetector/shortestLevel``, or an effect or evidence that is not finite.
  package private(set) var unsound = 0
  /// How many clear steps there were.
  package private(set) var clearSteps = 0
  /// How many of them were found.
  package private(set) var clearStepsFound = 0

  /// What share of the clear steps was found.
  package var found: ProportionBounds {
    ProportionBounds(successes: clearStepsFound, trials: clearSteps)
  }

  /// Makes and searches series.
  ///
  /// - Parameters:
  ///   - detector: The detector that is tried.
  ///   - series: How many series are made.
  ///   - longest: How many points the longest has; lengths are equally likely.
  ///   - seed: The start of the random sequence.
  /// - Complexity: O(*series* · *longest* log *longest*).
  package init(
    of detector: ChangePointDetector = ChangePointDetector(), series: Int, longest: Int = 300,
    seed: UInt64
  ) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<max(series, 0) {
      let count = Int(generator.next() % UInt64(max(longest, 0) + 1))
      let made = RealisticSeries(count: count, using: &generator)
      let findings = detector.findings(in: made.values)
      self.series += 1
      points += count
      changes += findings.changes.count
      if !Self.isSound(findings, of: made.values) { unsound += 1 }
      let places = findings.changes.map(\.index)
      for step in Self.clearSteps(of: made) {
        clearSteps += 1
        if places.contains(where: { abs($0 - step) <= Self.placeTolerance }) {
          clearStepsFound += 1
        }
      }
    }
  }

  /// Whether findings keep what the detector promises.
  static func isSound(_ findings: SeriesFindings, of values: [Double]) -> Bool {
    let bounds = [0] + findings.changes.map(\.index) + [values.count]
    let areLevelsLong =
      findings.changes.isEmpty
      || zip(bounds, bounds.dropFirst()).allSatisfy {
        $1 - $0 >= ChangePointDetector.shortestLevel
      }
    return areLevelsLong
      && findings.changes.allSatisfy {
        $0.effect.isFinite && $0.evidence.isFinite && $0.evidence >= 1
      }
      && findings.drifts.allSatisfy { $0.effect.isFinite && $0.start < $0.end }
      && (findings.modes.map { modes in
        findings.changes.allSatisfy { $0.index <= modes.start || $0.index >= modes.end }
      } ?? true)
  }

  /// The true changes that anybody would see: far from their neighbours, and much larger than the
  /// noise about the medians of both sides; in the first points only, if a count of them is given.
  static func clearSteps(of made: RealisticSeries, among count: Int? = nil) -> [Int] {
    let count = count ?? made.values.count
    let changes = made.changes.filter { $0 < count }
    let bounds = [0] + changes + [count]
    return changes.indices.filter { place in
      let left = made.values[bounds[place]..<bounds[place + 1]].filter(\.isFinite)
      let right = made.values[bounds[place + 1]..<bounds[place + 2]].filter(\.isFinite)
      guard min(left.count, right.count) >= clearSide,
        let before = Statistics.median(left), let after = Statistics.median(right)
      else { return false }
      let distances = left.map { abs($0 - before) } + right.map { abs($0 - after) }
      let noise = Statistics.normalConsistency * (Statistics.median(distances) ?? 0)
      let size = abs(after - before)
      return size >= clearDeviations * noise && size >= clearEffect * abs(before)
    }.map { changes[$0] }
  }
}
