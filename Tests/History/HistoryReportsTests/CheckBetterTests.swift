internal import HistoryExchange
internal import HistoryReports
internal import Measuring
internal import Testing
internal import TimingHistory

@Suite("Checks that know what is better")
struct CheckBetterTests {
  /// The verdict on a series of two levels.
  private func verdict(
    to level: Double, unit: String? = nil, better: CheckBetter?, then last: Double? = nil
  ) throws -> CheckVerdict {
    let levels =
      Array(repeating: 100.0, count: 30) + Array(repeating: level, count: 30)
      + Array(repeating: last ?? level, count: last == nil ? 0 : 30)
    let rows = levels.enumerated().map { place, level in
      "\(level * (1 + 0.01 * Double(place * 7 % 5)))" + (unit.map { ",\($0)" } ?? "")
    }
    let header = unit == nil ? "value" : "value,unit"
    let input = try CheckInput(
      path: "s.csv", bytes: Array(([header] + rows).joined(separator: "\n").utf8))
    let series = try #require(input.table.series.first)
    return CheckedSeries(
      series, of: input.table, settings: CheckSettings(better: better)
    ).verdict
  }

  @Test("A change for the better is no alarm, one for the worse is")
  func direction() throws {
    #expect(try verdict(to: 80, better: nil) == .codeAlarm)
    #expect(try verdict(to: 80, better: .lower) == .better)
    #expect(try verdict(to: 120, better: .lower) == .codeAlarm)
    #expect(try verdict(to: 80, better: .higher) == .codeAlarm)
    #expect(try verdict(to: 120, better: .higher) == .better)
    #expect(!CheckVerdict.better.isAlarm)
  }

  @Test(
    "The unit tells, where there is one",
    arguments: [("ns", true), ("MB", true), ("ops/s", false), ("fps", false)])
  func units(unit: String, isLowerBetter: Bool) throws {
    #expect(
      try verdict(to: 80, unit: unit, better: .unit) == (isLowerBetter ? .better : .codeAlarm))
    #expect(
      try verdict(to: 120, unit: unit, better: .unit) == (isLowerBetter ? .codeAlarm : .better))
  }

  @Test("Without a unit every change is an alarm")
  func unknown() throws {
    #expect(try verdict(to: 80, better: .unit) == .codeAlarm)
    #expect(try verdict(to: 120, better: .unit) == .codeAlarm)
  }

  @Test("One change for the worse among several is an alarm")
  func several() throws {
    #expect(try verdict(to: 80, better: .lower, then: 100) == .codeAlarm)
    #expect(try verdict(to: 80, better: .lower, then: 60) == .better)
  }

  @Test("A slow rise is an alarm for times only")
  func drifts() throws {
    let rows = (0..<400).map { "\(100 * (1 + 0.001 * Double($0)) + Double($0 * 7 % 5) * 0.1)" }
    let input = try CheckInput(
      path: "s.csv", bytes: Array((["value"] + rows).joined(separator: "\n").utf8))
    let series = try #require(input.table.series.first)
    func verdict(_ better: CheckBetter) -> CheckVerdict {
      CheckedSeries(
        series, of: input.table, settings: CheckSettings(better: better)
      ).verdict
    }
    #expect(verdict(.lower).isAlarm)
    #expect(verdict(.higher) == .better)
  }

  @Test(
    "A series of a history that says what is better needs nobody to ask, and is not overruled",
    arguments: [
      (BenchmarkMetric.Better?.none, 80.0, "code alarm"), (.less, 80, "better"),
      (.less, 120, "code alarm"), (.more, 80, "code alarm"), (.more, 120, "better"),
      (.equal, 80, "code alarm"), (.equal, 120, "code alarm"),
    ])
  func ownDirection(better: BenchmarkMetric.Better?, level: Double, verdict: String) throws {
    let store = try HistoryStore()
    let series = SeriesRecord(name: "m", unit: "", metric: "m", better: better)
    for place in 0..<60 {
      let run = try store.beginRun(RunRecord(kind: "run", startedAt: Int64(place) * 1000))
      let session = try store.beginSession(
        SessionRecord(startedAt: Int64(place) * 1000, clock: .wall), in: run)
      let value = (place < 30 ? 100 : level) * (1 + 0.01 * Double(place * 7 % 5))
      _ = try store.addMeasurement(MeasurementRecord(series: series, value: value), to: session)
      try store.finish(run, at: Int64(place) * 1000 + 1)
    }
    let points = try store.points(of: "m")
    for asked in [CheckBetter?.none, .lower, .higher] where better != nil || asked == nil {
      let checked = CheckedSeries(
        points, of: series, settings: CheckSettings(better: asked))
      #expect(checked.verdict.description == verdict)
    }
    let text = CheckReport.table.text(
      of: [CheckedSeries(points, of: series, settings: CheckSettings())])
    let words = level < 100 ? "fell" : "rose"
    #expect(text.contains(words) == (better == .more))
  }
}
