internal import BenchmarkHarness
internal import CommandTestSupport
internal import CommandText
internal import Foundation
internal import HistoryReports
internal import Testing

@testable import KernelBenchmarks

@Suite("Reports")
struct ReportTests {
  @Test("the table has a heading and a table for each image")
  func table() throws {
    try expectGolden(
      SampleResults.text(KernelSource.writer(RunSettings(format: .table))), "table.txt")
  }

  @Test("on a terminal each colour comes with a swatch, and columns still line up")
  func coloredTable() throws {
    let colored = Terminal(isTerminal: true, colors: .trueColor)
    let settings = RunSettings(
      format: .table, swatch: { colored.swatch(red: $0, green: $1, blue: $2) })
    let text = SampleResults.text(KernelSource.writer(settings))
    try expectGolden(text, "table-colored.txt")
    #expect(text != SampleResults.text(KernelSource.writer(RunSettings(format: .table))))
  }

  @Test("the JSON is the documented one, field by field")
  func json() throws {
    try expectGolden(
      SampleResults.text(KernelSource.writer(RunSettings(format: .json))), "results.json"
    )
  }

  @Test("every JSON result has exactly the promised fields, null where nothing is known")
  func jsonFields() throws {
    let text = SampleResults.text(JSONReport())
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(document["schema"] as? Int == 1)
    #expect(Set(document.keys) == ["schema", "environment", "results"])
    let results = try #require(document["results"] as? [[String: Any]])
    #expect(results.count == 7)
    for result in results {
      #expect(
        Set(result.keys) == [
          "kernel", "method", "isa", "threads", "image", "width", "height", "dominant",
          "population", "count", "swatches", "matchesReference", "deltaE00", "samples",
          "medianSeconds", "interval", "megapixelsPerSecond", "ratioToRead", "ratioToReference",
          "peakBytes", "instructions",
        ])
    }
    #expect(results[6]["dominant"] is NSNull)
    #expect(results[6]["population"] is NSNull)
    #expect(results[3]["samples"] is NSNull)
  }

  @Test("a run without results is still whole JSON")
  func emptyJSON() throws {
    let text = JSONReport().closing([], SampleResults.environment)
    let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect((document?["results"] as? [Any])?.isEmpty == true)
  }

  @Test("CSV quotes what must be quoted and leaves nothing as nothing")
  func csv() throws {
    try expectGolden(SampleResults.text(CSVReport()), "results.csv")
  }

  @Test("Markdown is one table")
  func markdown() throws {
    try expectGolden(SampleResults.text(MarkdownReport()), "results.md")
  }

  @Test("the environment has a line for every field")
  func environment() throws {
    try expectGolden(SampleResults.environment.table, "environment.txt")
  }
}
