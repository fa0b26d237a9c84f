internal import HistoryExchange
internal import HistoryReports
internal import OrderedJSON
internal import Reporting
internal import Testing
internal import TimingHistory

@Suite("Checks of series that ended, were judged, or are rates")
struct EndedSeriesTests {
  private static let settings = CheckSettings()

  /// Rows of a series whose level changes half way, one a day from a day on.
  private func rows(_ name: String, from day: Int, unit: String = "ns", to level: Double = 120)
    -> [String]
  {
    (0..<60).map { place in
      let value = (place < 30 ? 100 : level) * (1 + 0.01 * Double(place * 7 % 5))
      return "\(name),\(unit),\((day + place) * 86_400_000 + 100_000_000_000),\(value)"
    }
  }

  private func check(_ rows: [String], _ report: CheckReport) throws -> (String, WorkStatus) {
    let text = (["series,unit,time,value"] + rows).joined(separator: "\n")
    let input = try CheckInput(path: "s.csv", bytes: Array(text.utf8))
    var output = ""
    var session = CheckSession(
      settings: Self.settings, report: report, output: { output += $0 }, message: { _ in })
    let status = session.run(files: ["s.csv"]) { _ in input }
    return (output, status)
  }

  @Test("A series that ended is no alarm, and its last run is told")
  func ended() throws {
    let alive = try check(rows("old", from: 0), .table)
    #expect(alive.1 == .slower)
    let (table, status) = try check(
      rows("old", from: 0) + rows("new", from: 400, to: 100), .table)
    #expect(status == .success)
    #expect(table.contains("ended 1973-05-01"), "\(table)")
    let json = try JSONValue(
      parsing: Array(
        check(rows("old", from: 0) + rows("new", from: 400, to: 100), .json).0.utf8))
    let old = try #require(json["series"]?.elements?.first { $0["name"]?.string == "old" })
    #expect(old["ended"]?.string == "1973-05-01T09:46:40Z")
    let new = try #require(json["series"]?.elements?.first { $0["name"]?.string == "new" })
    let smallest = try #require(new["smallestChange"])
    #expect((smallest["effect"]?.number ?? 1) < 0.1)
    #expect(smallest["points"]?.integer == 10)
    #expect((smallest["daysForHalf"]?.number ?? 0) > 10)
  }

  @Test("A page leaves out columns that hold nothing, and has the intervals of other programs")
  func columns() throws {
    let store = try HistoryStore()
    let plain = (["series,unit,time,value"] + rows("t", from: 0)).joined(separator: "\n")
    try store.add(ExchangeFormat.csv.document(from: Array(plain.utf8)), at: 0)
    let page = try SeriesPage("t", of: store).table
    #expect(page.contains("started (UTC)"))
    for column in ["× ref", "samples", "95 % interval", "commit"] {
      #expect(!page.contains(column), "\(column)")
    }
    let ranged = "series,unit,time,commit,value,range\nr,ns,1000,abcd,100,± 5\n"
    try store.add(ExchangeFormat.csv.document(from: Array(ranged.utf8)), at: 0)
    let other = try SeriesPage("r", of: store).table
    #expect(other.contains("95.0 ns – 105 ns"), "\(other)")
    #expect(other.contains("abcd") && !other.contains("samples"))
  }

  @Test("Rates fall and rise")
  func rates() throws {
    #expect(
      try check(rows("r", from: 0, unit: "ops/s", to: 80), .table).0.contains("30 fell 20.0 %"))
    #expect(
      try check(rows("r", from: 0, unit: "ops/s", to: 130), .table).0.contains("30 rose 30.0 %"))
    #expect(try check(rows("t", from: 0, to: 130), .table).0.contains("30 +30.0 %"))
  }

  @Test("What a person accepted is no alarm of a history; what comes later is")
  func accepted() throws {
    let text = (["series,unit,time,value"] + rows("t", from: 0)).joined(separator: "\n")
    let document = try ExchangeFormat.csv.document(from: Array(text.utf8))
    let store = try HistoryStore()
    try store.add(document, at: 0)
    #expect(try store.runs().allSatisfy { $0.machineName == nil })
    func status(_ store: HistoryStore) throws -> WorkStatus {
      var session = CheckSession(
        settings: Self.settings, report: .table, output: { _ in }, message: { _ in })
      return try session.run(store, series: [])
    }
    #expect(try status(store) == .slower)
    try SeriesPage("t", of: store).requireAcceptable()
    try store.apply(.acceptance, to: "t", at: 1, reason: "more exact")
    #expect(try status(store) == .success)
    #expect(throws: HistoryError.self) { try SeriesPage("t", of: store).requireAcceptable() }
    let later = (60..<90).map { place in
      "t,ns,\(place * 86_400_000 + 100_000_000_000),\(150 * (1 + 0.01 * Double(place * 7 % 5)))"
    }
    let more = (["series,unit,time,value"] + later).joined(separator: "\n")
    try store.add(ExchangeFormat.csv.document(from: Array(more.utf8)), at: 0)
    #expect(try status(store) == .slower)
    try SeriesPage("t", of: store).requireAcceptable()
  }
}
