internal import ArgumentParser
internal import ExchangeDocuments
internal import Foundation
internal import HistoryExchange
internal import HistoryReports
internal import Measuring
internal import Testing
internal import TimingHistory

@testable import bench

@Suite("The history's commands")
struct HistoryCommandTests {
  /// Parsing is timed beside copying, and tells what it came to.
  private static let suite = ScriptedSuite([
    .init("copy", nanoseconds: 1000, description: #"{"parameters": {"way": "copy"}}"#),
    .init(
      "parse/fast", nanoseconds: 4000,
      description: #"""
        {"parameters": {"way": "fast", "file": "a.txt"}, "items": 256,
         "references": [{"name": "copy", "benchmark": "copy"}]}
        """#,
      metrics: #"[{"name": "share", "value": 0.5, "unit": "%", "better": "more"}]"#),
  ])

  private let folder: TemporaryFolder
  private let repository: ScriptedRepository
  private let bench: BuiltCommand

  init() throws {
    folder = try TemporaryFolder()
    repository = try ScriptedRepository(Self.suite)
    bench = repository.bench
  }

  private var path: String { folder.path + "/h.sqlite" }

  private func run(_ arguments: String...) throws -> BuiltCommand.Outcome {
    try bench.run(arguments + ["--history", path])
  }

  /// The arguments of a run of the suite.
  private func arguments(
    only: String = "parse", seconds: Double = 0.01, into history: String? = nil
  ) -> [String] {
    [
      "run", "--suite", repository.suite, "--cache", repository.outside.file("cache"), "--only",
      only, "--launches", "2", "--time", "\(seconds)", "--format", "csv", "--history",
      history ?? path,
    ]
  }

  /// A short run.
  private func record(_ history: String? = nil) throws -> BuiltCommand.Outcome {
    try bench.run(arguments(into: history))
  }

  @Test(
    "a wrong command line is answered with what is right",
    arguments: [
      (["history", "--format", "jsno"], "Did you mean 'json'?"),
      (["history", "--runs=-1"], "--runs takes 0 or more"),
      (["prune"], "Say which runs stay: give --keep or --older-than, and not both."),
      (["prune", "--keep=-3"], "--keep takes 0 or more"),
      (["export", "--format", "hyperfin"], "Did you mean 'hyperfine'?"),
      (["import", "x", "--format", "xml"], "Unknown format 'xml'"),
      (["accept", "parse"], "Missing expected argument '--reason <text>'"),
      (["note", "parse", "x", "--commit", "abcd", "--run", "1"], "Give one of them."),
      (["note", "parse", "x", "--commit", "abc"], "--commit takes at least four characters"),
      (["note", "parse", " "], "The note is empty."),
      (["check", "parse", "--input", "x.csv"], "--input checks files"),
      (
        ["check", "--since", "yesterday"], "'yesterday' is not a period. It looks like 90d, 8w, 2y"
      ),
      (["prune", "--keep", "1", "--older-than", "1y"], "and not both"),
      (["prune", "--older-than", "all"], "--older-than takes a period or a date"),
    ])
  func usageErrors(arguments: [String], expected: String) {
    let (text, code) = parseFailure(arguments)
    #expect(text.contains(expected), "\(text)")
    #expect(code == .validationFailure)
  }

  @Test("an unknown command is answered with the nearest one")
  func unknownCommand() throws {
    let outcome = try bench.run(["histroy"])
    #expect(outcome.exitCode == 64 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("Unknown command 'histroy'. Did you mean 'history'?"))
  }

  @Test("runs are recorded, listed, shown, checked, exported, imported, merged and pruned")
  func wholeLife() throws {
    for number in 1...3 {
      let outcome = try record()
      #expect(outcome.exitCode == 0)
      #expect(outcome.errors == "Recorded as run \(number) in '\(path)'.\n")
    }
    let list = try run("history")
    #expect(list.exitCode == 0)
    #expect(list.output.contains("parse/fast"))
    let json = try JSONSerialization.jsonObject(
      with: Data(try run("history", "--format", "json").output.utf8))
    let document = try #require(json as? [String: Any])
    #expect((document["runs"] as? [Any])?.count == 3)
    // Parsing, its reference, and what it tells beside its time.
    #expect((document["series"] as? [Any])?.count == 3)
    let csv = try run("history", "--format", "csv").output.split(whereSeparator: \.isNewline)
    #expect(csv.count == 4)
    #expect(csv[0] == "series,unit,items,metric,better,runs,newest,state,way,file")
    #expect(csv[1].hasPrefix("copy,ns,,,,3,1000") && csv[1].hasSuffix(",copy,"))
    #expect(csv[2].hasPrefix("parse/fast,ns,256") && csv[2].hasSuffix(",fast,a.txt"), "\(csv)")
    #expect(csv[3].hasPrefix("parse/fast/share,%,") && csv[3].contains(",share,more,3,0.5"))

    let shown = try run("show", "2")
    #expect(shown.output.contains("run 2, by suite"))
    #expect(shown.output.contains("CPU model"))
    let series = try run("show", "parse/fast", "--format", "json")
    let points = try JSONSerialization.jsonObject(with: Data(series.output.utf8)) as? [String: Any]
    #expect((points?["points"] as? [Any])?.count == 3)
    #expect(points?["state"] as? String == "ok")
    let unknown = try run("show", "prase/fast")
    #expect(unknown.exitCode == 64)
    #expect(unknown.errors.contains("Did you mean 'parse/fast'?"))
    #expect(try run("show", "99").exitCode == 64)

    let check = try run("check")
    #expect(check.exitCode == 0)
    #expect(check.output.contains("too short: needs 12 points"))
    #expect(try run("check", "no/such").exitCode == 64)
    let table = try folder.write("value\n1\n", to: "table.csv")
    let mistaken = try run("check", table)
    #expect(mistaken.exitCode == 64)
    #expect(
      mistaken.errors.contains("without --input the history is checked"), "\(mistaken.errors)")
    let accepted = try run("accept", "parse/fast", "--reason", "why not")
    #expect(accepted.exitCode == 64)
    #expect(accepted.errors.contains("There is nothing to accept"))

    let noted = try run("note", "parse/fast", "see https://example.org/7", "--run", "2")
    #expect(noted.exitCode == 0 && noted.output.hasPrefix("Noted at point 1, "), "\(noted)")
    #expect(try run("show", "parse/fast").output.contains("“see https://example.org/7”"))
    let checked = try run("check", "parse/fast", "--format", "json").output
    #expect(checked.contains("\"text\": \"see https://example.org/7\""), "\(checked)")
    #expect(try run("note", "parse/fast", "x", "--run", "99").exitCode == 64)
    #expect(try run("note", "prase/fast", "x").errors.contains("Did you mean"))

    let file = folder.path + "/all.json"
    #expect(try run("export", "--format", "json", "-o", file).exitCode == 0)
    #expect(try run("export", "--format", "json", "-o", file).exitCode == 73)
    let other = folder.path + "/other.sqlite"
    let imported = try bench.run(["import", file, "--history", other])
    #expect(imported.output == "Read json: added 3 series in 3 runs.\n")
    let again = try bench.run(["import", file, "--history", other])
    #expect(again.output.hasPrefix("Read json: added 0 values in 0 runs; "))
    let merged = try run("merge", other)
    #expect(merged.output == "Added 3 runs, 0 series and 0 samples.\n")
    #expect(try run("merge", other).output == "Added 0 runs, 0 series and 0 samples.\n")
    #expect(try run("prune", "--keep", "1").output == "Removed 5 runs and 0 series.\n")
    #expect(try run("prune", "--keep", "0").output == "Removed 1 runs and 3 series.\n")
    #expect(try run("history").output == "'\(path)' has no runs yet.\n")
  }

  @Test("every format is written, also by its other name, and read again by what its name says")
  func formats() throws {
    _ = try record()
    let endings = [
      "json": "json", "csv": "csv", "bmf": "json", "github-action-benchmark": "js",
      "custom": "json", "google-benchmark": "json", "hyperfine": "json",
      "openmetrics": "prom", "junit": "xml",
    ]
    for (format, ending) in endings {
      let file = "\(folder.path)/\(format).\(ending)"
      let written = try run("export", "parse/fast", "--format", format, "-o", file)
      #expect(written.exitCode == 0, "\(format): \(written.errors)")
      let copy = "\(folder.path)/\(format).sqlite"
      let read = try bench.run(["import", file, "--history", copy])
      #expect(read.exitCode == 0, "\(format): \(read.errors)")
      let name = try #require(ExchangeFormat(name: format)).rawValue
      #expect(read.output == "Read \(name): added 1 series in 1 runs.\n")
    }
    let otava = try run("export", "parse/fast", "--format", "otava")
    #expect(otava.output.hasPrefix("time,commit,parse/fast\n"))
    let nothing = try folder.write("{}", to: "nothing.txt")
    #expect(try bench.run(["import", nothing, "--history", path]).exitCode == 65)
    #expect(try bench.run(["import", "missing.csv", "--history", path]).exitCode == 66)
  }

  @Test("a history checks as a file does: a step in the ratios is a code alarm")
  func alarm() throws {
    let store = try HistoryStore(path: path)
    for time in 0..<40 {
      let value = (time < 25 ? 100.0 : 150) + Double(time * 7 % 5)
      try store.add(
        ExchangeDocument(series: [
          ExchangeSeries(
            name: "s", points: [ExchangePoint(value: value, time: Int64(time), codeHash: "\(time)")]
          )
        ]), at: 0)
    }
    try store.close()
    let check = try run("check", "--format", "json")
    #expect(check.exitCode == 2)
    #expect(check.output.contains("\"index\": 25"))
  }

  @Test("what is not there, read-only, damaged, foreign or newer is told and stays as it is")
  func failures() throws {
    #expect(try run("history").exitCode == 66)
    #expect(!FileManager.default.fileExists(atPath: path))
    _ = try record()
    let whole = [UInt8](try Data(contentsOf: URL(filePath: path)))

    var damaged = whole
    for index in 200..<min(4000, damaged.count) { damaged[index] ^= 0x5A }
    let newer = try newerSchema()
    let cases: [(bytes: [UInt8], mode: Int, code: Int32, words: String)] = [
      (Array("no database at all".utf8), 0o644, 65, "is not an SQLite database"),
      (damaged, 0o644, 65, "is damaged"), (newer, 0o644, 65, "was written by a newer version"),
      (whole, 0o444, 73, "is read-only"),
    ]
    for (index, item) in cases.enumerated() {
      let file = try folder.write(item.bytes, to: "case-\(index).sqlite")
      try FileManager.default.setAttributes([.posixPermissions: item.mode], ofItemAtPath: file)
      let listed = try bench.run(["history", "--history", file])
      #expect(listed.exitCode == item.code, "case \(index): \(listed.errors)")
      #expect(listed.errors.contains(item.words), "\(listed.errors)")
      let outcome = try record(file)
      // The results are there; the missing record is an error, because this file was asked for.
      #expect(outcome.exitCode == (item.code == 73 ? 73 : 74))
      #expect(outcome.errors.hasPrefix("Error: This run is not recorded. "), "\(outcome.errors)")
      #expect(outcome.output.split(separator: "\n").count == 2)
      #expect([UInt8](try Data(contentsOf: URL(filePath: file))) == item.bytes, "case \(index)")
    }
  }

  /// A history as a version of tomorrow would leave it.
  private func newerSchema() throws -> [UInt8] {
    let file = folder.path + "/newer.sqlite"
    try HistoryStore(path: file).close()
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
    // The name of a step that this version has not taken.
    let known = Array("2 states of series".utf8)
    let places = bytes.indices.dropLast(known.count).filter {
      bytes[$0..<$0 + known.count].elementsEqual(known)
    }
    try #require(!places.isEmpty)
    for place in places { bytes[place] = UInt8(ascii: "9") }
    return bytes
  }

  @Test("a run that is killed loses at most its last rounds")
  func killed() throws {
    for rounds in [1, 7, 30] {
      let file = "\(folder.path)/killed-\(rounds).sqlite"
      let process = try bench.start(arguments(seconds: 60, into: file))
      // Nobody waits a fixed time: the history itself says when there is enough to lose.
      var seen = 0
      while seen < rounds, process.isRunning {
        guard FileManager.default.fileExists(atPath: file) else { continue }
        guard let store = try? HistoryStore(path: file) else { continue }
        let run = try store.runs().first?.id
        seen = try run.map { try store.samples(of: "parse/fast", in: $0).count } ?? 0
        try store.close()
      }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      #expect(process.terminationReason == .uncaughtSignal)
      let store = try HistoryStore(path: file)
      let run = try #require(try store.runs().first)
      #expect(run.finishedAt == nil)
      let counts = try ["parse/fast", "copy"].map {
        try store.samples(of: $0, in: run.id).count
      }
      // Whole rounds, none of those that were seen is gone.
      #expect(Set(counts).count == 1)
      #expect(counts[0] >= seen && seen >= rounds)
      try store.close()
      // And the next run goes on in the same file.
      #expect(try record(file).exitCode == 0)
    }
  }

  @Test("three that write at once all land")
  func crowd() throws {
    let processes = try ["parse", "fast", "copy"].map {
      try bench.start(arguments(only: $0, seconds: 0.1))
    }
    for process in processes {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    let store = try HistoryStore(path: path)
    #expect(try store.runs().count == 3)
    #expect(try store.runs().allSatisfy { $0.finishedAt != nil && $0.sampleCount > 0 })
    try store.close()
  }
}
