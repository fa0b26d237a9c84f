internal import ExchangeDocuments
internal import HistoryExchange
internal import Measuring
internal import TimingHistory

/// What a check says of histories as they come, measured on simulated ones: commits out of the
/// order of their dates, machines that change, changes that land twice, values without noise, and
/// levels that grow.
///
/// The table in `Benchmarks/Notes/ChangePoints.md` is made by it.
package struct HistoryTable: Sendable {
  private let series: Int
  private var generator: SeededGenerator
  /// The lines so far.
  package private(set) var rows: [DetectorTable.Row] = []

  /// - Parameters:
  ///   - series: How many histories are tried for each line.
  ///   - seed: The start of the random sequence.
  package init(series: Int, seed: UInt64) {
    self.series = max(series, 1)
    generator = SeededGenerator(seed: seed)
    orders()
    machines()
    landed()
    modes()
    exact()
    growth()
    unchanged()
  }

  private mutating func count(
    _ name: String, _ goal: DetectorTable.Goal, _ isSuccess: (inout SeededGenerator) -> Bool
  ) {
    let successes = (0..<series).count { _ in isSuccess(&generator) }
    rows.append(
      DetectorTable.Row(
        name: name, rate: ProportionBounds(successes: successes, trials: series), goal: goal))
  }

  private static func between(
    _ low: Double, _ high: Double, _ generator: inout SeededGenerator
  ) -> Double {
    low + (high - low) * NoiseModel.uniform(&generator)
  }

  private static func place(
    _ low: Int, _ high: Int, _ generator: inout SeededGenerator
  ) -> Int {
    Int(between(Double(low), Double(high), &generator))
  }

  private static func isNear(_ changes: [ChangePoint], _ places: [Int], within doubt: Int) -> Bool {
    changes.count == places.count
      && zip(changes, places).allSatisfy { abs($0.index - $1) <= doubt }
  }

  // MARK: - Order

  /// What is wrong with the dates of commits.
  private enum Dates: String, CaseIterable {
    case backdated = "3 of 60 to 200 commits are dated 30 days back"
    case clock = "a clock is set back 20 days for 12 commits"
    case merged = "a branch of 5 to 12 commits is merged 40 days after its dates"
    case rebased = "15 rebased commits have one date"

    /// The dates of commits, one a day, in the order of the commits.
    func dates(_ count: Int, _ generator: inout SeededGenerator) -> [Int64] {
      let day: Int64 = 86_400_000
      var dates = (0..<count).map { Int64($0) * day + 1_700_000_000_000 }
      switch self {
      case .backdated:
        for _ in 0..<3 { dates[HistoryTable.place(31, count, &generator)] -= 30 * day }
      case .clock:
        let first = HistoryTable.place(21, count - 12, &generator)
        for place in first..<first + 12 { dates[place] -= 20 * day }
      case .merged:
        let first = HistoryTable.place(42, count - 12, &generator)
        for place in first..<first + HistoryTable.place(5, 12, &generator) {
          dates[place] -= 40 * day
        }
      case .rebased:
        let first = HistoryTable.place(0, count - 15, &generator)
        for place in first..<first + 15 { dates[place] = dates[first] }
      }
      return dates
    }
  }

  private mutating func orders() {
    for dates in Dates.allCases {
      count("\(dates.rawValue), a step of 5 to 20 %: placed within 2", .atLeast(0.95)) {
        generator in
        let count = Self.place(60, 200, &generator)
        let step = Self.place(15, count - 12, &generator)
        let height = 1 + Self.between(0.05, 0.2, &generator)
        let values = NoiseModel.normal.series(count: count, using: &generator).enumerated().map {
          100 * ($0 < step ? 1 : height) * (1 + 0.005 * $1)
        }
        let times = dates.dates(count, &generator)
        let commits = (0..<count).map { _ in
          let hash = String(generator.next(), radix: 16)
          return String(repeating: "0", count: 40 - hash.count) + hash
        }
        // A file has its points in the order of their dates, and dates that are equal in any.
        let read = commits.indices.sorted { (times[$0], commits[$0]) < (times[$1], commits[$1]) }
        let places = RevisionOrder(oldestFirst: commits)
          .places(times: read.map { times[$0] }, commits: read.map { commits[$0] })
        let ordered = places.map { values[read[$0]] }
        return Self.isNear(ChangePointDetector().changePoints(in: ordered), [step], within: 2)
      }
    }
  }

  // MARK: - Machines

  /// Values of a code's levels on machines' speeds.
  private static func measured(
    _ machines: [String], _ speeds: [String: Double], _ generator: inout SeededGenerator,
    level: (Int) -> Double
  ) -> [Double] {
    let noise = between(0.003, 0.01, &generator)
    return NoiseModel.normal.series(count: machines.count, using: &generator).enumerated().map {
      100 * level($0) * (speeds[machines[$0]] ?? 1) * (1 + noise * $1)
    }
  }

  private mutating func machines() {
    func replaced(_ count: Int, _ generator: inout SeededGenerator) -> [String] {
      let bounds = (1...2).map { _ in Self.place(15, count - 12, &generator) }.sorted()
      return (0..<count).map { place in "machine \(bounds.count { $0 <= place })" }
    }
    func speeds(_ generator: inout SeededGenerator) -> [String: Double] {
      Dictionary(
        uniqueKeysWithValues: (0..<4).map { number in
          ("machine \(number)", Self.between(0.7, 1.4, &generator))
        })
    }
    count("machines are replaced once or twice: the code is blamed", .atMost(0.02)) { generator in
      let machines = replaced(200, &generator)
      let values = Self.measured(machines, speeds(&generator), &generator) { _ in 1 }
      return !SeriesCheck(name: "", values: values, machines: machines).codeAlarms.isEmpty
    }
    count("the same, a step of 5 % elsewhere: the code is blamed for it alone", .atLeast(0.93)) {
      generator in
      let machines = (0..<200).map { $0 < 60 ? "machine 0" : "machine 1" }
      let step = Self.place(90, 180, &generator)
      let values = Self.measured(machines, speeds(&generator), &generator) {
        $0 < step ? 1 : 1.05
      }
      let alarms = SeriesCheck(name: "", values: values, machines: machines).codeAlarms
      return Self.isNear(alarms.map(\.point), [step], within: 3)
    }
    for many in 2...4 {
      func turns(_ generator: inout SeededGenerator) -> [String] {
        (0..<200).map { _ in
          // Some machines measure more often than others.
          let draw = NoiseModel.uniform(&generator)
          return "machine \(Int(draw * draw * Double(many)))"
        }
      }
      count("\(many) machines in turns, 5 % on all: placed within 4, alone", .atLeast(28.0 / 30)) {
        generator in
        let machines = turns(&generator)
        let step = Self.place(60, 160, &generator)
        let values = Self.measured(machines, speeds(&generator), &generator) {
          $0 < step ? 1 : 1.05
        }
        let alarms = SeriesCheck(name: "", values: values, machines: machines).codeAlarms
        return Self.isNear(alarms.map(\.point), [step], within: 4)
      }
      count("\(many) machines in turns: the code is blamed", .atMost(0.02)) { generator in
        let machines = turns(&generator)
        let values = Self.measured(machines, speeds(&generator), &generator) { _ in 1 }
        return !SeriesCheck(name: "", values: values, machines: machines).codeAlarms.isEmpty
      }
    }
  }

  // MARK: - Land, revert, land

  private mutating func landed() {
    let trials = (1...3).flatMap { visits in (1...8).map { (visits, $0, 25) } }
    for (visits, nights, after) in trials + [(4, 2, 60), (5, 4, 120)] {
      count(
        "\(visits) visits of \(nights) nights, then for good: found by the \(after)th",
        .atLeast(0.95)
      ) { generator in
        let height = Self.between(3, 15, &generator)
        let noise = height / Self.between(8, 25, &generator)
        var levels: [Double] = []
        for _ in 0..<visits {
          levels += Array(repeating: 0, count: Self.place(20, 50, &generator))
          levels += Array(repeating: height, count: nights)
        }
        levels += Array(repeating: 0, count: Self.place(20, 50, &generator))
        let last = levels.count
        levels += Array(repeating: height, count: after)
        let values = zip(
          levels, NoiseModel.normal.series(count: levels.count, using: &generator)
        ).map { 100 + $0 + noise * $1 }
        return ChangePointDetector().changePoints(in: values)
          .contains { abs($0.index - last) <= 3 }
      }
    }
  }

  private mutating func modes() {
    for (low, high) in [(5, 15), (15, 30), (30, 55)] {
      count("two modes, stays of \(low) to \(high) points: silent", .atLeast(0.99)) { generator in
        var levels: [Double] = []
        var isHigh = false
        for _ in 0..<Self.place(8, 16, &generator) {
          levels += Array(
            repeating: isHigh ? 110 : 100, count: Self.place(low, high + 1, &generator))
          isHigh.toggle()
        }
        let values = zip(
          levels, NoiseModel.normal.series(count: levels.count, using: &generator)
        ).map { $0 + 0.5 * $1 }
        return ChangePointDetector().changePoints(in: values).isEmpty
      }
    }
  }

  // MARK: - Values without noise

  private mutating func exact() {
    for tail in 1...5 {
      count("a count that stayed, another in the last \(tail): placed", .atLeast(1)) { generator in
        let count = Self.place(25, 300, &generator)
        let before = NoiseModel.uniform(&generator) < 0.3 ? 0 : Self.place(1, 100_000, &generator)
        let after = before + Self.place(1, 100, &generator)
        let values =
          Array(repeating: Double(before), count: count)
          + Array(repeating: Double(after), count: tail)
        return ChangePointDetector().changePoints(in: values).map(\.index) == [count]
      }
    }
    count("a count that wobbles by 1: alarmed", .atMost(0.02)) { generator in
      let count = Self.place(30, 300, &generator)
      let share = Self.between(0.02, 0.5, &generator)
      let values = (0..<count).map { _ in
        1000 + (NoiseModel.uniform(&generator) < share ? 1.0 : 0)
      }
      return !ChangePointDetector().changePoints(in: values).isEmpty
    }
  }

  private mutating func growth() {
    // What chance hides: a step that a slope the other way makes up for, a beginning within the
    // noise.
    let goals: [GrowingSeries.Kind: [Double]] = [
      .uneven: [0.9, 0.9, 0.85], .wandering: [0.9, 0.9, 0.85], .noisy: [0.85, 0.85, 0.8],
      .flatThenNoisy: [0.9, 0.75, 0.6],
    ]
    for kind in GrowingSeries.Kind.allCases {
      for steps in 0...2 {
        let goal = goals[kind]?[steps] ?? 0.97
        count("\(kind.title), \(steps) steps: one drift and they alone", .atLeast(goal)) {
          generator in
          let series = GrowingSeries(kind, steps: steps, using: &generator)
          let findings = ChangePointDetector().findings(in: series.values)
          return findings.drifts.count == 1
            && Self.isNear(findings.changes, series.steps, within: kind.isNoisy ? 3 : 0)
        }
      }
    }
  }

  // MARK: - No change

  /// 23 kinds of series without a change, of which 30 each are 690.
  private mutating func unchanged() {
    var alarms = 0
    var trials = 0
    func search(_ values: [Double]) {
      let findings = ChangePointDetector().findings(in: values)
      trials += 1
      if !findings.changes.isEmpty || !findings.drifts.isEmpty { alarms += 1 }
    }
    for _ in 0..<series {
      for noise in NoiseModel.allCases {
        for count in [40, 100, 300] { search(noise.series(count: count, using: &generator)) }
      }
      for kind in [HardSeries.louder, .volatile] {
        search(kind.series(count: 300, using: &generator))
      }
    }
    rows.append(
      DetectorTable.Row(
        name: "23 kinds of series without a change: alarmed",
        rate: ProportionBounds(successes: alarms, trials: trials), goal: .atMost(0.01)))
  }
}

extension GrowingSeries.Kind {
  /// What it is called in a table.
  fileprivate var title: String {
    switch self {
    case .even: "grows evenly"
    case .compound: "grows by one share"
    case .drawn: "grows by drawn amounts"
    case .uneven: "grows with some commits"
    case .wandering: "grows and falls a little"
    case .noisy: "grows under noise"
    case .flatThenEven: "a level, then grows evenly"
    case .flatThenNoisy: "a level, then grows under noise"
    }
  }
}
