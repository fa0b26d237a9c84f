internal import HistoryExchange
internal import HistoryReports
internal import OrderedJSON
internal import Testing
internal import TimingHistory

@Suite("Reports of a check")
struct CheckReportTests {
  /// The report of a table with one series.
  private func report(
    _ values: [Double], explaining point: Int? = nil
  ) throws -> JSONValue {
    let text = "value\n" + values.map { "\($0)\n" }.joined()
    let table = try SeriesTable(Array(text.utf8), name: "s")
    let settings = CheckSettings(explained: point)
    let checked = table.series.map { CheckedSeries($0, of: table, settings: settings) }
    let document = try JSONValue(parsing: Array(CheckReport.json.text(of: checked).utf8))
    return try #require(document["series"]?.elements?.first)
  }

  private static let step = Array(repeating: [1.0, 1.01, 1.02, 1.01], count: 10).flatMap { $0 }
    .enumerated().map { $0 < 25 ? $1 : $1 * 1.5 }

  @Test("JSON has the fields that are promised, in the order of their names")
  func fields() throws {
    let series = try report(Self.step, explaining: 25)
    #expect(
      series.fields?.map(\.name) == ["changePoints", "explanation", "name", "smallestChange"])
    #expect(series["name"]?.string == "s")
    let change = try #require(series["changePoints"]?.elements?.first)
    #expect(
      change.fields?.map(\.name) == ["after", "before", "cause", "effect", "evidence", "index"])
    #expect(change["index"]?.integer == 25)
    #expect(change["cause"]?.string == "unexplained")
    #expect(abs((change["effect"]?.number ?? 0) - 0.5) < 0.02)
    #expect(series["explanation"]?["index"]?.integer == 25)
    #expect(series["explanation"]?["isChange"]?.bool == true)
  }

  @Test("Only changes from a date or after a commit on are alarms; JSON names both")
  func newSince() throws {
    let rows = (0..<60).map { place in
      "2026-01-\(place / 2 + 1)T0\(place % 2):00:00Z,abcd\(place),"
        + "\(Double(place % 3) + (place < 30 ? 100 : 150))"
    }
    let text = "time,commit,value\n" + rows.joined(separator: "\n") + "\n"
    let input = try CheckInput(path: "s.csv", bytes: Array(text.utf8))
    func verdict(_ moment: String?) throws -> CheckVerdict {
      let settings = CheckSettings(
        newSince: try moment.map { try #require(CheckMoment($0)) })
      let series = try #require(input.table.series.first)
      let checked = CheckedSeries(series, of: input.table, settings: settings)
      #expect(checked.origins.map(\.commit) == ["abcd30"])
      let json = CheckReport.json.text(of: [checked])
      #expect(json.contains("\"commit\": \"abcd30\"") && json.contains("2026-01-16T00:00:00Z"))
      return checked.verdict
    }
    #expect(try verdict(nil) == .codeAlarm)
    #expect(try verdict("2026-01-16") == .codeAlarm)
    #expect(try verdict("2026-01-17") == .older)
    #expect(try verdict("abcd29") == .codeAlarm)
    #expect(try verdict("abcd30") == .older)
    // What is not known passes nothing.
    #expect(try verdict("ffff0000") == .codeAlarm)
    #expect(CheckMoment("x") == nil && CheckMoment("no commit") == nil)
    #expect(!CheckVerdict.older.isAlarm)
  }

  @Test("A change too large for a number is the string Infinity")
  func infiniteChange() throws {
    let levels = Array(repeating: 1e-300, count: 20) + Array(repeating: 1e300, count: 20)
    let values = zip(levels, 0...).map { level, place in level * (1 + 0.01 * Double(place % 3)) }
    let series = try report(values)
    let change = try #require(series["changePoints"]?.elements?.first)
    #expect(change["effect"]?.string == "Infinity")
  }

  /// The text of a table with the columns series, time, commit and value.
  private func text(_ rows: [String]) throws -> String {
    let bytes = Array(("series,time,commit,value\n" + rows.joined(separator: "\n") + "\n").utf8)
    let input = try CheckInput(path: "s.csv", bytes: bytes)
    return CheckReport.table.text(
      of: input.table.series.map {
        CheckedSeries($0, of: input.table, settings: CheckSettings())
      })
  }

  private func rows(_ name: String, change: Int, to factor: Double) -> [String] {
    (0..<40).map {
      let day = "2026-01-\($0 < 9 ? "0" : "")\($0 % 31 + 1)"
      let time = $0 < 31 ? day : "2026-02-0\($0 - 30)"
      let value = (100 + Double($0 % 3)) * ($0 < change ? 1 : factor)
      return "\(name),\(time)T00:00:00Z,commit\($0),\(value)"
    }
  }

  @Test("The newest and largest alarms come first, with the commit and the day")
  func order() throws {
    let text = try text(
      rows("quiet", change: 40, to: 1) + rows("old", change: 15, to: 3)
        + rows("small", change: 25, to: 1.5) + rows("large", change: 25, to: 2))
    let lines = text.split(separator: "\n").map(String.init)
    let names = ["large", "small", "old", "quiet"]
    let order = lines.compactMap { line in names.first { line.hasPrefix($0) } }
    #expect(order == names)
    #expect(lines.contains { $0.hasPrefix("large") && $0.contains("(commit25, 2026-01-26)") })
  }

  @Test("Changes at one commit are one event; far apart levels are written as a factor")
  func events() throws {
    let text = try text(
      rows("a", change: 20, to: 1.5) + rows("b", change: 20, to: 1190)
        + rows("c", change: 28, to: 2))
    #expect(text.contains("commit20, 2026-01-21: 2 series: b × 1190, a +50.0 %"))
    #expect(!text.contains("commit28, 2026-01-29: 1"))
    #expect(!(try self.text(rows("c", change: 28, to: 2)).contains("Changes at one commit")))
  }
}
