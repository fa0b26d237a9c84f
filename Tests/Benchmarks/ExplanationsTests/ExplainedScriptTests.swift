internal import BenchmarkBuilds
internal import CommandTestSupport
internal import OrderedJSON
internal import Testing

/// `bench explain` of scripts, by what real interpreters count.
@Suite("A slowdown in one function of a script", .serialized)
struct ExplainedScriptTests {
  private static let hasPython = Executable.find("python3") != nil
  private static let hasNode = Executable.find("node") != nil

  private let folder: TemporaryFolder
  private let outside: TemporaryFolder
  private let bench: BuiltCommand

  init() throws {
    folder = try TemporaryFolder()
    outside = try TemporaryFolder()
    bench = try BuiltCommand("bench")
    try folder.makeRepository()
  }

  /// What differs by less than 5 % is the same here, which takes few launches to tell.
  private func explain(_ arguments: [String]) throws -> BuiltCommand.Outcome {
    try bench.run(
      ["explain", "HEAD~1", "HEAD", "--quiet", "--margin", "5%"] + arguments, in: folder.path,
      environment: [
        "XDG_CACHE_HOME": outside.file("caches"), "XDG_STATE_HOME": outside.file("state"),
        "HOME": outside.path,
      ])
  }

  private static func suite(_ table: String, _ command: String) -> String {
    """
    name = "rows"
    \(table == "command" ? "[[command]]\nname = \"rows\"" : "[\(table)]")
    command = [\(command)]
    """
  }

  /// A module in which `row` takes some steps.
  private static func module(_ steps: Int, changed: Bool = false) -> String {
    let step =
      changed
      ? "    def step(self, value):\n        return (value + 3) ^ 5\n"
      : "    def step(self, value):\n        \"\"\"A step.\"\"\"\n        return value + 3 ^ 5\n"
    let others = [
      "def unused(value):\n    return value + \(changed ? 2 : 1)\n",
      """
      class Rows:
          @property
          def size(self):
              return \(changed ? "sum([1])" : "1")

      \(step)
          def row(self, value):
              for _ in range(\(steps)):
                  value = value * 5 % 1000003
              return self.step(value)

      """,
    ]
    // The order of functions is no difference.
    return "\"\"\"\(changed ? "Rows" : "Of rows").\"\"\"\n\n"
      + (changed ? others.reversed() : others).joined(separator: "\n\n")
  }

  @Test(
    "in Python the function is named, and what ran is counted exactly",
    .enabled(if: hasPython))
  func python() throws {
    _ = try folder.commit(
      [
        "bench.toml": Self.suite("command", "\"python3\", \"main.py\""),
        "main.py": """
        from rows import Rows
        rows = Rows()
        print(sum(rows.row(number) + rows.size for number in range(600)))
        """,
        "rows.py": Self.module(150),
      ], message: "base")
    _ = try folder.commit(["rows.py": Self.module(400, changed: true)], message: "slower")
    let outcome = try explain(["--format", "json"])
    #expect(outcome.exitCode == 0, "\(outcome)")
    let json = try JSONValue(parsing: Array(outcome.output.utf8))
    let found = try #require(json["explanations"]?.elements?.first)
    #expect(found["verdict"]?.string == "slower", "\(outcome.output)")
    #expect(found["exchanged"]?.string == "files")
    let parts = try #require(found["parts"]?.elements)
    // The step is the same but for its docstring and brackets, and each function is a part of its file.
    let names = parts.map { $0["changes"]?.elements?.compactMap { $0["name"]?.string } ?? [] }
    #expect(Set(names[0]) == ["Rows.size", "Rows.row", "unused"], "\(outcome.output)")
    #expect(
      parts.map { $0["function"] } == [.bool(false)] + Array(repeating: .bool(true), count: 3))
    let shares = try #require(found["shares"]?.elements)
    #expect(shares.count == 1, "\(outcome.output)")
    let number = try #require(shares.first?["parts"]?.elements?.first?.number)
    #expect(parts[Int(number)]["title"]?.string == "Rows.row (rows.py:11)", "\(outcome.output)")
    let ran = try #require(found["ran"]?["functions"]?.elements)
    #expect(ran.first?["name"]?.string == "Rows.row", "\(outcome.output)")
    #expect(ran.first?["candidate"]?["calls"]?.number == 600)
    #expect(found["ran"]?["unit"]?.string == "bytecode instructions")
    #expect(found["notRun"]?.elements?.compactMap(\.string) == ["unused"])
    let coverage = try explain(["--coverage"])
    #expect(coverage.exitCode == 0, "\(coverage)")
    #expect(
      coverage.output.hasPrefix(
        "1 of 3 changed functions is run by no benchmark of this suite: `unused`."),
      "\(coverage.output)")
    #expect(coverage.output.contains("Shares are of time."), "\(coverage.output)")
  }

  @Test(
    "a function that needs a new one is exchanged together with it", .enabled(if: hasPython))
  func together() throws {
    let main = """
      from rows import row, other
      print(sum(row(number) + other(number) for number in range(600)))
      """
    let other = "def other(value):\n    return value"
    _ = try folder.commit(
      [
        "bench.toml": Self.suite("command", "\"python3\", \"main.py\""), "main.py": main,
        "rows.py": "def row(value):\n    return value\n\(other)\n",
      ], message: "base")
    let slow = """
      def slow(value):
          for _ in range(300):
              value = value * 5 % 1000003

      """
    _ = try folder.commit(
      ["rows.py": "\(slow)\ndef row(value):\n    slow(value)\n    return value\n\(other) + 0\n"],
      message: "slower")
    let outcome = try explain([])
    #expect(outcome.exitCode == 0, "\(outcome)")
    let first = outcome.output.split(separator: "\n").first ?? ""
    #expect(first.contains(": row (rows.py:5) + slow (rows.py:1) +"), "\(outcome.output)")
  }

  @Test(
    "of a worker in Python one call is counted, and comments change no function",
    .enabled(if: hasPython))
  func worker() throws {
    let module = Fixtures.path("../../Examples/Workers/Python")
    func main(_ comment: String) -> String {
      """
      import sys
      sys.path.insert(0, "\(module)")
      import bench_worker
      def twice(value):
          # \(comment)
          return value * 2
      def work():
          return lambda: sum(twice(number) for number in range(100))
      bench_worker.serve(work)
      """
    }
    _ = try folder.commit(
      [
        "bench.toml": Self.suite("worker", "\"python3\", \"main.py\""),
        "main.py": main("One."),
      ], message: "base")
    _ = try folder.commit(["main.py": main("Two.")], message: "comment")
    let same = try explain(["--coverage"])
    #expect(same.output.hasPrefix("No function "), "\(same)")
    _ = try folder.commit(
      ["main.py": main("Two.").replacing("value * 2", with: "value + value")], message: "changed")
    let outcome = try explain(["--only", "work", "--files", "--format", "json"])
    let json = try JSONValue(parsing: Array(outcome.output.utf8))
    let ran = json["explanations"]?.elements?.first?["ran"]
    #expect(ran?["by"]?.string?.hasPrefix("Python 3.") == true, "\(outcome)")
    let coverage = try explain(["--coverage", "--format", "json"])
    let function = try JSONValue(parsing: Array(coverage.output.utf8))["functions"]?.elements?.first
    #expect(function?["name"]?.string == "twice", "\(coverage)")
    #expect(function?["benchmarks"]?.elements?.first?["name"]?.string == "work", "\(coverage)")
  }

  @Test("in Node the changed functions are known, and whether they run", .enabled(if: hasNode))
  func node() throws {
    func module(_ steps: Int, _ more: String) -> String {
      """
      'use strict';
      exports.row = function (value) {
        for (let step = 0; step < \(steps); step++) value = (value * 5) % 1000003;
        return value;
      };
      exports.unused = () => \(more);

      """
    }
    _ = try folder.commit(
      [
        "bench.toml": Self.suite("command", "\"node\", \"main.js\""),
        "main.js": """
        const { row } = require('./rows.js');
        let sum = 0;
        for (let number = 0; number < 20000; number++) sum += row(number);
        console.log(sum % 2 - sum % 2);
        """,
        "rows.js": module(100, "1"),
      ], message: "base")
    _ = try folder.commit(["rows.js": module(400, "2")], message: "slower")
    let outcome = try explain(["--coverage"])
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(
      outcome.output.hasPrefix(
        "1 of 2 changed functions is run by no benchmark of this suite: `exports.unused`."),
      "\(outcome)")
    #expect(outcome.output.contains("Shares are of time."), "\(outcome)")
    #expect(outcome.output.contains("exports.row (rows.js:2)"), "\(outcome)")
  }
}
