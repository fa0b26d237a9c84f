internal import BenchmarkBuilds
internal import CommandTestSupport
internal import Foundation
internal import Testing

/// `lab trust` on a program in C that a suite builds.
@Suite("lab trust", .serialized)
struct TrustCommandTests {
  private static let isPossible: Bool = {
    #if os(Linux)
      return Executable.find("gcc") != nil
        && (Executable.find("ld.lld") != nil || Executable.find("swiftc") != nil)
    #else
      return false
    #endif
  }()

  private let folder: TemporaryFolder
  private let caches: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    caches = try TemporaryFolder()
    try folder.makeRepository()
    try folder.commit([
      ".gitignore": "program\n*.o\n*.md\n*.jsonl\n",
      "main.c": """
      static volatile unsigned sink;
      int main(void) {
        for (unsigned i = 0; i < 3000000; i++) sink += i;
        return 0;
      }

      """,
      "bench.toml": """
      name = "c"
      [build]
      commands = ["gcc -O1 -c main.c -o main.o", "gcc main.o -o program"]
      [[command]]
      name = "spin"
      command = ["./program"]

      """,
    ])
  }

  private func trust(_ arguments: [String]) throws -> BuiltCommand.Outcome {
    try BuiltCommand("lab").run(
      ["trust", "--cache", caches.path, "--method", "wholeRuns", "--quiet"] + arguments,
      in: folder.path)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder.file(name), encoding: .utf8)
  }

  @Test(
    "a later run goes on from the comparisons of an earlier one, and its section is on the page once",
    .enabled(if: isPossible, "There is no gcc, or no lld."))
  func goingOn() throws {
    let files = ["--output", "page.md", "--raw", "race.jsonl"]
    let first = try trust(["--sessions", "1"] + files)
    #expect(first.exitCode == 0, "\(first)")
    let lines = try text("race.jsonl").split(separator: "\n")
    #expect(lines.count == 4 && lines[0].hasPrefix("{\"race\":"), "\(first)")
    for (line, share) in zip(lines.dropFirst(), ["0.0", "0.01", "0.02"]) {
      #expect(line.contains("\"injected\":\(share),"), "\(line)")
    }
    let page = try text("page.md")
    #expect(page.hasPrefix("# Which comparison can be trusted?"))
    #expect(page.contains("1 session is complete."))
    let second = try trust(["--sessions", "2", "--continue", "--append"] + files)
    #expect(second.exitCode == 0, "\(second)")
    let more = try text("race.jsonl").split(separator: "\n")
    #expect(more.count == 7 && Array(more[..<4]) == lines)
    let whole = try text("page.md")
    #expect(whole.contains("2 sessions are complete."))
    #expect(whole.split(separator: "\n").count { $0.hasPrefix("## spin of") } == 1, "\(whole)")
    // What is complete is not measured again.
    let third = try trust(["--sessions", "2", "--continue", "--raw", "race.jsonl"])
    #expect(third.output.contains("2 sessions are complete."), "\(third)")
    #expect(try text("race.jsonl").split(separator: "\n") == more)
    // Another seed is another race.
    let other = try trust(["--seed", "2", "--continue", "--raw", "race.jsonl"])
    #expect(other.exitCode == 64, "\(other)")
    #expect(other.errors.contains("line 1 has seed 1, and this one has seed 2"), "\(other)")
    #expect(try text("race.jsonl").split(separator: "\n") == more)
  }

  @Test(
    "a comparison that fails keeps no others from being made, and is told by the exit code",
    .enabled(if: isPossible, "There is no gcc, or no lld."))
  func failing() throws {
    // The program fails where it is given work on top.
    try folder.commit([
      "main.c": """
      #include <stdlib.h>
      static volatile unsigned sink;
      int main(void) {
        const char *steps = getenv("BENCH_ADDED_STEPS");
        if (steps && atoll(steps) > 0) return 3;
        for (unsigned i = 0; i < 3000000; i++) sink += i;
        return 0;
      }

      """
    ])
    let outcome = try trust(["--sessions", "2", "--raw", "race.jsonl"])
    #expect(outcome.exitCode == 1, "\(outcome)")
    #expect(outcome.errors.split(separator: "\n").count { $0.hasPrefix("Error: ") } == 4)
    #expect(outcome.errors.contains("session 2: 'spin'"), "\(outcome.errors)")
    let lines = try text("race.jsonl").split(separator: "\n")
    #expect(lines.count == 3, "\(lines)")
    for line in lines.dropFirst() { #expect(line.contains("\"injected\":0.0,"), "\(line)") }
    #expect(outcome.output.contains("0 sessions are complete."))
  }

  @Test("what cannot be written, and missing options, are said before anything is measured")
  func refusals() throws {
    for (arguments, code, words) in [
      (["--continue"], 64, "--raw"), (["--append"], 64, "--output"),
      (["--sessions", "0"], 64, "1 to 100000"),
    ] as [([String], Int32, String)] {
      let outcome = try trust(arguments)
      #expect(outcome.exitCode == code && outcome.errors.contains(words), "\(outcome)")
    }
    guard Self.isPossible else { return }
    for option in ["--output", "--raw"] {
      let outcome = try trust([option, "missing/file"])
      #expect(outcome.exitCode == 73 && outcome.errors.contains("missing/file"), "\(outcome)")
      #expect(outcome.output == "")
    }
  }
}
