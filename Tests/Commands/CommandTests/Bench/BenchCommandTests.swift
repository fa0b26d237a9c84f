internal import ArgumentParser
internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import CommandOptions
internal import CommandTestSupport
internal import Foundation
internal import Testing

@testable import bench

@Suite("The bench command")
struct BenchCommandTests {
  @Test(
    "a wrong command line is answered with what is right",
    arguments: [
      (
        ["run", "--format", "jsno"], "Did you mean 'json'? Choose from: table, json, csv, markdown."
      ),
      (["run", "--launches", "0"], "--launches takes 1 to 1000, not 0."),
      (["run", "--launches", "many"], "The value 'many' is invalid for '--launches <count>'"),
      (["run", "--time", "0"], "--time takes seconds above 0"),
      (["run", "--time", "nan"], "--time takes seconds above 0"),
      (["run", "HEAD", "photo.jpg"], "Unexpected argument 'photo.jpg'"),
      (["run", "HEAD", "--in-place"], "--in-place measures what is there, and no commit"),
      (["run", "--no-record", "--history", "x"], "--no-record and --history contradict"),
      (["list", "--format", "yaml"], "Unknown format 'yaml'. Choose from: table, json."),
      (["env", "--format", "tabel"], "Did you mean 'table'?"),
      (["nightly", "--time=-1"], "--time takes seconds above 0"),
      (["bisect"], "Missing expected argument '<good>'"),
      (["bisect", "a"], "Missing expected argument '<bad>'"),
      (["bisect", "a", "b", "--probes", "0"], "--probes takes 1 to 1000"),
      (["bisect", "a", "b", "--confidence", "sure"], "'sure' is not a percentage"),
    ])
  func usageErrors(arguments: [String], expected: String) {
    let (text, code) = parseFailure(arguments)
    #expect(text.contains(expected), "\(text)")
    #expect(code == .validationFailure)
    #expect(code.rawValue == 64)
  }

  @Test("the options of a run are all taken")
  func options() throws {
    let command = try Bench.parseAsRoot([
      "run", "HEAD~2", "--suite", "x/bench.toml", "--only", "parse", "--only", "draw", "--cache",
      "/tmp/c", "--launches", "3", "--time", "0.1", "--counters", "--format", "csv", "--no-record",
      "--quiet",
    ])
    let run = try #require(command as? RunCommand)
    #expect(run.revision == "HEAD~2" && run.suite.path == "x/bench.toml")
    #expect(run.suite.choice.only == ["parse", "draw"])
    #expect(run.suite.choice.cache.chosen == "/tmp/c")
    #expect(run.launches == 3 && run.time == 0.1 && run.format == .csv)
    #expect(run.counters && run.noRecord && run.messages.quiet && !run.place.inPlace)
  }

  @Test("bench env runs as built, and its JSON is whole")
  func environment() throws {
    let bench = try BuiltCommand("bench")
    let table = try bench.run(["env"])
    #expect(table.exitCode == 0)
    #expect(table.errors.isEmpty)
    let json = try bench.run(["env", "--format", "json"])
    #expect(json.exitCode == 0)
    let document = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
    #expect((document as? [String: Any])?.isEmpty == false)
  }

  @Test("bench run answers with rows on one stream, words on the other, and an exit code")
  func run() throws {
    let repository = try ScriptedRepository(
      ScriptedSuite([.init("parse"), .init("draw", fault: .reports("no screen"))]))
    let arguments = [
      "run", "--only", "parse", "--launches", "2", "--time", "0.01", "--format", "csv",
      "--no-record",
    ]
    let rows = try repository.run(arguments)
    #expect(rows.exitCode == 0, "\(rows)")
    #expect(rows.errors.isEmpty)
    #expect(rows.output.split(whereSeparator: \.isNewline).count == 2)
    #expect(rows.output.contains("\nparse,threadCPU,"), "\(rows)")
    let partly = try repository.run(arguments + ["--only", "draw"])
    #expect(partly.exitCode == 1)
    #expect(
      partly.errors == "Error: working tree: 'draw': the worker reported: no screen.\n",
      "\(partly)")
    #expect(partly.output.contains("\nparse,threadCPU,") && !partly.output.contains("\ndraw,"))
    let usage = try repository.run(["run", "--only", "sing"])
    #expect(usage.exitCode == 64)
    #expect(usage.output.isEmpty)
    #expect(usage.errors.contains("No benchmark is called 'sing'. There are: parse, draw"))
  }

  @Test("what is no commit is refused with its name")
  func noCommit() throws {
    let repository = try ScriptedRepository(ScriptedSuite([.init("parse")]))
    let outcome = try repository.run(["run", "photo.jpg"])
    #expect(outcome.exitCode == 64, "\(outcome)")
    #expect(outcome.errors.contains("photo.jpg"), "\(outcome)")
  }

  @Test("runs of a debug build are recorded only where that is asked for")
  func debugRuns() throws {
    let repository = try ScriptedRepository(ScriptedSuite([.init("parse")]))
    let arguments = ["run", "--launches", "2", "--time", "0.01"]
    let outcome = try repository.run(arguments)
    #expect(outcome.exitCode == 0, "\(outcome)")
    let isRefused = outcome.errors.contains(
      "Warning: Runs of a debug build are recorded only with --history.")
    #expect(isRefused == BuildConfiguration.isDebug, "\(outcome)")
    let asked = try repository.run(arguments + ["--history", repository.history])
    #expect(asked.errors == "Recorded as run 1 in '\(repository.history)'.\n", "\(asked)")
    let night = try repository.run(["nightly", "--time", "0.01"])
    #expect(night.exitCode == (BuildConfiguration.isDebug ? 64 : 0), "\(night)")
  }

  @Test("completions can be had for every shell", arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) {
    #expect(
      Bench.completionScript(for: CompletionShell(rawValue: shell) ?? .bash).contains("bench"))
  }
}
