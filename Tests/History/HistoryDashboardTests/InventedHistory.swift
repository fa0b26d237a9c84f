internal import Measuring
internal import TimingHistory

@testable internal import HistoryDashboard

/// Small histories whose figures each test can state.
enum InventedHistory {
  static let day: Int64 = 86_400_000
  /// 2026-03-01 02:00 UTC.
  static let start: Int64 = 1_772_330_400_000

  /// Adds a run with one value of a series and no samples.
  @discardableResult
  static func addRun(
    to store: HistoryStore, day place: Int, value: Double, series: SeriesRecord,
    commit: String? = "c0ffee", note: String? = nil, code: String? = "code 1",
    environment: EnvironmentRecord? = EnvironmentRecord([.cpuModel: .known("EPYC")])
  ) throws -> RunID {
    let time = start + Int64(place) * day
    let run = try store.beginRun(
      RunRecord(
        kind: "test", startedAt: time, commit: commit, environment: environment, note: note))
    let session = try store.beginSession(SessionRecord(startedAt: time, clock: .wall), in: run)
    _ = try store.addMeasurement(
      MeasurementRecord(series: series, codeHash: code, inputHash: "input", value: value),
      to: session)
    try store.finish(run, at: time + 1)
    return run
  }

  /// Values around a level, every second a little above it.
  static func values(_ levels: [(count: Int, level: Double)]) -> [Double] {
    levels.flatMap { count, level in
      (0..<count).map { level * (1 + 0.001 * Double([0, 3, 1, 4, 2][$0 % 5])) }
    }
  }

  /// A history of one series; the code is another one from each place in `builds` on.
  static func store(
    _ values: [Double], builds: [Int] = [],
    series: SeriesRecord = SeriesRecord(
      name: "simd × photo", parameters: [BenchmarkParameter("kernel", "simd")], items: 1000)
  ) throws -> HistoryStore {
    let store = try HistoryStore()
    for (place, value) in values.enumerated() {
      try addRun(
        to: store, day: place, value: value, series: series,
        code: "code \(builds.count { place >= $0 })")
    }
    return store
  }

  /// The example of 100 nights, made once: it takes seconds in a debug build.
  static let example = Result {
    let store = try HistoryStore()
    try ExampleHistory(endingAt: start).record(in: store)
    return try report(store)
  }

  static func report(_ store: HistoryStore) throws -> HistoryReport {
    try HistoryReport(of: store, madeAt: start + 1000 * day)
  }

  /// Texts that would do harm in a page that took them for more than text.
  static let hostileTexts = [
    "</script><script>alert(1)</script>", "<!--<script>", "]]>", "\" onload=\"alert(1)",
    "' onfocus='alert(1)", "<img src=x onerror=alert(1)>", "&lt;b&gt;", "${alert(1)}",
    "a\u{2028}b\u{2029}c", "bell\u{7}escape\u{1B}[31m\u{9B}31m", "\\\"};alert(1)//",
    "| a | b |\n# heading", "[link](javascript:alert(1)) ![picture](x)", "@everyone `code`",
    "🦄 ×\u{202E}gnp.exe",
  ]
}
