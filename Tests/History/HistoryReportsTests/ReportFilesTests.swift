internal import CommandTestSupport
internal import Foundation
internal import HistoryDashboard
internal import HistoryExchange
internal import OrderedJSON
internal import Reporting
internal import Testing
internal import TimingHistory

@testable internal import HistoryReports

@Suite("A dashboard with files beside its page")
struct ReportFilesTests {
  /// A page that is thinned, of a history with a value at each of so many times.
  private func page(_ count: Int, level: Double) throws -> DashboardPage {
    let rows = (0..<count).map {
      "\(1_600_000_000_000 + $0 * 86_400_000),\(level + Double($0 % 5))"
    }
    let table = try SeriesTable(
      Array((["time,value"] + rows).joined(separator: "\n").utf8), name: "a")
    return DashboardPage(of: HistoryReport(of: [(table, ["a"])], madeAt: 5), limit: 1)
  }

  private func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  @Test("Files are there with their page, and those of a former page go")
  func replacing() throws {
    let folder = try TemporaryFolder()
    let site = folder.file("site")
    let first = try page(120, level: 100)
    let second = try page(120, level: 200)
    let report = ReportFolder(path: site, isForced: false)
    try report.write(first.text, files: first.files)
    let firstFiles = try #require(first.files)
    #expect(try names(in: site) == ["index.html", firstFiles.folder])
    #expect(try names(in: "\(site)/\(firstFiles.folder)") == ["0.js"])
    let text = try String(contentsOfFile: "\(site)/\(firstFiles.folder)/0.js", encoding: .utf8)
    #expect(text == firstFiles.texts[0])
    let secondFiles = try #require(second.files)
    try report.write(second.text, files: second.files)
    #expect(try names(in: site) == ["index.html", secondFiles.folder])
    // Written again it is the same; a page without files leaves none.
    try report.write(second.text, files: second.files)
    #expect(try names(in: site) == ["index.html", secondFiles.folder])
    try report.write(second.text)
    #expect(try names(in: site) == ["index.html"])
  }

  @Test("What a killed writer left is no content, and other folders stay")
  func leftovers() throws {
    let folder = try TemporaryFolder()
    let site = folder.file("site")
    let page = try page(120, level: 100)
    let files = try #require(page.files)
    try FileManager.default.createDirectory(
      atPath: "\(site)/series-0123456789ab", withIntermediateDirectories: true)
    let report = ReportFolder(path: site, isForced: false)
    try report.write(page.text, files: files)
    try FileManager.default.createDirectory(
      atPath: "\(site)/series-of-mine", withIntermediateDirectories: true)
    try report.write(page.text, files: files)
    #expect(try names(in: site) == ["index.html", files.folder, "series-of-mine"].sorted())
    #expect(throws: HarnessFailure.self) {
      let other = folder.file("other")
      try FileManager.default.createDirectory(
        atPath: "\(other)/series-of-mine", withIntermediateDirectories: true)
      try ReportFolder(path: other, isForced: false).write(page.text, files: files)
    }
  }

  @Test("Texts and JSON say what an imported interval is")
  func intervals() throws {
    let store = try HistoryStore()
    let text =
      "time,value,lower,upper,interval\n1600000000000,5,4,6,stddev\n1600000001000,5,4,6,95 %\n"
    try store.add(ExchangeFormat.csv.document(from: Array(text.utf8), name: "a"), at: 5)
    let page = try SeriesPage("a", of: store)
    #expect(page.table.contains("5.00 – 6.00") == false)
    #expect(page.table.contains("4.00 – 6.00 (± std. dev.)"), "\(page.table)")
    #expect(page.table.contains("  interval") && !page.table.contains("95 % interval"))
    let points = try #require(page.json["points"]?.elements)
    #expect(points.map { $0["intervalKind"]?.string } == ["standard deviation", "confidence 0.95"])
    #expect(points[0]["interval"]?.elements?.compactMap(\.number) == [4, 6])
    let run = try #require(try store.runs().first)
    #expect(try RunPage(run.id, of: store)?.table.contains("95 % interval") == true)
  }
}
