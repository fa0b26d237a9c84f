internal import BenchmarkBuilds
internal import CommandTestSupport
internal import OrderedJSON
internal import Testing

/// `bench explain` of a program in C whose commit makes one of four files slower by a tenth.
@Suite("A slowdown in one file of a program", .serialized)
struct ExplainedProgramTests {
  private static let isPossible: Bool = {
    #if os(Linux)
      return Executable.find("gcc") != nil && Executable.find("make") != nil
        && (Executable.find("ld.lld") != nil || Executable.find("swiftc") != nil)
    #else
      return false
    #endif
  }()

  private let folder: TemporaryFolder
  private let outside: TemporaryFolder
  private let bench: BuiltCommand

  init() throws {
    folder = try TemporaryFolder()
    outside = try TemporaryFolder()
    bench = try BuiltCommand("bench")
    try folder.makeRepository()
    _ = try folder.commit(Self.files(), message: "base")
  }

  /// The files of the program.
  ///
  /// - Parameters:
  ///   - steps: how many steps `parse_row` takes.
  ///   - harmless: what else `hash.c` and `out.c` hold.
  ///   - answer: what is added to the answer, in `out.c`.
  /// - Returns: the files by their names.
  private static func files(
    steps: Int = 100, harmless: String = "", answer: Int = 0
  ) -> [String: String] {
    [
      "bench.toml": """
      name = "rows"
      [build]
      commands = ["make"]
      [[command]]
      name = "rows"
      command = ["./program"]
      """,
      ".gitignore": "program\n*.o\n",
      "Makefile": """
      CFLAGS = -O1
      program: main.o parse.o hash.o out.o
      \tgcc -o $@ main.o parse.o hash.o out.o
      %.o: %.c
      \tgcc $(CFLAGS) -c -o $@ $<

      """,
      "main.c": """
      #include <stdio.h>
      unsigned long parse_row(unsigned long), hash_step(unsigned long), emit(unsigned long);
      int main(void) {
        unsigned long v = 1;
        for (int i = 0; i < 20000; i++) v += parse_row(v) ^ hash_step(v) ^ emit(v);
        printf("%lu\\n", v);
        return 0;
      }
      """,
      "parse.c": """
      static volatile unsigned long none;
      unsigned long parse_row(unsigned long v) {
        unsigned long w = v;
        for (int i = 0; i < \(steps); i++) w = w * 6364136223846793005UL + 1442695040888963407UL;
        return v + (w & none);
      }
      """,
      "hash.c": """
      \(harmless)
      unsigned long hash_step(unsigned long v) {
        for (int i = 0; i < 100; i++) v = (v ^ (v >> 29)) * 0xBF58476D1CE4E5B9UL;
        return v;
      }
      """,
      "out.c": """
      unsigned long emit(unsigned long v) {
        for (int i = 0; i < 50; i++) v = v * 3 + (v >> 61);
        return v + \(answer);
      }
      \(harmless.replacing("unused", with: "unused_too"))
      """,
    ]
  }

  private func explain(
    _ arguments: [String] = [], by command: String = "explain"
  ) throws -> BuiltCommand.Outcome {
    try bench.run(
      [command, "HEAD~1", "HEAD", "--quiet"] + arguments, in: folder.path,
      environment: [
        "XDG_CACHE_HOME": outside.file("caches"), "XDG_STATE_HOME": outside.file("state"),
        "HOME": outside.path,
      ])
  }

  @Test(
    "the function is named with its file, and harmless changes are not", .enabled(if: isPossible))
  func named() throws {
    _ = try folder.commit(
      Self.files(
        steps: 180, harmless: "unsigned long unused(unsigned long v) { return v * 7; }"),
      message: "slower")
    let outcome = try explain(["--format", "json"])
    #expect(outcome.exitCode == 0, "\(outcome)")
    let json = try JSONValue(parsing: Array(outcome.output.utf8))
    let found = try #require(json["explanations"]?.elements?.first)
    #expect(found["verdict"]?.string == "slower", "\(outcome.output)")
    #expect(found["exchanged"]?.string == "objects")
    #expect(found["parts"]?.elements?.count == 3)
    let shares = try #require(found["shares"]?.elements)
    #expect(shares.count == 1)
    let number = try #require(shares.first?["parts"]?.elements?.first?.number)
    let part = try #require(found["parts"]?.elements?[Int(number)])
    #expect(part["title"]?.string == "parse_row (parse.c)")
    let changes = found["parts"]?.elements?.flatMap { $0["changes"]?.elements ?? [] } ?? []
    let names = Set(changes.compactMap { $0["name"]?.string })
    #expect(names == ["parse_row", "unused", "unused_too"])
    let ran = found["ran"]?["functions"]?.elements?.first
    #expect(ran?["name"]?.string == "parse_row", "\(outcome.output)")
    #expect(ran?["candidate"]?["calls"]?.number == 20_000)
    #expect(Set(found["notRun"]?.elements?.compactMap(\.string) ?? []) == ["unused", "unused_too"])
    let coverage = try explain(["--coverage"])
    #expect(coverage.exitCode == 0, "\(coverage)")
    let first =
      "2 of 3 changed functions are run by no benchmark of this suite: `unused`, `unused_too`."
    #expect(coverage.output.hasPrefix(first), "\(coverage.output)")
  }

  @Test(
    "files are exchanged where that is asked for, and answers that differ are not checked",
    .enabled(if: isPossible))
  func files() throws {
    _ = try folder.commit(
      Self.files(steps: 180, harmless: "/* A comment. */", answer: 1), message: "slower")
    let outcome = try explain(["--files"])
    #expect(outcome.exitCode == 0, "\(outcome)")
    let first = outcome.output.split(separator: "\n").first ?? ""
    #expect(first.hasPrefix("rows: slower +"), "\(outcome.output)")
    #expect(first.contains(": parse.c +"))
    #expect(outcome.output.contains("was not checked."))
  }

  @Test("equal code is said without a search", .enabled(if: isPossible))
  func same() throws {
    _ = try folder.commit(Self.files(harmless: "/* A comment. */"), message: "comments")
    let outcome = try explain()
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.output.hasPrefix("rows: same code"), "\(outcome.output)")
  }

  @Test(
    "files that must agree are exchanged together, and wrong answers thrown away",
    .enabled(if: isPossible))
  func agreement() throws {
    // Both sides answer alike; one file of each does not.
    var before = Self.files()
    before["hash.c"] = before["hash.c"]?.replacing("return v;", with: "return v + 5;")
    before["main.c"] = before["main.c"]?.replacing("hash_step(v)", with: "(hash_step(v) - 5)")
    _ = try folder.commit(before, message: "before")
    var after = Self.files(steps: 180)
    after["hash.c"] = after["hash.c"]?.replacing("return v;", with: "return v + 9;")
    after["main.c"] = after["main.c"]?.replacing("hash_step(v)", with: "(hash_step(v) - 9)")
    _ = try folder.commit(after, message: "after")
    // A comparison goes on, with what it measured.
    let outcome = try explain(["--explain"], by: "compare")
    #expect(outcome.exitCode == 2, "\(outcome)")
    #expect(outcome.output.contains("parse_row (parse.c) +"), "\(outcome.output)")
    #expect(outcome.output.contains("writes something else than the base"))
  }

  @Test(
    "of two changed functions of a file the one that is slower is named", .enabled(if: isPossible))
  func functions() throws {
    _ = try folder.commit(["parse.c": Self.rows(skips: 1, steps: 100)], message: "before")
    _ = try folder.commit(["parse.c": Self.rows(skips: 2, steps: 200)], message: "after")
    let picture = outside.file("why.svg")
    let outcome = try explain(["--format", "json", "--flame-graph", picture])
    #expect(outcome.exitCode == 0, "\(outcome)")
    let json = try JSONValue(parsing: Array(outcome.output.utf8))
    let found = try #require(json["explanations"]?.elements?.first)
    let parts = try #require(found["parts"]?.elements)
    #expect(parts.map { $0["function"] } == [.bool(false), .bool(true), .bool(true)])
    let shares = try #require(found["shares"]?.elements)
    #expect(shares.count == 1, "\(outcome.output)")
    let number = try #require(shares.first?["parts"]?.elements?.first?.number)
    #expect(parts[Int(number)]["title"]?.string == "step (parse.c)")
    if Executable.find("valgrind") != nil {
      let text = String(decoding: try #require(outside.bytes("why.svg")), as: UTF8.self)
      #expect(text.contains("<title>step (") && text.hasSuffix("</svg>\n"), "\(text)")
    }
  }

  /// Rows with two functions that differ, whose state is that of the file.
  private static func rows(skips: Int, steps: Int) -> String {
    """
    static volatile unsigned long none;
    static unsigned long count;
    __attribute__((noinline)) static unsigned long skip(unsigned long v) {
      return ++count > 10 ? v + \(skips) : v;
    }
    __attribute__((noinline)) static unsigned long step(unsigned long v) {
      for (int i = 0; i < \(steps); i++) v = v * 6364136223846793005UL + 1442695040888963407UL;
      return skip(v);
    }
    unsigned long parse_row(unsigned long v) { return v + (step(v) & none) + count; }
    """
  }

  @Test("wrong options are refused at once")
  func options() throws {
    #expect(try explain(["--time", "-1"]).exitCode == 64)
    #expect(try explain(["--clock", "sun"]).exitCode == 64)
    #expect(try explain(["--format", "yaml"]).exitCode == 64)
    #expect(try explain(["HEAD~2"]).exitCode == 64)
    #expect(try explain(["--coverage", "--files"]).exitCode == 64)
    #expect(try explain(["--coverage", "--flame-graph", "a.svg"]).exitCode == 64)
    let commands = try bench.run(["compare", "--explain", "--", "true", "--", "true"])
    #expect(commands.exitCode == 64)
  }
}
