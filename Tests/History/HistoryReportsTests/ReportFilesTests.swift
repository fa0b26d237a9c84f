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
    try report.write(first)
    let firstFiles = try #require(first.files)
    #expect(try names(in: site) == ["index.html", firstFiles.folder])
    #expect(try names(in: "\(site)/\(firstFiles.folder)") == ["0.js"])
    let text = try String(contentsOfFile: "\(site)/\(firstFiles.folder)/0.js", encoding: .utf8)
    #expect(text == firstFiles.texts[0])
    let secondFiles = try #require(second.files)
    try report.write(second)
    #expect(try names(in: site) == ["index.html", secondFiles.folder])
    // Written again it is the same; a page without files leaves none.
    try report.write(second)
    #expect(try names(in: site) == ["index.html", secondFiles.folder])
    try report.write(page(3, level: 100))
    #expect(try names(in: site) == ["index.html"])
  }

  @Test("A picture of what ran is beside the page, and linked at its note")
  func flameGraphs() throws {
    let store = try HistoryStore()
    let text = "time,value\n1600000000000,5\n1600000001000,6\n1600000002000,6\n"
    try store.add(ExchangeFormat.csv.document(from: Array(text.utf8), name: "a"), at: 5)
    let run = try store.points(of: "a")[1].run
    try store.keep(flameGraph: "<svg>1</svg>", of: "a", from: run)
    try store.keep(flameGraph: "<svg>2</svg>", of: "another", from: run)
    let report = try HistoryReport(of: store, madeAt: 5)
    // Without a note there is no place for it.
    #expect(DashboardPage(of: report).flameGraphs.isEmpty)
    try store.apply(.note, to: "a", run: run, at: 5, reason: "work (a.c:1) +20 %.")
    let page = try DashboardPage(of: HistoryReport(of: store, madeAt: 5))
    let picture = try #require(page.flameGraphs.first)
    #expect(page.flameGraphs.map(\.text) == ["<svg>1</svg>"])
    #expect(page.text.contains("[1,\"work (a.c:1) +20 %.\",null,\"\(picture.name)\"]"))
    let folder = try TemporaryFolder()
    let site = folder.file("site")
    try ReportFolder(path: site, isForced: false).write(page)
    #expect(try names(in: site) == [picture.name, "index.html"])
    #expect(
      try String(contentsOfFile: "\(site)/\(picture.name)", encoding: .utf8) == "<svg>1</svg>")
    try ReportFolder(path: site, isForced: false).write(self.page(3, level: 100))
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
    try report.write(page)
    try FileManager.default.createDirectory(
      atPath: "\(site)/series-of-mine", withIntermediateDirectories: true)
    try report.write(page)
    #expect(try names(in: site) == ["index.html", files.folder, "series-of-mine"].sorted())
    #expect(throws: HarnessFailure.self) {
      let other = folder.file("other")
      try FileManager.default.createDirectory(
        atPath: "\(other)/series-of-mine", withIntermediateDirectories: true)
      try ReportFolder(path: other, isForced: false).write(page)
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
