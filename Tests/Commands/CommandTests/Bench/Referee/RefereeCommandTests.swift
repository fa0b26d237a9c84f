internal import BenchmarkBuilds
internal import CommandTestSupport
internal import Foundation
internal import Measuring
internal import OrderedJSON
internal import Testing

/// `bench referee` in a repository whose worker says itself how long its benchmarks take.
@Suite("bench referee", .serialized)
struct RefereeCommandTests {
  private let repository: ScriptedRepository

  init() throws {
    repository = try ScriptedRepository(Self.suite())
  }

  /// Two benchmarks; what they take stands in a file that changes may touch.
  private static func suite(
    parse: Int = 10_000, hash: Int = 10_000, answer: String = "42", options: String = ""
  ) -> ScriptedSuite {
    var suite = ScriptedSuite([
      .init("parse", nanoseconds: parse, answer: answer), .init("hash", nanoseconds: hash),
    ])
    suite.scriptName = "program.json"
    suite.options = options
    return suite
  }

  private func start(_ arguments: [String] = []) throws {
    let outcome = try repository.run(["referee", "start"] + arguments)
    #expect(outcome.exitCode == 0, "\(outcome)")
  }

  private func attempt(_ suite: ScriptedSuite) throws -> (exitCode: Int32, json: JSONValue) {
    try suite.write(in: repository.folder)
    let outcome = try repository.run(["referee", "try", "--format", "json"])
    #expect(outcome.output.split(separator: "\n").count == 1, "one line a try: \(outcome)")
    return (outcome.exitCode, try JSONValue(parsing: Array(outcome.output.utf8)))
  }

  @Test("keeps what is faster, compares with it from then on, and says what it makes together")
  func keeps() throws {
    try start()
    let first = try attempt(Self.suite(parse: 9_000))
    #expect(first.exitCode == 0)
    #expect(first.json["verdict"]?.string == "keep")
    let parse = first.json["benchmarks"]?.elements?.first
    #expect(abs((parse?["fresh"]?["change"]?.number ?? 0) + 0.1) < 1e-9)

    // Slower than what was kept, though faster than the start.
    let second = try attempt(Self.suite(parse: 9_500))
    #expect(second.exitCode == 2)
    #expect(second.json["reason"]?.string?.hasPrefix("parse is slower: +5.56 %") == true)
    #expect(second.json["base"] == first.json["candidate"])

    let third = try attempt(Self.suite(parse: 9_000, hash: 8_000))
    #expect(third.exitCode == 0)

    let report = try repository.json(["referee", "report"])
    #expect(report["counts"]?["kept"]?.integer == 2)
    #expect(report["counts"]?["discarded"]?.integer == 1)
    let total = report["total"]?["benchmarks"]?.elements
    #expect(total?.map { $0["name"]?.string } == ["parse", "hash"])
    let changes = total?.compactMap { $0["change"]?["change"]?.number } ?? []
    #expect(changes.count == 2)
    for (change, wanted) in zip(changes, [-0.1, -0.2]) { #expect(abs(change - wanted) < 1e-9) }
    let text = try repository.run(["referee", "report"])
    #expect(text.output.contains("3 tried: 2 kept, 1 discarded, 0 undecided, 0 refused"), "\(text)")
  }

  @Test("discards what is no faster and the same files, and what pays for one with another")
  func discards() throws {
    try start(["--gate", "2%"])
    let equal = try attempt(Self.suite())
    #expect(equal.json["reason"]?.string == "it has the same files as what is kept.")
    let little = try attempt(Self.suite(parse: 9_990))
    #expect(little.exitCode == 2)
    #expect(little.json["reason"]?.string == "no benchmark is faster by 2.00 %.")
    let traded = try attempt(Self.suite(parse: 5_000, hash: 11_000))
    #expect(traded.exitCode == 2)
    #expect(traded.json["reason"]?.string?.hasPrefix("hash is slower") == true)
  }

  @Test("refuses another answer, a changed suite and worker, and a benchmark that is gone")
  func refuses() throws {
    try start()
    let wrong = try attempt(Self.suite(parse: 5_000, answer: "41"))
    #expect(wrong.exitCode == 4)
    #expect(wrong.json["reason"]?.string == "parse answers '41' instead of '42'.")

    let edited = try attempt(Self.suite(options: "timeout = 30"))
    #expect(edited.exitCode == 4)
    #expect(edited.json["reason"]?.string == "it changes what measures it: 'bench.toml'.")

    var cheat = Self.suite().files
    cheat["worker.py"]? += "\n# measures less\n"
    for (name, text) in cheat { try repository.folder.write(text, to: name) }
    let worker = try repository.run(["referee", "try"])
    #expect(worker.exitCode == 4)
    #expect(
      worker.output == "3. refused: working tree: it changes what measures it: 'worker.py'.\n")

    var fewer = Self.suite()
    fewer.benchmarks.removeLast()
    let gone = try attempt(fewer)
    #expect(gone.exitCode == 4)
    #expect(gone.json["reason"]?.string == "it has no benchmark 'hash'.")
  }

  @Test("refuses work that was moved before what is measured")
  func moved() throws {
    // What the worker says that it saves, ten seconds a call, its first call does not save: far more than
    // the start of a process scatters by.
    let slow = 20_000_000_000
    try repository.commit(Self.suite(parse: slow))
    try start(["--only", "parse"])
    let moved = try attempt(Self.suite(parse: slow / 2))
    #expect(moved.exitCode == 4)
    #expect(
      moved.json["reason"]?.string?.contains("work was moved before what is measured") == true)
  }

  @Test("refuses a file that what is kept does not write")
  func written() throws {
    var suite = Self.suite()
    try start()
    suite.benchmarks[0].nanoseconds = 5_000
    suite.log = "answers.log"
    let kept = try attempt(suite)
    #expect(kept.exitCode == 4)
    #expect(kept.json["reason"]?.string?.contains("it wrote 'answers.log'") == true)
    let again = try repository.run(["referee", "try"])
    #expect(again.exitCode == 4, "the file is not there for the next try: \(again)")
  }

  /// A worker in Python whose only benchmark computes a sum, and a try of other code for it.
  private func attempt(
    sum code: String, inPlaceOf before: String
  ) throws -> (json: JSONValue, outcome: BuiltCommand.Outcome) {
    let helper = Fixtures.path("../../Examples/Workers/Python/bench_worker.py")
    let worker = """
      from bench_worker import Benchmark, serve
      import program
      serve(Benchmark("sum", lambda: program.sum_of_squares))

      """
    try repository.folder.commit(
      [
        "bench_worker.py": try String(contentsOfFile: helper, encoding: .utf8),
        "worker.py": worker, "program.py": before,
      ], message: "A sum")
    try start()
    try repository.folder.write(code, to: "program.py")
    let outcome = try repository.run(["referee", "try", "--format", "json"])
    return (try JSONValue(parsing: Array(outcome.output.utf8)), outcome)
  }

  private static let sum = """
    def sum_of_squares():
        total = 0
        for number in range(100_000):
            total += number * number
        return total

    """

  @Test("refuses an answer kept from call to call, though starting a process takes longer")
  func remembered() throws {
    let (json, outcome) = try attempt(
      sum: "import functools\n\n\n@functools.cache\n" + Self.sum, inPlaceOf: Self.sum)
    #expect(json["verdict"]?.string == "refused", "\(outcome)")
    #expect(json["reason"]?.string?.contains("an answer is kept") == true)
  }

  /// Whether this user may make namespaces.
  private static let makesNamespaces = [
    ["--mount"], ["--user", "--map-root-user", "--mount"],
  ].contains { options in
    guard let unshare = Executable.find("unshare") else { return false }
    return ProgramOutput.of(
      program: unshare, arguments: options + ["true"], environment: Executable.environment
    ).isSuccess
  }

  @Test(
    "refuses an answer kept in a file outside of the checkouts", .enabled(if: makesNamespaces))
  func keptElsewhere() throws {
    let elsewhere = try TemporaryFolder()
    let cheat = """
      import os
      import time
      PATH = "\(elsewhere.file("answer"))"
      ANSWER = []

      def sum_of_squares():
          if not ANSWER and os.path.exists(PATH):
              text = open(PATH).read()
              if text:
                  ANSWER.append(int(text))
          if ANSWER:
              return ANSWER[0]
          total = 0
          for number in range(100_000):
              total += number * number
          with open(PATH, "w") as file:
              file.write(str(total))
          # Other tests write files too, and this one stays the last.
          os.utime(PATH, (time.time() + 3600, time.time() + 3600))
          return total

      """
    let (json, outcome) = try attempt(sum: cheat, inPlaceOf: Self.sum)
    #expect(json["verdict"]?.string == "refused", "\(outcome)")
    #expect(json["reason"]?.string?.contains("'\(elsewhere.file("answer"))'") == true, "\(outcome)")
  }

  @Test("refuses a build that reads a file of the benchmark which the base's does not")
  func readByBuild() throws {
    let options = """
      [build]
      commands = [["sh", "make.sh"]]
      """
    try repository.folder.commit(
      Self.suite(options: options).files.merging([
        "make.sh": "cat program.json > built", "data.txt": "42", ".gitignore": "built\n",
      ]) { $1 }, message: "A build")
    func attempt(make: String) throws -> (exitCode: Int32, json: JSONValue) {
      try repository.folder.write(make, to: "make.sh")
      return try self.attempt(Self.suite(parse: 5_000, options: options))
    }
    try start(["--protect", "data.txt"])
    let cheat = try attempt(make: "test -f built || cat program.json data.txt > built")
    #expect(cheat.exitCode == 4)
    #expect(
      cheat.json["reason"]?.string
        == "its build reads 'data.txt', which that of what is kept does not: an answer may be made "
        + "there."
    )
    let again = try attempt(make: "test -f built || cat program.json data.txt > built # again")
    #expect(again.exitCode == 4, "what the refused build left is no answer for the next")
    let kept = try attempt(make: "cat program.json > built")
    #expect(kept.exitCode == 0)
  }

  @Test("a journal survives, and a damaged, missing or second one is said")
  func journal() throws {
    let none = try repository.run(["referee", "try"])
    #expect(none.exitCode == 66)
    #expect(none.errors.contains("No referee was started in this checkout"))
    try start(["--protect", "program.json"])
    let second = try repository.run(["referee", "start"])
    #expect(second.exitCode == 64)
    #expect(second.errors.contains("This checkout has a referee already"))
    let watched = try attempt(Self.suite(parse: 5_000))
    #expect(watched.json["reason"]?.string == "it changes what measures it: 'program.json'.")
    try start(["--replace"])

    let path = ".git/bench-referee/journal.jsonl"
    let text = String(decoding: try #require(repository.folder.bytes(path)), as: UTF8.self)
    try repository.folder.write(text + "{\"try\":1\n", to: path)
    let damaged = try repository.run(["referee", "report"])
    #expect(damaged.exitCode == 65)
    #expect(damaged.errors.contains("Line 2 of"))
    for (right, wrong) in [
      ("\"worth\":0.01,", "\"worth\":-7,"), ("\"falseKeeps\":0.05,", "\"falseKeeps\":1e300,"),
    ] {
      try #require(text.contains(right))
      try repository.folder.write(text.replacing(right, with: wrong), to: path)
      let outside = try repository.run(["referee", "report"])
      #expect(outside.exitCode == 65, "\(outside)")
      #expect(outside.errors.contains("Line 1 of"))
    }
  }

  @Test("a base that was rewritten is said")
  func rewritten() throws {
    try start()
    let path = ".git/bench-referee/journal.jsonl"
    let text = String(decoding: try #require(repository.folder.bytes(path)), as: UTF8.self)
    let head = try #require(try Git.run(["rev-parse", "HEAD"], in: repository.folder.path))
    try repository.folder.write(
      text.replacing(head, with: String(repeating: "1", count: 40)), to: path)
    let outcome = try repository.run(["referee", "try"])
    #expect(outcome.exitCode == 4)
    #expect(outcome.errors.contains("its history was rewritten"))
  }

  @Test("a program drives it over standard input")
  func serves() throws {
    try start()
    try Self.suite(parse: 9_000).write(in: repository.folder)
    let requests = [
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"try","arguments":{}}}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"report"}}"#,
    ]
    let outcome = try repository.bench.run(
      ["referee", "serve"], in: repository.folder.path,
      input: Array(requests.joined(separator: "\n").utf8), environment: repository.variables)
    #expect(outcome.exitCode == 0, "\(outcome)")
    let answers = try outcome.output.split(separator: "\n").map {
      try JSONValue(parsing: Array($0.utf8))
    }
    #expect(answers.map { $0["id"]?.integer } == [1, 2, 3])
    #expect(answers[1]["result"]?["structuredContent"]?["verdict"]?.string == "keep")
    #expect(answers[2]["result"]?["structuredContent"]?["counts"]?["kept"]?.integer == 1)
  }

  @Test(
    "wrong options are told what is right",
    arguments: [
      (["start", "--gate", "0"], "is not a gate"), (["start", "--gate", "-1%"], "is not a gate"),
      (["start", "--false-keeps", "101"], "not a percentage"),
      (["start", "--protect", "nosuch.c"], "no such file"),
      (["start", "nosuch"], "no commit 'nosuch'"),
      (["start", "--only", "nosuch"], "No benchmark is called 'nosuch'"),
      (["try", "--time", "0"], "--time"), (["trie"], "trie"),
    ])
  func wrongOptions(arguments: [String], words: String) throws {
    let outcome = try repository.run(["referee"] + arguments)
    #expect(outcome.exitCode == 64, "\(outcome)")
    #expect(outcome.errors.contains(words), "\(outcome)")
  }
}
