internal import ArgumentParser
internal import CommandTestSupport
internal import Foundation
internal import Testing

@testable import bench

@Suite(
  "Commands with a history on a server",
  .enabled(if: PostgresServer.programs != nil, .init(rawValue: PostgresServer.whyNot)))
struct FleetCommandTests {
  private let folder: TemporaryFolder
  private let bench: BuiltCommand
  private let server: PostgresServer
  private let database: String

  init() throws {
    folder = try TemporaryFolder()
    bench = try BuiltCommand("bench")
    server = try PostgresServer.shared.get()
    database = try server.database()
    try #require(try run(["fleet", "setup"]).exitCode == 0)
  }

  /// What a machine of the class "runners" is: its name and a folder of its own.
  private func variables(_ machine: String, uri: String? = nil) -> [String: String] {
    [
      "BENCH_MACHINE": machine, "BENCH_CLASS": "runners",
      "XDG_STATE_HOME": folder.file("state-\(machine)"),
      "BENCH_HISTORY": uri ?? server.uri(database),
    ]
  }

  @discardableResult
  private func run(
    _ arguments: [String], on machine: String = "one", uri: String? = nil
  ) throws -> BuiltCommand.Outcome {
    try bench.run(arguments, environment: variables(machine, uri: uri))
  }

  /// A file of values, each a run of its own.
  private func table(_ name: String, times: Range<Int>) throws -> String {
    let rows = times.map { "\(1_700_000_000 + $0),\(100 + $0 % 7)" }
    return try folder.write("time,value\n" + rows.joined(separator: "\n") + "\n", to: name)
  }

  private func count() throws -> String {
    try server.sql("SELECT count(*), count(DISTINCT uid) FROM bench.run", in: database)
  }

  @Test("help texts are as recorded")
  func help() throws {
    for command in [PushCommand.self, FleetCommand.self, WorkCommand.self]
      as [any ParsableCommand.Type]
    {
      let name = command.configuration.commandName ?? ""
      try expectGolden(Bench.helpMessage(for: command, columns: 80), "help-bench-\(name).txt")
    }
    for command in [
      FleetCommand.SetupCommand.self, FleetCommand.RolesCommand.self,
      FleetCommand.MachinesCommand.self,
    ] as [any ParsableCommand.Type] {
      let name = command.configuration.commandName ?? ""
      try expectGolden(Bench.helpMessage(for: command, columns: 80), "help-bench-fleet-\(name).txt")
    }
  }

  @Test("Every command that reads shows what another machine recorded")
  func reading() throws {
    let series = "parse/fast"
    let repository = try ScriptedRepository(ScriptedSuite([.init(series)]))
    let recorded = try run([
      "run", "--suite", repository.suite, "--cache", folder.file("cache"), "--launches", "2",
      "--time", "0.01",
    ])
    #expect(recorded.exitCode == 0, "\(recorded.errors)")
    for arguments in [
      ["history"], ["show", series], ["show", "1"], ["check"], ["check", series],
      ["export", "--format", "csv"], ["report", "--format", "markdown"],
    ] {
      let outcome = try run(arguments, on: "two")
      #expect(outcome.exitCode == 0, "\(arguments) \(outcome.errors)")
      #expect(outcome.output.contains(series), "\(arguments) \(outcome.output)")
      #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    }
    let machines = try run(["fleet", "machines"], on: "two").output
    #expect(machines.contains("one") && machines.contains("runners"))
  }

  @Test("What is written is on the server at once: an import, a merge of a file and of a bundle")
  func writing() throws {
    #expect(try run(["import", try table("a.csv", times: 0..<30)]).exitCode == 0)
    #expect(try count() == "30|30")
    let bundle = folder.file("runs.bundle")
    let file = folder.file("copy.sqlite")
    #expect(try run(["export", "--bundle", "-o", bundle]).exitCode == 0)
    #expect(try run(["merge", bundle, "--history", file]).output.hasPrefix("Added 30 runs"))
    #expect(try run(["merge", bundle, "--history", file]).output.hasPrefix("Added 0 runs"))
    try server.sql("TRUNCATE bench.run CASCADE", in: database)
    for other in [bundle, file] {
      let merged = try run(["merge", other], on: "two")
      #expect(merged.exitCode == 0, "\(merged.errors)")
      #expect(try count() == "30|30")
    }
    let pruned = try run(["prune", "--keep", "12"], on: "three")
    #expect(pruned.output == "Removed 18 runs of the class 'runners'.\n")
    #expect(try run(["history", "--runs", "99", "--format", "json"], on: "two").exitCode == 0)
    #expect(try run(["show", "a"], on: "two").output.split(separator: "\n").count == 16)
  }

  @Test("A period leaves out what is older, of a server and of a file; prune removes it")
  func periods() throws {
    let table = try folder.write(
      "time,value\n2020-01-01,1\n2021-01-01,2\n2023-01-01,3\n2023-02-01,4\n", to: "a.csv")
    let file = folder.file("file.sqlite")
    func points(_ history: String, since: String) throws -> Substring? {
      let checked = try run(["check", "a", "--since", since, "--history", history], on: "two")
      let row = checked.output.split(separator: "\n").first { $0.hasPrefix("a ") }
      return row?.split(separator: " ").dropFirst().first
    }
    for history in [server.uri(database), file] {
      #expect(try run(["import", table, "--history", history]).exitCode == 0)
      #expect(try points(history, since: "2022-06-30") == "2")
      #expect(try points(history, since: "all") == "4")
    }
    let refused = try run(["history", "--since", "1y", "--history", file])
    #expect(refused.exitCode == 64)
    #expect(refused.errors.contains("--since chooses what is brought from a server"))
    let pruning = ["prune", "--older-than", "2022-06-30"]
    #expect(try run(pruning + ["--history", file]).output == "Removed 2 runs and 0 series.\n")
    #expect(try run(pruning).output == "Removed 2 runs of the class 'runners'.\n")
    #expect(try run(pruning).output == "Removed 0 runs of the class 'runners'.\n")
    for history in [server.uri(database), file] {
      #expect(try points(history, since: "all") == "2")
    }
  }

  @Test("A bundle that was changed anywhere is refused and adds nothing")
  func forgedBundles() throws {
    try run(["import", try table("a.csv", times: 0..<2)])
    let bundle = folder.file("runs.bundle")
    #expect(try run(["export", "--bundle", "-o", bundle]).exitCode == 0)
    let bytes = try #require(folder.bytes("runs.bundle"))
    for (place, name) in [(20, "early"), (bytes.count / 2, "middle"), (bytes.count - 1, "late")] {
      var forged = bytes
      forged[place] ^= 1
      let path = try folder.write(forged, to: name)
      let outcome = try run(["merge", path, "--history", folder.file("new.sqlite")])
      #expect(outcome.exitCode == 65, "\(outcome.errors)")
    }
    let cut = try folder.write(Array(bytes.dropLast(9)), to: "cut")
    #expect(try run(["merge", cut, "--history", folder.file("new.sqlite")]).exitCode == 65)
    #expect(!FileManager.default.fileExists(atPath: folder.file("new.sqlite")))
  }

  @Test("Away from the server runs are kept with a warning; only push fails, and then completes")
  func offline() throws {
    let nowhere = "postgresql://owner@/\(database)?host=\(folder.path)"
    let variables = { (uri: String) in
      // The same folder of state, as when the network goes and comes back.
      ["XDG_STATE_HOME": folder.file("state"), "BENCH_CLASS": "runners", "BENCH_HISTORY": uri]
    }
    let file = try table("a.csv", times: 0..<5)
    let kept = try bench.run(["import", file], environment: variables(nowhere))
    #expect(kept.exitCode == 0)
    #expect(kept.errors.contains("Warning: ") && kept.errors.contains("Nothing is lost"))
    let shown = try bench.run(["history"], environment: variables(nowhere))
    #expect(shown.exitCode == 0)
    #expect(shown.errors.contains("which is only its own"))
    #expect(try bench.run(["push"], environment: variables(nowhere)).exitCode == 74)
    // The server comes back at the same address.
    try FileManager.default.createSymbolicLink(
      atPath: folder.file(".s.PGSQL.5432"), withDestinationPath: "\(server.folder)/.s.PGSQL.5432")
    let pushed = try bench.run(["push"], environment: variables(nowhere))
    #expect(pushed.output == "Pushed 5 runs.\n", "\(pushed.errors)")
    #expect(try count() == "5|5")
  }

  @Test("A password in the address is refused and not repeated; a server is needed to push")
  func usage() throws {
    let secret = try run(["history"], uri: "postgresql://ann:s3cret@host/bench")
    #expect(secret.exitCode == 64)
    #expect(!secret.errors.contains("s3cret"))
    for command in [["push"], ["work"], ["fleet", "setup"], ["fleet", "machines"]] {
      let refused = try run(command + ["--history", folder.file("h.sqlite")])
      #expect(refused.exitCode == 64 && refused.errors.contains("add --history postgresql://"))
      #expect(refused.errors.contains("Usage: bench \(command.joined(separator: " "))"))
    }
    #expect(try run(["history", "--class", "nowhere"], on: "fresh").exitCode == 0)
    try run(["import", try table("a.csv", times: 0..<1)])
    let choose = try run(["history", "--class", "nowhere"], on: "fresh")
    #expect(choose.exitCode == 64)
    #expect(choose.errors.contains("'runners'"))
  }

  @Test("Twenty processes of five hundred runs each: none is lost, none is there twice")
  func manyWriters() throws {
    let writers = try (0..<20).map { number in
      let process = Process()
      process.executableURL = bench.executable
      let file = try table("\(number).csv", times: 0..<500)
      process.arguments = ["import", file]
      process.environment = ProcessInfo.processInfo.environment.merging(
        variables("writer-\(number)")
      ) { $1 }
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      return process
    }
    for writer in writers { writer.waitUntilExit() }
    #expect(writers.allSatisfy { $0.terminationStatus == 0 })
    #expect(try count() == "10000|10000")
    let points = "SELECT count(*), count(DISTINCT series) FROM bench.points"
    #expect(try server.sql(points, in: database) == "10000|20")
    #expect(try run(["push"], on: "writer-3").output == "Pushed 0 runs.\n")
  }

  @Test("A worker settles nothing where the queue is empty")
  func emptyQueue() throws {
    let outcome = try run(["work"])
    #expect(outcome.exitCode == 0)
    #expect(outcome.output == "Did 0 jobs.\n")
  }
}
