internal import HistoryExchange
internal import Measuring
internal import Testing
internal import TimingHistory

@testable internal import HistoryDashboard

@Suite("Reports of other programs' series")
struct TableReportTests {
  private func rows(_ header: String, _ rows: [String]) throws -> SeriesTable {
    try SeriesTable(Array(([header] + rows).joined(separator: "\n").utf8), name: "s")
  }

  @Test("A report of tables is the report of the history that they were imported to")
  func sameAsHistory() throws {
    let kinds = ["", "95 %", "stddev"]
    let lines = (0..<80).flatMap { place -> [String] in
      let time = 1_600_000_000_000 + place * 86_400_000
      let level = place < 40 ? 100.0 : 130
      let value = level * (1 + 0.01 * Double(place * 7 % 5))
      return [
        "a,ns/iter,\(time),c\(place / 2),\(value),3 %,\(kinds[place % 3]),tiny",
        "b,ops/s,\(time),c\(place / 2),\(1e6 / value),,,tiny",
      ]
    }
    let text = (["series,unit,time,commit,value,range,interval,machine"] + lines).joined(
      separator: "\n")
    let table = try SeriesTable(Array(text.utf8), name: "s")
    let report = HistoryReport(of: [(table, table.series.map(\.name))], madeAt: 5)
    let store = try HistoryStore()
    try store.add(ExchangeFormat.csv.document(from: Array(text.utf8)), at: 5)
    #expect(try report == HistoryReport(of: store, madeAt: 5))
    #expect(report.runs.count == 80)
    #expect(report.runs.allSatisfy { $0.machine == "tiny" })
    #expect(report.series.map(\.light) == [.risen, .risen])
    let markdown = ReportMarkdown.text(of: report)
    #expect(markdown.contains("+30.0 % on"))
    #expect(markdown.contains("fell 23.1 % on"), "\(markdown)")
    #expect(HistoryReport(of: [(table, ["a", "x"])], madeAt: 5, series: "x").series.count == 1)
  }

  @Test("A machine that replaces another is the environment, one that takes turns hides no step")
  func machines() throws {
    func report(_ rows: [String]) throws -> HistoryReport {
      let text = (["time,commit,value,machine"] + rows).joined(separator: "\n")
      let table = try SeriesTable(Array(text.utf8), name: "s")
      let report = HistoryReport(of: [(table, ["s"])], madeAt: 5)
      let store = try HistoryStore()
      try store.add(ExchangeFormat.csv.document(from: Array(text.utf8), name: "s"), at: 5)
      #expect(try report == HistoryReport(of: store, madeAt: 5))
      let check = try store.check("s")
      #expect(check.changes.map(\.cause) == report.series[0].changes.map(\.cause))
      return report
    }
    func row(_ place: Int, _ level: Double, _ machine: String) -> String {
      let noise = 1 + 0.004 * Double([0, 3, 1, 4, 2, 6, 5][place * 3 % 7])
      return "\(1_600_000_000_000 + place * 86_400_000),c\(place),\(level * noise),\(machine)"
    }
    let replaced = try report(
      (0..<60).map { row($0, $0 < 30 ? 100 : 120, $0 < 30 ? "old" : "new") })
    #expect(replaced.series[0].changes.map(\.cause) == [.environment])
    #expect(replaced.series[0].light == .ok)
    let turns = try report(
      (0..<80).map { place in
        let isFast = place / 2 % 2 == 0
        return row(
          place, (isFast ? 100 : 140) * (place < 40 ? 1 : 1.05), isFast ? "fast" : "slow")
      })
    #expect(turns.series[0].changes.map(\.cause) == [.unexplained])
    #expect(abs((turns.series[0].changes.first?.index ?? 0) - 40) <= 3)
    #expect(turns.series[0].light == .risen)
  }

  @Test("Intervals come from the ends or from a range, gaps and old points are left out")
  func intervals() throws {
    let table = try rows(
      "time,value,range",
      ["1600000000,10,± 2", "1600086400,x,1", "1600172800,20,5 %", "1600259200,30,"])
    let report = HistoryReport(of: [(table, ["s"])], madeAt: 5)
    let points = try #require(report.series.first?.points)
    #expect(points.map(\.value) == [10, 20, 30])
    #expect(
      points.map(\.interval) == [
        Interval(lower: 8, upper: 12), Interval(lower: 19, upper: 21), nil,
      ])
    let late = HistoryReport(
      of: [(table, ["s"])], madeAt: 5, since: 1_600_200_000_000)
    #expect(late.series.first?.points.map(\.value) == [30])
    #expect(late.runs.count == 1)
    let ends = try rows("value,lower,upper", ["10,9,12", "11,,"])
    let untimed = HistoryReport(of: [(ends, ["s"])], madeAt: 7)
    #expect(untimed.series.first?.points.first?.interval == Interval(lower: 9, upper: 12))
    #expect(untimed.runs.map(\.startedAt) == [7, 7])
    #expect(untimed.runs.first?.note == "imported without times")
  }

  @Test("A series that ended is retired, and a drift stands where there is no change")
  func lights() throws {
    #expect(SeriesLight(state: .ok, hasUnjudgedRise: true, hasEnded: true) == .ended)
    #expect(SeriesLight(state: .regressed, hasUnjudgedRise: true, hasEnded: true) == .regressed)
    #expect(SeriesLight(state: .accepted, hasUnjudgedRise: false, hasEnded: true) == .ended)
    let lines = (0..<300).map { "1,\(100 + Double($0) * 0.2 + Double($0 * 7 % 5))" }
    let table = try rows("commit,value", lines)
    let report = HistoryReport(of: [(table, ["s"])], madeAt: 5)
    let series = try #require(report.series.first)
    if series.changes.isEmpty {
      #expect(series.drift != nil)
      #expect(ReportMarkdown.text(of: report).contains("drifts +"))
    }
    #expect(series.smallestChange != nil)
  }

  @Test("Units of one repetition are units of time")
  func units() {
    #expect(ValueText.quantity(16_300_000, unit: "ns/iter") == "16.3 ms")
    #expect(ValueText.quantity(2, unit: "seconds") == "2.00 s")
    #expect(ValueText.quantity(3, unit: "iter/s") == "3.00 iter/s")
    #expect(TimeUnit(name: "ns/byte") == nil)
    #expect(ValueText.change(-0.14, .more) == "fell 14.0 %")
    #expect(ValueText.change(0.14, .less) == "+14.0 %")
    #expect(ValueText.change(1189, .less) == "× 1190")
  }
}
