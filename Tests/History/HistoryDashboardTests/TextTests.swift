internal import Foundation
internal import MarkupEscaping
internal import Testing
internal import TimingHistory

@testable internal import HistoryDashboard

@Suite("Reports as text")
struct TextTests {
  @Test("Values have a unit and about three digits")
  func quantities() {
    let expected: [(Double, String, String)] = [
      (7_912_345, "ns", "7.91 ms"), (999.4, "ns", "999 ns"), (999.6, "ns", "1.00 µs"),
      (1.5e9, "ns", "1.50 s"), (12_345, "ns", "12.3 µs"), (0.1234, "ΔE00", "0.123 ΔE00"),
      (0.012_34, "", "0.0123"), (0, "x", "0 x"), (.nan, "ns", "–"), (123_456, "MB", "123456 MB"),
      (-5, "x", "−5.00 x"), (9.996, "x", "10.0 x"),
    ]
    for (value, unit, text) in expected {
      #expect(ValueText.quantity(value, unit: unit) == text)
    }
  }

  @Test("Changes have a sign, and percent of three digits")
  func percents() {
    #expect(ValueText.percent(0.0481) == "+4.81 %")
    #expect(ValueText.percent(-0.1234) == "−12.3 %")
    #expect(ValueText.percent(2.5) == "+250 %")
    #expect(ValueText.percent(0) == "0.00 %")
    #expect(ValueText.percent(.infinity) == "–")
  }

  @Test("Moments are in UTC, and impossible ones do not crash")
  func moments() {
    #expect(ValueText.moment(1_772_330_400_999) == "2026-03-01 02:00")
    #expect(ValueText.day(0) == "1970-01-01")
    #expect(ValueText.day(.max) == "9999-12-31")
    #expect(!ValueText.day(.min).isEmpty)
  }

  @Test("Only hashes are cut short")
  func commits() {
    #expect(ValueText.shortCommit("0123456789abcdef0123") == "0123456789")
    #expect(ValueText.shortCommit("release-2026.03.01") == "release-2026.03.01")
    #expect(ValueText.shortCommit("abc") == "abc")
  }

  @Test("Markdown says what happened first and folds up the rest")
  func markdown() throws {
    let store = try InventedHistory.store(
      InventedHistory.values([(20, 100), (20, 110)]), builds: [20])
    try InventedHistory.addRun(
      to: store, day: 39, value: 5, series: SeriesRecord(name: "quiet", unit: "MB"))
    let text = ReportMarkdown.text(of: try InventedHistory.report(store))
    #expect(text.hasPrefix("### 1 of 2 series may be slower; not confirmed yet\n\n"))
    #expect(text.contains("Newest run: 2026-04-09 02:00 UTC of `c0ffee`; 41 runs in all."))
    let lines = text.split(separator: "\n")
    let risen = try #require(lines.first { $0.contains("simd × photo") })
    #expect(risen.hasPrefix("| ↑ risen | simd × photo | 110 ns | +"))
    #expect(risen.contains(" % on 2026-03-21 at `c0ffee` | "))
    let details = try #require(text.range(of: "<details><summary>1 series without news"))
    let quiet = try #require(text.range(of: "| ● ok | quiet | 5.00 MB | none |"))
    #expect(details.lowerBound < quiet.lowerBound)
    #expect(!text.contains("environment last changed"))
  }

  @Test("Markdown of the example tells that it is one, and when the machine changed")
  func markdownOfExample() throws {
    let store = try HistoryStore()
    try ExampleHistory(nights: 10, endingAt: InventedHistory.start, rounds: 1).record(in: store)
    var report = try InventedHistory.report(store)
    report.isExample = true
    let text = ReportMarkdown.text(of: report)
    #expect(text.contains("An example: these figures are made up."))
    // 38 % of ten nights are three: the fourth, six days before the last.
    #expect(
      text.contains(
        "The environment last changed on 2026-02-23 (system kernel, Swift compiler)."))
  }

  @Test("A name cannot end a cell, call people or begin markup")
  func markdownEscaping() throws {
    for hostile in InventedHistory.hostileTexts {
      let store = try InventedHistory.store([1], series: SeriesRecord(name: hostile))
      let text = ReportMarkdown.text(of: try InventedHistory.report(store))
      // A headline, a run, and a table of three lines, folded up.
      let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }
      #expect(rows.count == 2)
      let cells = rows[1].replacing("\\|", with: "").split(separator: "|")
      #expect(cells.count == 6)
      for start in ["<script", "<img", "](", "@everyone"] {
        #expect(!rows[1].contains(start))
      }
    }
  }

  @Test("JSON holds every point and change, and says what was watched")
  func json() throws {
    let store = try InventedHistory.store(
      InventedHistory.values([(20, 100), (20, 110)]), builds: [20])
    let text = ReportJSON(of: try InventedHistory.report(store)).text
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(document["schema"] as? Int == 1)
    #expect(document["example"] as? Bool == false)
    #expect((document["runs"] as? [[String: Any]])?.count == 40)
    let series = try #require((document["series"] as? [[String: Any]])?.first)
    #expect(series["status"] as? String == "risen")
    #expect(series["watches"] as? String == "value")
    let points = try #require(series["points"] as? [[String: Any]])
    #expect(points.count == 40 && points[0]["value"] as? Double == 100)
    let changes = try #require(series["changePoints"] as? [[String: Any]])
    #expect(changes.count == 1 && changes[0]["index"] as? Int == 20)
    let environments = try #require(document["environments"] as? [[String: Any]])
    #expect((environments[0]["fields"] as? [String: String])?["cpuModel"] == "EPYC")
  }
}

@Suite("Escaping")
struct EscapingTests {
  @Test("What XML has no place for becomes a mark, and what has a meaning is written out")
  func markup() {
    #expect(
      Markup.xml("a<b>&\"c'\u{0}\u{8}\u{7F}\u{85}\u{FFFE}\n\t×🦄", lineBreaks: .spaces)
        == "a&lt;b&gt;&amp;&quot;c&#39;\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}  ×🦄")
  }

  @Test("JSON in a script keeps its meaning and loses every angle bracket")
  func script() throws {
    let json = "{\"a\":\"</script><!--&\u{2028}\u{2029}\"}"
    let inside = Markup.script(json)
    #expect(inside == "{\"a\":\"\\u003c/script\\u003e\\u003c!--\\u0026\\u2028\\u2029\"}")
    let (before, after) = (Data(json.utf8), Data(inside.utf8))
    #expect(
      try JSONSerialization.jsonObject(with: before) as? [String: String]
        == JSONSerialization.jsonObject(with: after) as? [String: String])
  }
}
