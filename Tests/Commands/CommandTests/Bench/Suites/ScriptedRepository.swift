internal import CommandTestSupport
internal import Foundation
internal import OrderedJSON
internal import Testing

/// A repository with a scripted suite, and `bench` in it with folders of its own for all that it keeps.
struct ScriptedRepository {
  let folder: TemporaryFolder
  /// Where checkouts, histories and logs are.
  let outside: TemporaryFolder
  let bench: BuiltCommand

  /// A repository whose first commit has a suite.
  init(_ suite: ScriptedSuite) throws {
    try self.init()
    try commit(suite)
  }

  /// A repository without a commit.
  init() throws {
    folder = try TemporaryFolder()
    outside = try TemporaryFolder()
    bench = try BuiltCommand("bench")
    try folder.makeRepository()
  }

  /// The suite file.
  var suite: String { folder.file("bench.toml") }

  /// A history in a file.
  var history: String { outside.file("history.sqlite") }

  /// The file to which workers add what they are asked, where the suite's log is this.
  var log: String { outside.file("requests") }

  /// What workers were asked so far.
  var requests: [Substring] {
    String(decoding: outside.bytes("requests") ?? [], as: UTF8.self).split(separator: "\n")
  }

  /// Commits the files of a suite; the commit.
  @discardableResult
  func commit(_ suite: ScriptedSuite, message: String = "a commit") throws -> String {
    try #require(try folder.commit(suite.files, message: message))
  }

  /// The folders of a user who is somebody else.
  var variables: [String: String] {
    [
      "XDG_CACHE_HOME": outside.file("caches"), "XDG_STATE_HOME": outside.file("state"),
      "HOME": outside.path,
    ]
  }

  /// Runs `bench` in the repository.
  func run(
    _ arguments: [String], in place: String? = nil, environment: [String: String] = [:],
    program: BuiltCommand? = nil
  ) throws -> BuiltCommand.Outcome {
    try (program ?? bench).run(
      arguments, in: place ?? folder.path,
      environment: variables.merging(environment) { $1 },
      without: ["BENCH_HISTORY", "BENCH_CLASS", "BENCH_MACHINE"])
  }

  /// Runs `bench` for its JSON.
  func json(_ arguments: [String], program: BuiltCommand? = nil) throws -> JSONValue {
    let outcome = try run(arguments + ["--format", "json"], program: program)
    do {
      return try JSONValue(parsing: Array(outcome.output.utf8))
    } catch {
      throw NoDocument(outcome: "\(outcome)")
    }
  }

  /// It did not write JSON.
  struct NoDocument: Error {
    let outcome: String
  }
}
