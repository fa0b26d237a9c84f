internal import Foundation
internal import Synchronization
internal import Testing

@testable import bench

/// A server with TLS and passwords, and the files that tell of it.
private struct SecureFleet {
  let server: PostgresServer
  let database: String
  let folder: TemporaryFolder
  let repository: ScriptedRepository
  var bench: BuiltCommand { repository.bench }

  static let secret = "s3cret-of-the-owner"
  private static let shared = Result { () throws -> PostgresServer in
    let server = try PostgresServer(hasTLS: true)
    try server.sql("ALTER ROLE owner PASSWORD '\(secret)'")
    return server
  }

  init() throws {
    server = try Self.shared.get()
    database = try server.database()
    folder = try TemporaryFolder()
    repository = try ScriptedRepository()
    try repository.folder.commit([".gitignore": "more.csv\nother.sqlite\n"])
    try repository.commit(FleetConnectionTests.suite)
    let port = server.port ?? 0
    try write("localhost:\(port):*:owner:\(Self.secret)\n", toPrivate: "passwords")
    try write(
      """
      [bench]
      host=localhost
      hostaddr=127.0.0.1
      port=\(port)
      user=owner
      dbname=\(database)
      sslmode=verify-full
      sslrootcert=\(server.folder)/server.crt

      """, toPrivate: "services")
  }

  private func write(_ text: String, toPrivate name: String) throws {
    let path = try folder.write(text, to: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }

  /// An address that trusts a certificate.
  func uri(host: String = "localhost", trusting certificate: String = "server") -> String {
    "postgresql://owner@\(host):\(server.port ?? 0)/\(database)?hostaddr=127.0.0.1"
      + "&sslmode=verify-full&sslrootcert=\(server.folder)/\(certificate).crt"
  }

  func run(
    _ arguments: [String], history: String?, on machine: String = "one",
    passwords: String = "passwords"
  ) throws -> BuiltCommand.Outcome {
    var variables = [
      "BENCH_MACHINE": machine, "BENCH_CLASS": "runners", "PGPASSFILE": folder.file(passwords),
      "PGSERVICEFILE": folder.file("services"), "XDG_STATE_HOME": folder.file("state-\(machine)"),
    ]
    variables["BENCH_HISTORY"] = history
    variables["XDG_CACHE_HOME"] = folder.file("caches")
    return try bench.run(
      arguments, in: repository.folder.path, environment: variables,
      without: ["BENCH_HISTORY", "PGPASSWORD"])
  }
}

@Suite(
  "Addresses, passwords and certificates of a server",
  .enabled(if: PostgresServer.programs != nil, .init(rawValue: PostgresServer.whyNot)))
struct FleetConnectionTests {
  /// How a command is told of the server.
  enum Way: CaseIterable {
    /// By `--history` with an address.
    case option
    /// By `BENCH_HISTORY`, which names a service file's entry.
    case service
  }

  /// Parsing is timed beside copying: whatever else the machine does, nights are alike.
  static let suite = ScriptedSuite([
    .init("copy", nanoseconds: 1000),
    .init(
      "parse/fast",
      description: #"{"references": [{"name": "copy", "benchmark": "copy"}]}"#),
  ])

  /// Every command that takes `--history`, with what it takes to succeed.
  private static let commands = [
    ["run", "--launches", "2", "--time", "0.01"], ["nightly", "--time", "0.01"], ["history"],
    ["show", "parse/fast"], ["check"], ["export", "--format", "csv"],
    ["report", "--format", "markdown"], ["import", "more.csv"], ["merge", "other.sqlite"],
    ["push"], ["work"], ["fleet", "setup"], ["fleet", "machines"],
    ["prune", "--keep", "1000"], ["prune", "--older-than", "2y"],
    ["accept", "parse/fast", "--reason", "why not"],
    ["note", "parse/fast", "first run"],
  ]

  @Test("Every command takes an option, a variable or a service file, and a password file")
  func ways() throws {
    let fleet = try SecureFleet()
    _ = try fleet.repository.folder.write("time,value\n1700000000,5\n", to: "more.csv")
    let other = fleet.repository.folder.file("other.sqlite")
    #expect(
      try fleet.run(["import", "more.csv", "--history", other], history: nil).exitCode == 0)
    #expect(try fleet.run(["fleet", "setup"], history: fleet.uri()).exitCode == 0)
    for way in Way.allCases {
      for command in Self.commands {
        let uri = way == .service ? "postgresql:///?service=bench" : fleet.uri()
        let outcome = try fleet.run(
          command + (way == .option ? ["--history", uri] : []), history: way == .option ? nil : uri,
          on: "\(way)")
        // A series that did not regress cannot be accepted: the history was read all the same.
        let expected: Set<Int32> =
          switch command[0] {
          case "accept": [64]
          default: [0]
          }
        #expect(expected.contains(outcome.exitCode), "\(way) \(command): \(outcome)")
        #expect(!outcome.errors.contains("Warning"), "\(way) \(command): \(outcome.errors)")
        let written = outcome.output + outcome.errors
        #expect(!written.contains(SecureFleet.secret), "\(way) \(command)")
      }
    }
    let runs = try fleet.server.sql(
      "SELECT count(DISTINCT machine) FROM bench.runs WHERE kind = 'suite'", in: fleet.database)
    #expect(runs == "2")
  }

  @Test("No command takes a password in the address, in whatever form, or repeats it")
  func secrets() throws {
    let fleet = try SecureFleet()
    let secret = SecureFleet.secret
    _ = try fleet.repository.folder.write("time,value\n1700000000,5\n", to: "more.csv")
    _ = try fleet.repository.folder.write("", to: "other.sqlite")
    for address in [
      "postgresql://owner:\(secret)@localhost/bench", "POSTGRES://owner:\(secret)@localhost/bench",
      "postgresql://localhost/bench?password=\(secret)", "host=localhost password=\(secret)",
      "mysql://owner:\(secret)@localhost/bench",
    ] {
      let isEvery = address.hasPrefix("postgresql://owner")
      for command in isEvery ? Self.commands : [["history"]] {
        for isOption in isEvery ? [true] : [true, false] {
          let outcome = try fleet.run(
            command + (isOption ? ["--history", address] : []), history: isOption ? nil : address)
          #expect(outcome.exitCode == 64, "\(command): \(outcome)")
          #expect(!(outcome.output + outcome.errors).contains(secret), "\(command): \(outcome)")
        }
      }
    }
  }

  @Test("Another server than it should be, and a wrong password, are refused in clear words")
  func trust() throws {
    let fleet = try SecureFleet()
    #expect(try fleet.run(["fleet", "setup"], history: fleet.uri()).exitCode == 0)
    let encrypted = try fleet.server.sql("SHOW ssl", in: fleet.database)
    #expect(encrypted == "on")
    for (uri, words) in [
      (fleet.uri(trusting: "other"), "is not trusted: "),
      (fleet.uri(trusting: "missing"), "is not trusted: "),
      (fleet.uri(host: "127.0.0.1"), "is not trusted: "),
      (
        fleet.uri().replacingOccurrences(of: "verify-full", with: "disable"),
        "refuses this role: "
      ),
    ] {
      let outcome = try fleet.run(["push"], history: uri)
      #expect(outcome.exitCode == 74, "\(outcome)")
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    }
    let wrong = try fleet.folder.write("*:*:*:*:wrong-\(SecureFleet.secret)\n", to: "wrong")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: wrong)
    let refused = try fleet.run(["push"], history: fleet.uri(), passwords: "wrong")
    #expect(refused.exitCode == 74)
    #expect(refused.errors.contains("refuses this role: "), "\(refused.errors)")
    #expect(!refused.errors.contains(SecureFleet.secret))
  }

  #if os(Linux)
    @Test("Without libpq a history on a server is refused in words, and all else works")
    func withoutLibrary() throws {
      let fleet = try SecureFleet()
      // The loader finds a file of that name first, and it is no library.
      _ = try fleet.folder.write("", to: "libpq.so.5")
      let variables = ["LD_LIBRARY_PATH": fleet.folder.path]
      let refused = try fleet.bench.run(
        ["push", "--history", "postgresql:///bench"], environment: variables)
      #expect(refused.exitCode == 74)
      #expect(refused.errors.contains("needs libpq"), "\(refused.errors)")
      let example = try fleet.bench.run(
        ["report", "--example", "--format", "markdown"], environment: variables)
      #expect(example.exitCode == 0)
    }
  #endif
}
