package import Measuring
package import TimingHistory

/// What the change-point detector finds and what it does not, measured on simulated series.
///
/// The table in `Benchmarks/Notes/ChangePoints.md` is made by it.
package struct DetectorTable: Sendable {
  /// One line of the table.
  package struct Row: Equatable, Sendable {
    /// What was tried.
    package let name: String
    /// How often it happened.
    package let rate: ProportionBounds
    /// The share that is wanted.
    package let goal: Goal
  }

  /// What share of series is wanted.
  package enum Goal: Equatable, Sendable {
    /// At least this share: something is to be found.
    case atLeast(Double)
    /// At most this share: nothing is to be found.
    case atMost(Double)

    /// Whether a share is what is wanted.
    package func isMet(by share: Double) -> Bool {
      switch self {
      case .atLeast(let least): share >= least
      case .atMost(let most): share <= most
      }
    }
  }

  private let detector: ChangePointDetector
  private let series: Int
  private var generator: SeededGenerator
  /// The lines so far.
  package private(set) var rows: [Row] = []

  /// - Parameters:
  ///   - detector: The detector that is measured.
  ///   - series: How many series are tried for each line.
  ///   - seed: The start of the random sequence.
  package init(
    of detector: ChangePointDetector = ChangePointDetector(), series: Int, seed: UInt64
  ) {
    self.detector = detector
    self.series = max(series, 1)
    generator = SeededGenerator(seed: seed)
    steps()
    bumps()
    modesAndDrifts()
    looks()
    unchanged()
    hard()
    rows += Self.realistic(detector, series: self.series, seed: seed)
  }

  /// The lines about realistic series alone: whether answers are sound and clear steps found.
  ///
  /// - Parameters:
  ///   - detector: The detector that is measured.
  ///   - series: How many series are tried.
  ///   - seed: The start of the random sequence.
  /// - Returns: The two lines.
  package static func realistic(
    _ detector: ChangePointDetector = ChangePointDetector(), series: Int, seed: UInt64
  ) -> [Row] {
    let trial = RealisticTrial(of: detector, series: series, seed: seed)
    return [
      Row(
        name: "realistic series: places out of order, short levels or sizes that are not finite",
        rate: ProportionBounds(successes: trial.unsound, trials: trial.series),
        goal: .atMost(0)),
      Row(
        name: "clear steps of realistic series, within 3 points", rate: trial.found,
        goal: .atLeast(0.97)),
    ]
  }

  private mutating func count(
    _ name: String, _ goal: Goal, trials: Int? = nil,
    _ isSuccess: (ChangePointDetector, inout SeededGenerator) -> Bool
  ) {
    let trials = trials ?? series
    let successes = (0..<trials).count { _ in isSuccess(detector, &generator) }
    rows.append(
      Row(
        name: name, rate: ProportionBounds(successes: successes, trials: trials), goal: goal))
  }

  private mutating func steps() {
    let trials: [(NoiseModel, Double, Int, Bool, Double)] = [
      (.normal, 2, 12, true, 0.95), (.autoregressive, 2, 12, false, 0.75),
      (.normal, 1, 12, false, 0.25), (.normal, 1, 30, false, 0.75),
    ]
    for (noise, height, after, isPlaced, goal) in trials {
      let place = isPlaced ? ", within 3 points" : ""
      count(
        "step of \(Int(height)) deviations, \(after) points later, \(noise.rawValue)\(place)",
        .atLeast(goal)
      ) { detector, generator in
        let values = Self.stairs(82 - 12 + after, [(70, height)], noise, &generator)
        let found = detector.changePoints(in: values)
        return isPlaced ? found.contains { abs($0.index - 70) <= 3 } : !found.isEmpty
      }
    }
    for (noise, goal) in [(NoiseModel.normal, 0.97), (.autoregressive, 0.9)] {
      // Each of three steps is one trial.
      var successes = 0
      for _ in 0..<series {
        let places = Self.places(3, of: 100, apart: 12, &generator)
        let heights = places.map { _ in
          (5 + 10 * NoiseModel.uniform(&generator))
            * (NoiseModel.uniform(&generator) < 0.5 ? -1 : 1)
        }
        let values = Self.stairs(100, Array(zip(places, heights)), noise, &generator)
        let found = detector.changePoints(in: values).map(\.index)
        successes += places.count { place in found.contains { abs($0 - place) <= 3 } }
      }
      rows.append(
        Row(
          name: "three steps of 5 to 15 deviations in 100 points, \(noise.rawValue)",
          rate: ProportionBounds(successes: successes, trials: 3 * series), goal: .atLeast(goal)))
    }
  }

  private mutating func bumps() {
    for (before, after, goal) in [(100, 26, 0.95), (1000, 20, 0.9)] {
      count(
        "bump of 10 points and 10 deviations, \(before) before, \(after) after, both ends",
        .atLeast(goal)
      ) { detector, generator in
        let values = Self.stairs(
          before + 10 + after, [(before, 10), (before + 10, -10)], .normal, &generator)
        let found = detector.changePoints(in: values).map(\.index)
        return [before, before + 10].allSatisfy { end in found.contains { abs($0 - end) <= 3 } }
      }
    }
  }

  private mutating func modesAndDrifts() {
    for dwell in [10, 50] {
      var named = 0
      count("two modes 3 % apart, staying \(dwell) points: alarmed", .atMost(0.02)) {
        detector, generator in
        var isHigh = false
        let values = NoiseModel.normal.series(count: 1000, using: &generator).map { draw in
          if NoiseModel.uniform(&generator) * Double(dwell) < 1 { isHigh.toggle() }
          return (isHigh ? 103 : 100) + 0.5 * draw
        }
        let findings = detector.findings(in: values)
        if findings.modes != nil { named += 1 }
        return !findings.changes.isEmpty || !findings.drifts.isEmpty
      }
      rows.append(
        Row(
          name: "the same: called two modes",
          rate: ProportionBounds(successes: named, trials: series), goal: .atLeast(0.9)))
    }
    count("drift of 1 % in 1000 points, noise 0.5 %: one drift and nothing else", .atLeast(0.9)) {
      detector, generator in
      let values = NoiseModel.normal.series(count: 1000, using: &generator).enumerated().map {
        100 + Double($0) / 1000 + 0.5 * $1
      }
      let findings = detector.findings(in: values)
      return findings.changes.isEmpty && findings.drifts.count == 1
    }
  }

  /// Whether an alarm that one look raises is gone at a later one.
  private mutating func looks() {
    count(
      "step of 2 deviations, looked at from 1 to 40 points later: an alarm vanishes",
      .atMost(0.05), trials: max(series / 5, 1)
    ) { detector, generator in
      let values = Self.stairs(140, [(100, 2)], .normal, &generator)
      var isSeen = false
      for count in 101...140 {
        let isFound = detector.changePoints(in: Array(values[..<count]))
          .contains { abs($0.index - 100) <= 6 }
        if isSeen, !isFound { return true }
        isSeen = isFound
      }
      return false
    }
    let trial = LookTrial(of: detector, series: max(series / 5, 1), seed: generator.next())
    rows.append(
      Row(
        name: "realistic series: a clear step is lost by one more point", rate: trial.losses,
        goal: .atMost(0.001)))
    for noise in [NoiseModel.normal, .autoregressive, .persistent] {
      var nights = NightSimulation()
      nights.noise = noise
      nights.seriesCount = max(series / 50, 2)
      let result = nights.run(nights: 270, seed: generator.next())
      rows.append(
        Row(
          name: "unchanged, \(noise.rawValue), 270 nights: ever called slower",
          rate: result.alarmedSeries, goal: .atMost(0.05)))
    }
  }

  private mutating func unchanged() {
    for noise in NoiseModel.allCases {
      for length in [30, 100, 300, 1000] {
        count(
          "unchanged, \(noise.rawValue), \(length) points: alarmed",
          .atMost(noise == .persistent ? 0.02 : 0.01)
        ) { detector, generator in
          let findings = detector.findings(in: noise.series(count: length, using: &generator))
          return !findings.changes.isEmpty || !findings.drifts.isEmpty
        }
      }
    }
  }

  private mutating func hard() {
    for kind in HardSeries.allCases {
      for length in [300, 1000] {
        let changes = kind.changes(count: length)
        count(
          "\(kind.name), \(length) points", changes.isEmpty ? .atMost(0.015) : .atLeast(0.95)
        ) { detector, generator in
          let findings = detector.findings(in: kind.series(count: length, using: &generator))
          guard !changes.isEmpty else {
            return !findings.changes.isEmpty || !findings.drifts.isEmpty
          }
          return changes.allSatisfy { change in
            findings.changes.contains { abs($0.index - change) <= 3 }
          }
        }
      }
    }
  }

  /// Noise with steps: places and heights.
  private static func stairs(
    _ count: Int, _ steps: [(Int, Double)], _ noise: NoiseModel,
    _ generator: inout SeededGenerator
  ) -> [Double] {
    noise.series(count: count, using: &generator).enumerated().map { index, value in
      steps.reduce(value) { $1.0 <= index ? $0 + $1.1 : $0 }
    }
  }

  /// Random places in rising order, apart from each other and from both ends.
  private static func places(
    _ many: Int, of count: Int, apart: Int, _ generator: inout SeededGenerator
  ) -> [Int] {
    let room = Double(count - (many + 1) * apart)
    let offsets = (0..<many).map { _ in Int(room * NoiseModel.uniform(&generator)) }.sorted()
    return offsets.enumerated().map { $1 + ($0 + 1) * apart }
  }
}
