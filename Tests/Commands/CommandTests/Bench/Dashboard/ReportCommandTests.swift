internal import ArgumentParser
internal import BenchmarkBuilds
internal import CommandTestSupport
internal import CommandText
internal import Foundation
internal import HistoryDashboard
internal import Reporting
internal import Testing
internal import TimingHistory

@testable import HistoryReports
@testable import bench

@Suite("bench report")
struct ReportCommandTests {
  /// 2026-03-01 02:00 UTC.
  private static let now: Int64 = 1_772_330_400_000

  private func run(
    _ kind: ReportKind, history: String?, series: String? = nil, output: String? = nil,
    force: Bool = false
  ) -> Transcript {
    let outcome = Transcript()
    let session = ReportSession(
      kind: kind, source: history.map { .file($0) } ?? .example, series: series, title: nil,
      output: output, isForced: force,
      now: Self.now, write: { outcome.output += $0 }, message: { outcome.messages.append($0.line) })
    do throws(HarnessFailure) { try session.run() } catch { outcome.failure = error }
    return outcome
  }

  /// A history of ten nights in a folder of its own.
  private func history(in folder: TemporaryFolder) throws -> String {
    let path = folder.path + "/history.sqlite"
    let store = try HistoryStore(path: path)
    try ExampleHistory(nights: 10, endingAt: Self.now, rounds: 6).record(in: store)
    try store.close()
    return path
  }

  @Test("Every format is written, of all series or of one")
  func formats() throws {
    let folder = try TemporaryFolder()
    let path = try history(in: folder)
    let markdown = run(.markdown, history: path)
    #expect(markdown.failure == nil)
    #expect(markdown.output.contains("of 45 series"))
    #expect(markdown.output.contains("lz × level 1 × 24 MB"))
    let one = run(.markdown, history: path, series: "huffman × level 1 × 1 MB")
    #expect(!one.output.contains("lz "))
    let json = run(.json, history: path)
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect((object?["series"] as? [Any])?.count == 45)
    #expect(object?["madeAt"] as? Int64 == Self.now)
    let picture = run(.svg, history: path, series: "lz × level 1 × 24 MB")
    #expect(picture.output.hasPrefix("<svg ") && picture.output.hasSuffix("</svg>\n"))
    #expect(run(.json, history: path).output == json.output)
  }

  @Test("A dashboard appears as a folder of one page, and nothing else is left")
  func dashboard() throws {
    let folder = try TemporaryFolder()
    let path = try history(in: folder)
    let site = folder.path + "/site"
    let first = run(.html, history: path, output: site)
    #expect(first.failure == nil)
    #expect(first.messages.count == 1)
    #expect(first.messages[0].hasPrefix("Wrote \(site)/index.html: "))
    #expect(try names(in: site) == ["index.html"])
    #expect(try names(in: folder.path) == ["history.sqlite", "site"])
    let page = try String(contentsOfFile: site + "/index.html", encoding: .utf8)
    #expect(page.prefix(500).contains(DashboardPage.mark))
    // An older report is replaced silently.
    try Data("\(DashboardPage.mark) old".utf8).write(to: URL(filePath: site + "/index.html"))
    #expect(run(.html, history: path, output: site + "/").failure == nil)
    let renewed = try String(contentsOfFile: site + "/index.html", encoding: .utf8) == page
    #expect(renewed)
  }

  @Test("A folder that holds something else is refused, and with --force nothing in it is lost")
  func otherFolder() throws {
    let folder = try TemporaryFolder()
    let path = try history(in: folder)
    let site = folder.path + "/site"
    try FileManager.default.createDirectory(atPath: site, withIntermediateDirectories: false)
    #expect(run(.html, history: path, output: site).failure == nil, "an empty folder is fine")
    for (name, cause) in [("thesis.tex", "'thesis.tex'"), ("index.html", "another 'index.html'")] {
      try FileManager.default.removeItem(atPath: site)
      try FileManager.default.createDirectory(atPath: site, withIntermediateDirectories: false)
      try Data("mine".utf8).write(to: URL(filePath: site + "/" + name))
      let refused = run(.html, history: path, output: site)
      #expect(refused.failure?.status == .unwritableOutput)
      #expect(
        refused.failure?.message
          == "'\(site)' was not written: the folder holds \(cause), so it is not a report of "
          + "bench. Choose another folder.")
      #expect(try names(in: site) == [name])
    }
    try Data("mine".utf8).write(to: URL(filePath: site + "/thesis.tex"))
    #expect(run(.html, history: path, output: site, force: true).failure == nil)
    #expect(try names(in: site) == ["index.html", "thesis.tex"])
    #expect(try String(contentsOfFile: site + "/thesis.tex", encoding: .utf8) == "mine")
  }

  @Test("A file in the way and a missing folder are said, and nothing is made")
  func wrongPlace() throws {
    let folder = try TemporaryFolder()
    let path = try history(in: folder)
    let file = try folder.write("mine", to: "file")
    for force in [false, true] {
      let refused = run(.html, history: path, output: file, force: force)
      #expect(
        refused.failure?.message
          == "'\(file)' was not written: it is a file, and a dashboard needs a folder. Choose "
          + "another name.")
    }
    let deep = folder.path + "/none/site"
    let missing = run(.html, history: path, output: deep)
    #expect(missing.failure?.status == .unwritableOutput)
    #expect(missing.failure?.message.contains("does not exist. Make it first.") == true)
    #expect(try names(in: folder.path) == ["file", "history.sqlite"])
    let text = run(.markdown, history: path, output: file)
    #expect(
      text.failure?.message == "'\(file)' exists already and was not replaced."
    )
    #expect(run(.markdown, history: path, output: file, force: true).failure == nil)
  }

  @Test("A history that is missing or none is said, and none is made")
  func wrongHistory() throws {
    let folder = try TemporaryFolder()
    let missing = run(.markdown, history: folder.path + "/none.sqlite")
    #expect(missing.failure?.status == .missingInput)
    #expect(missing.failure?.message.hasPrefix("There is no history at '") == true)
    #expect(try names(in: folder.path).isEmpty)
    let text = try folder.write("This is no database, but it is long enough to look.", to: "text")
    #expect(run(.json, history: text).failure?.status == .damagedInput)
  }

  @Test("A series that does not exist is told, with the nearest that does")
  func wrongSeries() throws {
    let folder = try TemporaryFolder()
    let path = try history(in: folder)
    let wrong = run(.svg, history: path, series: "lz x level 1 x 24 MB")
    #expect(wrong.failure?.status == .wrongUsage)
    #expect(
      wrong.failure?.message
        == "There is no series 'lz x level 1 x 24 MB' in '\(path)'. Did you mean "
        + "'lz × level 1 × 24 MB'?")
    #expect(
      run(.svg, history: path, series: "zzz").failure?.message
        == "There is no series 'zzz' in '\(path)'.")
  }

  @Test("The command line is checked before anything is read")
  func commandLine() throws {
    func message(_ arguments: [String]) -> String {
      do {
        _ = try Bench.parseAsRoot(["report"] + arguments)
        return ""
      } catch {
        #expect(Bench.exitCode(for: error) == .validationFailure)
        return Bench.message(for: error)
      }
    }
    #expect(message([]).hasPrefix("A dashboard needs a folder to be written to: add --output site"))
    #expect(message(["--format", "svg"]).hasPrefix("An SVG shows one series: add --series NAME."))
    #expect(message(["--format", "htm"]).contains("Unknown format 'htm'. Did you mean 'html'?"))
    #expect(message(["--format", "json"]).isEmpty)
  }

  @Test("The built command shows the example, on the right streams")
  func built() throws {
    let bench = try BuiltCommand("bench")
    let folder = try TemporaryFolder()
    let outcome = try bench.run(["report", "--example", "--output", folder.path + "/site"])
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors.hasPrefix("Wrote \(folder.path)/site/index.html: 1 of 45 series regressed"))
    let missing = try bench.run(["report", "--history", folder.path + "/x", "--format", "json"])
    #expect(missing.exitCode == 66)
    #expect(missing.output.isEmpty)
  }

  @Test("Files of other programs are reported on without a history, by their own names")
  func files() throws {
    let bench = try BuiltCommand("bench")
    let folder = try TemporaryFolder()
    func rows(_ series: [String]) -> String {
      "series,run_at,ms\n"
        + series.flatMap { name in
          (0..<24).map { "\(name),2026-01-\($0 < 9 ? "0" : "")\($0 + 1),\(100 + $0 % 3)\n" }
        }.joined()
    }
    let (first, second) = (folder.path + "/a.csv", folder.path + "/b.csv")
    try rows(["parse", "draw"]).write(toFile: first, atomically: true, encoding: .utf8)
    try rows(["parse"]).write(toFile: second, atomically: true, encoding: .utf8)
    let columns = ["--columns", "time=run_at,value=ms"]
    let outcome = try bench.run(
      ["report", "--input", first, second, "--format", "json"] + columns)
    #expect(outcome.exitCode == 0)
    let object =
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    let series = (object?["series"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
    #expect(series.sorted() == ["\(first): parse", "\(second): parse", "draw"].sorted())
    // Nothing but what was there.
    #expect(try names(in: folder.path) == ["a.csv", "b.csv"])
    let later = try bench.run(
      ["report", "--input", first, "--since", "2026-01-20", "--format", "markdown"] + columns)
    #expect(later.exitCode == 0)
    #expect(later.output.contains("draw"))
    let missing = try bench.run(["report", "--input", folder.path + "/c.csv", "--format", "json"])
    #expect(missing.exitCode == 66)
    let both = try bench.run(
      ["report", "--input", first, "--history", "h.sqlite", "--format", "json"])
    #expect(both.exitCode == 64)
    let nothing = try bench.run(["report", "--format", "json"] + columns)
    #expect(nothing.exitCode == 64)
  }

  private func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}
