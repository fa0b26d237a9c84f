internal import BenchmarkSuites
internal import CommandTestSupport
internal import Foundation
internal import Measuring
internal import OrderedJSON
internal import Testing
internal import TimingHistory

@testable import bench

/// Where a suite and its history are, and what is said where there is none.
@Suite("Places of suites")
struct SuitePlaceTests {
  private static let missing =
    "Error: There is no bench.toml in this repository. `bench init` writes one.\n"

  @Test(
    "in a repository without a suite file commands that need one say how to get one",
    arguments: [
      ["compare"], ["compare", "HEAD~1"], ["compare", "HEAD~1", "HEAD"],
      ["compare", "--format", "json"], ["bisect", "HEAD~1", "HEAD"], ["nightly"],
      ["nightly", "--kernel", "simd"], ["selftest", "--aa"], ["selftest", "--layouts"],
      ["run", "HEAD"], ["list", "HEAD~1"],
    ])
  func noSuite(command: [String]) throws {
    let repository = try ScriptedRepository()
    for text in ["1", "2"] { try repository.folder.commit(["main.c": text]) }
    let outcome = try repository.run(command)
    #expect(outcome.exitCode == 66, "\(outcome)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors == Self.missing)
    // Nothing was made, neither here nor among the user's files.
    #expect(try repository.outside.names() == [])
    #expect(try repository.folder.names() == [".git", "main.c"])
  }

  @Test(
    "there is no history either, which those who read one say",
    arguments: [
      ["history"], ["check"], ["show", "parse"], ["export", "--format", "csv"],
      ["accept", "x", "--reason", "y"],
      ["note", "x", "y"], ["prune", "--keep", "1"], ["report", "--format", "markdown"],
    ])
  func noHistory(command: [String]) throws {
    let repository = try ScriptedRepository()
    try repository.folder.commit(["main.c": "1"])
    let outcome = try repository.run(command)
    #expect(outcome.exitCode == 66, "\(outcome)")
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors
        == "Error: There is no history here: there is no bench.toml whose benchmarks would be "
        + "recorded (`bench init` writes one). --history names a history.\n")
    #expect(try repository.outside.names() == [])
  }

  @Test("outside of a repository the folder is meant, and a file that is named and missing is too")
  func elsewhere() throws {
    let repository = try ScriptedRepository()
    let folder = try TemporaryFolder()
    let outcome = try repository.run(["compare", "a", "b"], in: folder.path)
    #expect(outcome.exitCode == 66)
    #expect(
      outcome.errors
        == "Error: There is no bench.toml in this folder, or in one above. `bench init` writes one.\n"
    )
    let named = try repository.run(["compare", "--suite", "none.toml"], in: folder.path)
    #expect(named.exitCode == 66)
    #expect(named.errors.contains("none.toml"), "\(named)")
  }

  @Test("a repository with a suite whose history is not there yet says how it is made")
  func noRunYet() throws {
    let repository = try ScriptedRepository(ScriptedSuite([.init("parse")]))
    for command in [["history"], ["check"]] {
      let outcome = try repository.run(command)
      #expect(outcome.exitCode == 66, "\(outcome)")
      #expect(
        outcome.errors.contains("`bench run` makes one; --history names another."), "\(outcome)")
    }
  }

  @Test(
    "a cache or a history that may not be written ends every command that needs it with 73 and one sentence",
    arguments: [
      ["compare", "HEAD~1", "HEAD"], ["run"], ["list"], ["bisect", "HEAD~1", "HEAD"],
      ["selftest", "--aa"], ["explain", "HEAD~1"], ["import", "times.csv"],
    ])
  func unwritable(command: [String]) throws {
    let repository = try ScriptedRepository(ScriptedSuite([.init("parse")]))
    try repository.commit(ScriptedSuite([.init("parse", nanoseconds: 3000)]))
    try repository.folder.write("1\n2\n", to: "times.csv")
    // A file stands where the folder would be made: not even the superuser can write there.
    let file = try repository.outside.write("", to: "file")
    let outcome = try repository.run(
      command, environment: ["XDG_CACHE_HOME": file, "XDG_STATE_HOME": file])
    #expect(outcome.exitCode == 73, "\(outcome)")
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
    #expect(outcome.errors.contains("could not be made: "), "\(outcome)")
  }

  @Test(
    "the repository's list of worktrees stays as it was, whatever is compared, built again or forgotten"
  )
  func worktrees() throws {
    let repository = try ScriptedRepository(ScriptedSuite([.init("parse")]))
    try repository.commit(ScriptedSuite([.init("parse", nanoseconds: 3000)]))
    func listed() throws -> String? {
      try Git.run(["worktree", "list"], in: repository.folder.path)
    }
    let before = try listed()
    for _ in 0..<2 {
      #expect(try repository.run(["list", "HEAD"]).exitCode == 0)
      #expect(try repository.run(["list", "HEAD~1"]).exitCode == 0)
    }
    #expect(try listed() == before)
  }

  // MARK: The history of a suite

  private func history(at path: String, series: String) throws {
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    let store = try HistoryStore(path: path)
    let run = try store.beginRun(
      RunRecord(kind: "suite", startedAt: 1000, commit: nil, environment: .init([:])))
    let session = try store.beginSession(SessionRecord(startedAt: 1000, clock: .wall), in: run)
    _ = try store.addMeasurement(
      MeasurementRecord(series: SeriesRecord(name: series), value: 1), to: session)
    try store.finish(run, at: 2000)
    try store.close()
  }

  @Test("a history is among the user's state files, by the repository's name, or beside the suite")
  func histories() throws {
    let repository = try ScriptedRepository()
    var files = ScriptedSuite([.init("parse")]).files
    for name in files.keys { files["Benchmarks/\(name)"] = files.removeValue(forKey: name) }
    try repository.folder.commit(files)
    let name = SuiteRepository.historyName(ofSuiteIn: repository.folder.file("Benchmarks"))
    let state = repository.outside.file("state/bench/\(name)/history.sqlite")
    try history(at: state, series: "of the user")
    try repository.folder.write("", to: "deep/down/file")
    for place in ["", "/deep/down", "/Benchmarks"] {
      let listed = try repository.run(["history"], in: repository.folder.path + place)
      #expect(listed.exitCode == 0 && listed.output.contains("of the user"), "\(listed)")
    }
    try history(
      at: repository.folder.file("Benchmarks/history.sqlite"), series: "of the repository")
    let beside = try repository.run(["history"])
    #expect(beside.output.contains("of the repository"), "\(beside)")
    #expect(!beside.output.contains("of the user"))
    let chosen = try repository.run(["history", "--history", state])
    #expect(chosen.output.contains("of the user"))
    let variable = try repository.run(["check"], environment: ["BENCH_HISTORY": state])
    #expect(variable.output.contains("of the user"), "\(variable)")
  }

  // MARK: In place

  @Test("in place the programs beside the suite file are measured as they are")
  func inPlace() throws {
    let repository = try ScriptedRepository(ScriptedSuite([.init("committed")]))
    let suite = ScriptedSuite([.init("as built", nanoseconds: 3000)])
    try suite.write(in: repository.folder)
    // It is what git does not know that is measured, and nothing is built.
    try repository.folder.write("benchmarks.json\n", to: ".gitignore")
    try repository.folder.write(
      (suite.files["bench.toml"] ?? "") + "[build]\ncommands = [\"exit 1\"]\n", to: "bench.toml")
    let arguments = [
      "run", "--in-place", "--no-record", "--launches", "2", "--time", "0.01", "--quiet",
    ]
    let outcome = try repository.run(arguments + ["--format", "csv"])
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.output.contains("\nas built,threadCPU,3e-06,"), "\(outcome)")
    let json = try repository.json(arguments)
    #expect(json["revision"]?.string == "as built")
    let listed = try repository.run(["list", "--in-place"])
    #expect(listed.output == "benchmark\nas built\n", "\(listed)")
    #expect(try !repository.outside.names(in: "caches/bench").contains { $0 != "parameters" })
    let both = try repository.run(["run", "HEAD", "--in-place"])
    #expect(both.exitCode == 64)
    #expect(both.errors.contains("--in-place measures what is there"))
  }

  @Test("in place no repository is needed")
  func withoutRepository() throws {
    let repository = try ScriptedRepository()
    let folder = try TemporaryFolder()
    try ScriptedSuite([.init("loose")]).write(in: folder)
    let arguments = ["run", "--no-record", "--launches", "2", "--time", "0.01"]
    let refused = try repository.run(arguments, in: folder.path)
    #expect(refused.exitCode == 64 && refused.errors.contains("not in a git checkout"))
    let outcome = try repository.run(arguments + ["--in-place"], in: folder.path)
    #expect(outcome.exitCode == 0 && outcome.output.contains("loose"), "\(outcome)")
  }

  // MARK: The installed suite

  @Test("the installed suite is found from the program, beside an installation or in a checkout")
  func installedPath() throws {
    let folder = try TemporaryFolder()
    let program = folder.file("usr/bin/bench")
    #expect(InstalledSuite.path(executable: program) == nil)
    let suite = try folder.write("", to: "usr/share/swift-dominant-color/bench.toml")
    #expect(InstalledSuite.path(executable: program) == suite)
    let other = try folder.write("", to: "src/Benchmarks/bench.toml")
    #expect(InstalledSuite.path(executable: folder.file("src/.build/release/bench")) == other)
    #expect(InstalledSuite.path(executable: nil) == nil)
  }

  @Test("where there is no suite file, run and list take the installed suite, in place, and say so")
  func installed() throws {
    let repository = try ScriptedRepository()
    try repository.folder.commit(["main.c": "1"])
    let prefix = try TemporaryFolder()
    let place = "share/swift-dominant-color"
    for (name, text) in ScriptedSuite([
      .init("installed", description: #"{"parameters": {"kernel": "simd"}}"#),
      .init("other", description: #"{"parameters": {"kernel": "plain"}}"#),
    ]).files {
      try prefix.write(text, to: "\(place)/\(name)")
    }
    let program = try Self.install(repository.bench, as: "bench", in: prefix)
    let note =
      "There is no bench.toml here: the benchmarks are those of '\(prefix.file(place))/bench.toml'. "
      + "`bench init` writes a suite for a repository.\n"
    let listed = try repository.run(["list"], program: program)
    #expect(listed.exitCode == 0 && listed.output.contains("installed"), "\(listed)")
    #expect(listed.errors == note)
    let outside = try TemporaryFolder()
    for folder in [repository.folder.path, outside.path] {
      let run = try repository.run(
        ["run", "--kernel", "simd", "--no-record", "--launches", "2", "--time", "0.01"],
        in: folder, program: program)
      #expect(run.exitCode == 0, "\(run)")
      #expect(run.errors == note)
      #expect(run.output.contains("installed") && !run.output.contains("other"))
    }
    // All others need a suite of the repository.
    for command in [["compare", "HEAD"], ["nightly"], ["run", "HEAD"]] {
      let refused = try repository.run(command, program: program)
      #expect(refused.exitCode == 66 && refused.errors == Self.missing, "\(refused)")
    }
    // A suite of the repository comes first.
    try repository.commit(ScriptedSuite([.init("own")]))
    let own = try repository.run(["list"], program: program)
    #expect(own.output == "benchmark\nown\n" && own.errors.isEmpty, "\(own)")
  }

  @Test("an installed bench measures the kernels that are installed with it, everywhere")
  func installedKernels() throws {
    let prefix = try TemporaryFolder()
    let bench = try Self.install(BuiltCommand("bench"), as: "bench", in: prefix)
    _ = try Self.install(BuiltCommand("kernels"), as: "kernels", in: prefix)
    // As `make install` does it.
    let workers = prefix.file("libexec/swift-dominant-color")
    try FileManager.default.createDirectory(atPath: workers, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(workers)/kernels", withDestinationPath: "../../bin/kernels")
    let suite = Fixtures.path("../../Sources/Kernels/installed.toml")
    try prefix.write(
      String(contentsOfFile: suite, encoding: .utf8), to: "share/swift-dominant-color/bench.toml")
    let elsewhere = try ScriptedRepository()
    let listed = try elsewhere.json(["list", "--kernel", "simd"], program: bench)
    let names = try #require(listed["benchmarks"]?.elements)
    #expect(!names.isEmpty)
    #expect(names.allSatisfy { $0["parameters"]?["kernel"]?.string == "simd" }, "\(listed)")
  }

  /// Puts a program into `bin` of a folder, by a process of its own: what this one has open for writing is
  /// too busy to be executed.
  private static func install(
    _ command: BuiltCommand, as name: String, in prefix: TemporaryFolder
  ) throws -> BuiltCommand {
    let copied = try BuiltCommand(at: "/bin/sh").run([
      "-c", #"mkdir -p "$1/bin" && { ln "$0" "$1/bin/$2" || cp "$0" "$1/bin/$2"; }"#,
      command.executable.path, prefix.path, name,
    ])
    try #require(copied.exitCode == 0, "\(copied)")
    return BuiltCommand(at: prefix.file("bin/\(name)"))
  }
}
