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

  /// What differs by less than 2 % is the same here, which takes few launches to tell.
  private func explain(
    _ arguments: [String] = [], by command: String = "explain"
  ) throws -> BuiltCommand.Outcome {
    try bench.run(
      [command, "HEAD~1", "HEAD", "--quiet", "--margin", "2%"] + arguments, in: folder.path,
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

  @Test("functions of one file that cancel are both named", .enabled(if: isPossible))
  func cancelling() throws {
    func rows(_ first: Int, _ second: Int) -> String {
      let steps = [("first", first), ("second", second)].map { name, steps in
        """
        __attribute__((noinline)) unsigned long \(name)(unsigned long v) {
          for (int i = 0; i < \(steps); i++) v = v * 6364136223846793005UL + 1442695040888963407UL;
          return v;
        }
        """
      }
      return steps.joined(separator: "\n") + """

        static volatile unsigned long none;
        unsigned long parse_row(unsigned long v) {
          return v + ((first(v) ^ second(v)) & none);
        }
        """
    }
    _ = try folder.commit(["parse.c": rows(150, 50)], message: "before")
    _ = try folder.commit(["parse.c": rows(50, 150)], message: "after")
    let outcome = try explain()
    #expect(outcome.exitCode == 0, "\(outcome)")
    let first = outcome.output.split(separator: "\n").first ?? ""
    #expect(first.contains("first (parse.c) -") && first.contains("second (parse.c) +"), "\(first)")
  }

  /// The static function `step` of a file, and the function that calls it.
  ///
  /// - Parameters:
  ///   - caller: the function that others call; "never" is called by none.
  ///   - steps: how many steps it takes.
  ///   - added: a constant that costs nothing.
  /// - Returns: the text of the file.
  private static func step(_ caller: String, steps: Int = 100, added: Int) -> String {
    """
    static volatile unsigned long none;
    __attribute__((noinline)) static unsigned long step(unsigned long v) {
      for (int i = 0; i < \(steps); i++) v = v * 6364136223846793005UL + \(added);
      return v;
    }
    unsigned long \(caller)(unsigned long v) { return v + (step(v) & none); }

    """
  }

  @Test(
    "static functions of one name are told apart, and so is which of them runs",
    .enabled(if: isPossible))
  func statics() throws {
    func files(hashing steps: Int, adding added: Int) -> [String: String] {
      var files = Self.files()
      files["Makefile"] = files["Makefile"]?.replacing("-O1", with: "-O1 -g")
      files["parse.c"] = Self.step("parse_row", added: added)
      files["hash.c"] = Self.step("hash_step", steps: steps, added: added)
      files["out.c"]? += "\n" + Self.step("never", added: added)
      return files
    }
    _ = try folder.commit(files(hashing: 100, adding: 11), message: "before")
    _ = try folder.commit(files(hashing: 200, adding: 13), message: "after")
    let outcome = try explain(["--format", "json"])
    #expect(outcome.exitCode == 0, "\(outcome)")
    let json = try JSONValue(parsing: Array(outcome.output.utf8))
    let found = try #require(json["explanations"]?.elements?.first)
    let parts = try #require(found["parts"]?.elements)
    let shares = try #require(found["shares"]?.elements)
    #expect(shares.count == 1, "\(outcome.output)")
    let number = try #require(shares.first?["parts"]?.elements?.first?.number)
    #expect(parts[Int(number)]["title"]?.string == "step (hash.c:2)", "\(outcome.output)")

    guard Executable.find("valgrind") != nil else { return }
    let coverage = try explain(["--coverage", "--format", "json"])
    #expect(coverage.exitCode == 0, "\(coverage)")
    let covered = try JSONValue(parsing: Array(coverage.output.utf8))
    var runs: [String: Double?] = [:]
    for function in covered["functions"]?.elements ?? [] {
      let file = try #require(function["file"]?.string)
      runs[file] = .some(function["benchmarks"]?.elements?.first?["share"]?.number)
    }
    #expect(runs.keys.sorted() == ["hash.c", "out.c", "parse.c"], "\(coverage.output)")
    #expect(runs["out.c"] == .some(nil))
    let (hash, parse) = (runs["hash.c"].flatMap(\.self) ?? 0, runs["parse.c"].flatMap(\.self) ?? 1)
    // Twice the steps; of time, where it can be sampled, a busy machine meets them only about so often.
    #expect(hash > 1.5 * parse && hash < 2.7 * parse, "\(coverage.output)")
  }

  // addr2line of binutils up to 2.40 finds no names of headers in object files of DWARF 5.
  @Test(
    "a template in many object files is one function, in its header",
    .enabled(if: isPossible && Executable.find("g++") != nil))
  func templates() throws {
    func files(steps: Int) -> [String: String] {
      var files = [
        "bench.toml": Self.files()["bench.toml"] ?? "", ".gitignore": "program\n*.o\n",
        "Makefile": """
        program: main.o a.o b.o c.o
        \tg++ -o $@ main.o a.o b.o c.o
        %.o: %.cpp shared.hpp
        \tg++ -O1 -gdwarf-4 -c -o $@ $<

        """,
        "shared.hpp": """
        template <typename T> __attribute__((noinline)) T mix(T v, volatile T *none) {
          T w = v;
          for (int i = 0; i < \(steps); i++) w = w * 6364136223846793005UL + 1442695040888963407UL;
          return v + (w & *none);
        }
        """,
        "main.cpp": """
        #include <cstdio>
        unsigned long a(unsigned long), b(unsigned long), c(unsigned long);
        int main() {
          unsigned long v = 1;
          for (int i = 0; i < 20000; i++) v += a(v) ^ b(v) ^ c(v);
          std::printf("%lu\\n", v);
        }
        """,
      ]
      for name in ["a", "b", "c"] {
        files["\(name).cpp"] = """
          #include "shared.hpp"
          static volatile unsigned long none;
          unsigned long \(name)(unsigned long v) { return mix<unsigned long>(v + 1, &none); }
          """
      }
      return files
    }
    _ = try folder.commit(files(steps: 100), message: "before")
    _ = try folder.commit(files(steps: 150), message: "after")
    let outcome = try explain(["--format", "json"])
    #expect(outcome.exitCode == 0, "\(outcome)")
    let json = try JSONValue(parsing: Array(outcome.output.utf8))
    let found = try #require(json["explanations"]?.elements?.first)
    let parts = try #require(found["parts"]?.elements)
    // Three object files differ, and one function: the linker takes its first copy.
    #expect(parts.count == 3)
    let changes = parts.flatMap { $0["changes"]?.elements ?? [] }
    #expect(changes.map { $0["file"]?.string } == ["shared.hpp"], "\(outcome.output)")
    // Compilers say the first line of the function, or that of its first statement.
    let line = try #require(changes.first?["line"]?.number)
    #expect((1...3).contains(line), "\(outcome.output)")
    let shares = try #require(found["shares"]?.elements)
    #expect(shares.count == 1, "\(outcome.output)")
    let number = try #require(shares.first?["parts"]?.elements?.first?.number)
    #expect(parts[Int(number)]["title"]?.string?.hasSuffix("(shared.hpp:\(Int(line)))") == true)
  }

  @Test(
    "where functions are not known, no benchmark of the program is called covered",
    .enabled(if: isPossible && Executable.find("valgrind") != nil))
  func unknown() throws {
    func files(steps: Int) -> [String: String] {
      var files = Self.files(steps: steps)
      let suite = files["bench.toml"] ?? ""
      files["bench.toml"] =
        "layouts = \"off\"\n\(suite)\n"
        + "[[command]]\nname = \"again\"\ncommand = [\"./program\", \"again\"]\n"
      return files
    }
    _ = try folder.commit(files(steps: 100), message: "before")
    _ = try folder.commit(files(steps: 150), message: "after")
    let coverage = try explain(["--coverage"])
    #expect(coverage.exitCode == 1, "\(coverage)")
    #expect(
      coverage.errors.contains("which functions differ is not known: the suite says layouts"),
      "\(coverage)")
  }

  @Test(
    "intermediate code is exchanged, and compiled by each link",
    .enabled(
      if: isPossible && Executable.find("clang") != nil && Executable.find("ld.lld") != nil))
  func linkTimeOptimization() throws {
    func optimized(_ files: [String: String]) -> [String: String] {
      var files = files
      files["Makefile"] = files["Makefile"]?
        .replacing("gcc $(CFLAGS)", with: "clang $(CFLAGS) -flto")
        .replacing("gcc -o", with: "clang -O1 -flto -fuse-ld=lld -o")
      return files
    }
    _ = try folder.commit(optimized(Self.files()), message: "before")
    _ = try folder.commit(
      optimized(Self.files(steps: 200, harmless: "unsigned long unused = 1;")), message: "after")
    let outcome = try explain()
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.output.hasPrefix("rows: slower +"), "\(outcome.output)")
    #expect(outcome.output.split(separator: "\n").first?.contains(": parse.c +") == true)
    #expect(outcome.output.contains("Object files of intermediate code were exchanged"))
    // Which functions differ is known of machine code only.
    let coverage = try explain(["--coverage"])
    #expect(coverage.exitCode == 1, "\(coverage)")
    #expect(coverage.errors.contains("link-time optimization"), "\(coverage)")
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
