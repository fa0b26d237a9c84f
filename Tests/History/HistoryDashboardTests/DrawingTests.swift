internal import Foundation
internal import Measuring
internal import Testing
internal import TimingHistory

@testable internal import HistoryDashboard

#if canImport(FoundationXML)
  internal import FoundationXML
#endif

@Suite("A series as a picture")
struct DrawingTests {
  /// Counts elements by name and class while an independent parser reads the whole document.
  private final class Elements: NSObject, XMLParserDelegate {
    var counts: [String: Int] = [:]
    var texts: [String: String] = [:]
    private var current = ""

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      current = name
      let style = attributes["class"].map { ".\($0)" } ?? ""
      counts[name + style, default: 0] += 1
      for key in attributes.keys where key.hasPrefix("on") { counts["event", default: 0] += 1 }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      texts[current, default: ""] += text
    }
  }

  private func elements(of text: String) throws -> Elements {
    let parser = XMLParser(data: Data(text.utf8))
    let elements = Elements()
    parser.delegate = elements
    #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")\n\(text)")
    return elements
  }

  private func drawing(_ store: HistoryStore) throws -> TimelineDrawing {
    let report = try InventedHistory.report(store)
    return TimelineDrawing(of: try #require(report.series.first), in: report)
  }

  @Test("Line, band, levels, changes, environments and the newest value are there")
  func parts() throws {
    let report = try InventedHistory.example.get()
    let series = try #require(report.series.first { $0.record.name == "lz × level 1 × 24 MB" })
    let elements = try elements(of: TimelineDrawing(of: series, in: report).text)
    #expect(elements.counts["path.line"] == 1)
    #expect(elements.counts["path.band"] == 1)
    #expect(elements.counts["path.level"] == 2)
    #expect(elements.counts["path.worse"] == 1)
    #expect(elements.counts["text.worse"] == 1)
    #expect(elements.counts["path.environment dashed"] == 1)
    #expect(elements.counts["circle.dot"] == 1)
    #expect(elements.counts["text.newest"] == 1)
    #expect(elements.texts["title"]?.contains("lz × level 1 × 24 MB") == true)
    let description = try #require(elements.texts["desc"])
    #expect(description.hasPrefix("100 runs from 2025-11-22 to 2026-03-01; newest "))
    #expect(description.contains("Status: regressed. Level changed by +"))
  }

  @Test("It is light or dark as its reader's system, and named for those who do not see it")
  func frame() throws {
    let text = try drawing(try InventedHistory.store([1, 2, 3])).text
    #expect(text.contains("@media (prefers-color-scheme:dark)"))
    #expect(text.contains("role=\"img\" aria-labelledby=\"title description\""))
    #expect(text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 800 320\""))
    #expect(!text.contains("http://") || text.components(separatedBy: "http").count == 2)
  }

  @Test("A line begins where the first point is and ends at the last, at the known heights")
  func geometry() throws {
    // Two values 90 and 110: the middle is 100, and 12 % of the half are left above and below.
    let text = try drawing(try InventedHistory.store([90, 110])).text
    let line = try #require(text.range(of: "<path class=\"line\" d=\""))
    let path = text[line.upperBound...].prefix { $0 != "\"" }
    let numbers = path.split { !"0123456789.".contains($0) }.compactMap { Double($0) }
    #expect(numbers.count == 4)
    // From 70 to 800 − 96 across; from 282 up to 62, of which 5.36 % are room.
    #expect(numbers[0] == 70 && numbers[2] == 704)
    let room = (282.0 - 62) * (1 - 1 / 1.12) / 2
    #expect(abs(numbers[1] - (282 - room)) < 0.06)
    #expect(abs(numbers[3] - (62 + room)) < 0.06)
  }

  @Test("Hostile names stay text in a whole document")
  func escaping() throws {
    for hostile in InventedHistory.hostileTexts {
      let series = SeriesRecord(name: hostile, unit: hostile)
      let text = try drawing(try InventedHistory.store([1, 2], series: series)).text
      let elements = try elements(of: text)
      #expect(elements.counts["script"] == nil && elements.counts["img"] == nil)
      #expect(elements.counts["event"] == nil)
      #expect(elements.counts["svg"] == 1)
    }
  }

  @Test("No, one, equal, huge, tiny and negative values make a picture too")
  func extremes() throws {
    let cases: [[Double]] = [
      [5], [5, 5, 5], [0, 0], [1e308, -1e308], [1e-300, 2e-300], [-3, -1, -2],
      [.greatestFiniteMagnitude, .greatestFiniteMagnitude],
    ]
    for values in cases {
      let text = try drawing(try InventedHistory.store(values)).text
      #expect(!text.contains("nan") && !text.contains("inf"), "\(values)")
      _ = try elements(of: text)
    }
    let report = try InventedHistory.report(try HistoryStore())
    let nothing = ReportedSeries(
      record: SeriesRecord(name: "new"), state: .ok, light: .ok, reason: nil,
      watchesRatios: false, points: [], changes: [])
    let text = TimelineDrawing(of: nothing, in: report).text
    #expect(text.contains("Nothing was measured yet."))
    _ = try elements(of: text)
  }

  @Test("Times that no calendar has make a picture too", arguments: [Int64.max, -.max])
  func farTimes(time: Int64) throws {
    let store = try HistoryStore()
    for place in 0..<2 {
      let run = try store.beginRun(RunRecord(kind: "test", startedAt: time))
      let session = try store.beginSession(SessionRecord(startedAt: time, clock: .wall), in: run)
      _ = try store.addMeasurement(
        MeasurementRecord(series: SeriesRecord(name: "s"), value: Double(place + 1)), to: session)
      try store.finish(run, at: time)
    }
    let text = try drawing(store).text
    // The calendar of the time before 1582 is another by two days.
    #expect(text.contains(time > 0 ? "9999-12-31" : "0001-01-0"))
    #expect(text.contains("class=\"line\" d=\"M387"), "a time stands in the middle")
    _ = try elements(of: text)
  }

  @Test("Words of crowded changes give way, their lines do not")
  func crowd() throws {
    let report = SyntheticReport.report(series: 1, nights: 200)
    let whole = report.series[0]
    let crowded = ReportedSeries(
      record: whole.record, state: .ok, light: .ok, reason: nil, watchesRatios: false,
      points: whole.points,
      changes: [50, 52, 54, 150].map {
        ReportedChange(index: $0, effect: -0.1, cause: .environment)
      })
    let elements = try elements(of: TimelineDrawing(of: crowded, in: report).text)
    #expect(elements.counts["path.environment"] == 4)
    #expect(elements.counts["text.environment"] == 2)
  }

  @Test("Ticks are round, inside the range, and about as many as asked for")
  func ticks() {
    #expect(AxisTicks.values(in: 0...10, count: 5) == [0, 2, 4, 6, 8, 10])
    #expect(AxisTicks.values(in: 93...107, count: 4) == [95, 100, 105])
    #expect(AxisTicks.values(in: 5...5, count: 4) == [5])
    for (low, high) in [(0.0123, 0.0131), (-7.0, 9.0), (1e6, 9e9), (1e-12, 3e-12)] {
      let ticks = AxisTicks.values(in: low...high, count: 5)
      #expect((2...11).contains(ticks.count), "\(low) \(high)")
      #expect(ticks.allSatisfy { $0 >= low - 1e-9 * high && $0 <= high * (1 + 1e-9) })
    }
    #expect(AxisTicks.places(of: [0.25, 0.3, 0.35]) == 2)
    #expect(AxisTicks.places(of: [10, 20]) == 0)
  }
}
