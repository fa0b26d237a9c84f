internal import BenchmarkHarness
internal import CommandTestSupport
internal import Measuring
internal import OrderedJSON
internal import Reporting
internal import Testing

@testable import BenchmarkBuilds
@testable import BenchmarkSuites

/// A suite whose program is written in C and built by a script, from git commits.
@Suite("Layouts of programs that any build made", .serialized)
struct SuiteLinkTests {
  private static let compiler: String? = Executable.find("gcc") ?? Executable.find("cc")
  private static let isPossible: Bool = {
    #if os(Linux)
      return compiler != nil
        && (Executable.find("ld.lld") != nil || Executable.find("swiftc") != nil)
    #else
      return false
    #endif
  }()

  private let folder: TemporaryFolder
  private let command = SuiteCommand.words(["./program", "input.txt"])

  init() throws {
    folder = try TemporaryFolder()
    try git("init", "-q", "-b", "main", ".")
    try folder.write("program\n*.o\n*.d\n", to: "source/.gitignore")
    try folder.write("1\n", to: "source/input.txt")
    try folder.write("int twice(int a) { return 2 * a; }\n", to: "source/twice.c")
    try folder.write(Self.main(), to: "source/main.c")
    try commit("base")
  }

  private static func main(_ line: String = "") -> String {
    "#include <assert.h>\nint twice(int);\n\(line)"
      + "int main(int count, char **words) { assert(count > 0); return twice(0); }\n"
  }

  private func git(_ arguments: String...) throws {
    let outcome = ProgramOutput.of(
      program: try #require(Executable.find("git")),
      arguments: ["-c", "user.name=n", "-c", "user.email=e", "-c", "commit.gpgsign=false"]
        + arguments,
      environment: Executable.environment, folder: try sourceFolder(), mergingErrors: true)
    try #require(outcome.isSuccess, "\(outcome.text)")
  }

  /// Git stands in the folder, which must be there.
  private func sourceFolder() throws -> String {
    try folder.write("", to: "source/.keep")
    return folder.file("source")
  }

  private func commit(_ name: String) throws {
    try git("add", "-A")
    try git("commit", "-q", "-m", name)
    try git("tag", name)
  }

  // -MD says what is read, whether or not a compiler cache stands in front.
  private var suite: BenchmarkSuite { suite("\(Self.compiler ?? "cc") -O1 -g -MD") }

  private func suite(_ compile: String, command: SuiteCommand? = nil) -> BenchmarkSuite {
    BenchmarkSuite(
      name: "s",
      build: [
        .shell("\(compile) -c \"$PWD/main.c\" -o main.o && \(compile) -c twice.c -o twice.o"),
        .shell("\(Self.compiler ?? "cc") main.o twice.o -o program"),
        .shell("if [ -f helper.c ]; then \(compile) helper.c -o helper; fi"),
      ],
      sources: [
        .command(
          .init(
            name: "b", command: command ?? self.command, setUp: nil, prepare: nil, cleanUp: nil,
            warmUp: 1,
            ignoresFailures: false, parameters: [], clock: .cpu))
      ])
  }

  private var provider: LayoutProvider { LayoutProvider(folder: folder.file("layouts")) }

  private func tree(_ commit: String, by compiler: String? = nil) throws -> SuiteTree {
    try tree(commit, of: compiler.map { suite($0) } ?? suite)
  }

  private func tree(
    _ commit: String, of suite: BenchmarkSuite, caches: String = "cache"
  ) throws -> SuiteTree {
    let repository = try SuiteRepository(
      around: folder.file("source"), caches: folder.file(caches))
    let trees = SuiteTrees(
      of: repository, suite: suite, note: { _ in }, isCancelled: { false })
    return try trees.tree(of: try repository.revision(commit))
  }

  /// The proof for two commits, and the policy where there is none.
  private func outcome(
    _ base: SuiteTree, _ candidate: SuiteTree, of other: BenchmarkSuite? = nil,
    budget: Double = 600, notes: (String) -> Void = { _ in }
  ) throws -> (proof: CodeProof?, policy: LayoutPolicy?) {
    let suite = other ?? suite
    let runner = SuiteRunner(of: suite, scratch: folder.path)
    let benchmark = try #require(try runner.benchmarks(in: base).first)
    let programs = (
      benchmark.command.ownProgram(in: base.folder),
      benchmark.command.ownProgram(in: candidate.folder)
    )
    let proofs = SuiteProofs(of: suite, base: base, candidate: candidate)
    let proof = proofs.proof(of: benchmark, base: programs.0, candidate: programs.1)
    var said: [String] = []
    let policy = withExtendedLifetime(proofs) {
      SuiteLayouts(
        in: provider, suite: suite, base: base, candidate: candidate, budget: budget,
        differingFile: proofs.differingFile, note: { said.append($0) }
      ).policy(base: programs.0, candidate: programs.1, of: benchmark)
    }
    for sentence in said { notes(sentence) }
    return (proof, policy)
  }

  @Test(
    "a comment changes nothing, a file that the build does not read may, code is drawn in layouts",
    .enabled(if: isPossible, "There is no C compiler, or no lld."))
  func commits() throws {
    let base = try tree("base")
    try folder.write(Self.main("/* A comment. */ "), to: "source/main.c")
    try commit("comment")
    let comment = try tree("comment")
    guard case .equalImage? = try outcome(base, comment).proof else {
      Issue.record("a comment is no change of code, although the folder's name is in the program")
      return
    }
    // A failed assertion says its line, whose number is in the program.
    try folder.write(Self.main("// A line more.\n"), to: "source/main.c")
    try commit("line")
    #expect(try outcome(base, try tree("line")).proof == .equalButForComments(files: 1))
    try folder.write(Self.main("/* A comment. */ "), to: "source/main.c")
    try folder.write("2\n", to: "source/input.txt")
    try commit("input")
    var notes: [String] = []
    let input = try outcome(comment, try tree("input"), notes: { notes.append($0) })
    #expect(input.proof == nil)
    #expect(notes.contains { $0.contains("input.txt") })
    guard case .equal? = input.policy else {
      Issue.record("the programs are equal")
      return
    }
    try folder.write(
      "int twice(int a) { return a * 2 + a % 1; }\nint more;\n", to: "source/twice.c")
    try folder.write(Self.main("int other(void) { return 7; }\n"), to: "source/main.c")
    try commit("code")
    let code = try tree("code")
    let changed = try outcome(base, code)
    #expect(changed.proof == nil)
    guard case .placed(let placed)? = changed.policy else {
      Issue.record("no layouts: \(changed)")
      return
    }
    #expect(placed.pieces >= 2 && placed.names == ["program"])
    #expect(placed.mostLaunches == nil)
    try check(placed, in: code)
    // Links that take long: what they cost is said, and fewer are made, or none.
    notes = []
    let short = try outcome(base, code, budget: 1e-6, notes: { notes.append($0) })
    guard case .fixed? = short.policy else {
      Issue.record("there is no time for links: \(short)")
      return
    }
    #expect(notes.contains { $0.contains("program: linking takes") }, "\(notes)")
    notes = []
    let layout = placed.secondsPerLayout
    try #require(layout > 0)
    let some = try outcome(base, code, budget: 40 * layout, notes: { notes.append($0) })
    guard case .placed(let limited)? = some.policy, let most = limited.mostLaunches else {
      // The links of this moment may be twice as slow as the first ones, or twice as fast.
      #expect(notes.contains { $0.contains("linking takes") || $0.contains("linked again") })
      return
    }
    #expect((12..<100).contains(most))
    #expect(
      some.policy?.limited(SequentialRule()).looks.allSatisfy { $0.launches <= most } == true)
  }

  @Test(
    "clang says what it reads, although the build does not ask",
    .enabled(
      if: isPossible && Executable.find("clang") != nil && Executable.find("ccache") == nil
        && Executable.find("sccache") == nil,
      "There is no C compiler, no lld, no clang, or a compiler cache."))
  func clang() throws {
    try folder.write("#define COUNT 0\n", to: "source/count.h")
    try folder.write("#include \"count.h\"\n" + Self.main(), to: "source/main.c")
    try commit("header")
    let base = try tree("header", by: "clang -O1")
    try folder.write("/* A comment. */ #define COUNT 0\n", to: "source/count.h")
    try folder.write(
      "/* One. */ #include \"count.h\"\n" + Self.main(), to: "source/main.c")
    try commit("comments")
    #expect(try outcome(base, try tree("comments", by: "clang -O1")).proof != nil)
    try folder.write("2\n", to: "source/input.txt")
    try commit("read")
    #expect(try outcome(base, try tree("read", by: "clang -O1")).proof == nil)
  }

  @Test(
    "scripts, and interpreters of the system, run the same where all that was linked is equal",
    .enabled(if: isPossible, "There is no C compiler, or no lld."))
  func scripts() throws {
    try folder.write("#!/bin/sh\nexec ./program\n", to: "source/run.sh")
    try git("add", "-A")
    try git("update-index", "--chmod=+x", "run.sh")
    try git("commit", "-q", "-m", "script")
    try git("tag", "script")
    let base = try tree("script")
    try folder.write(Self.main("/* A comment. */ "), to: "source/main.c")
    try folder.write(
      "int twice(int a) { return 2 * a; }\nint more(int a) { return a * 3; }\n",
      to: "source/twice.c")
    try git("add", "main.c", "twice.c")
    try git("commit", "-q", "-m", "more")
    try git("tag", "more")
    let more = try tree("more")
    let compile = "\(Self.compiler ?? "cc") -O1 -g -MD"
    for words in [["./run.sh"], ["sh", "run.sh"]] {
      guard
        case .equalCode? = try outcome(
          base, more, of: suite(compile, command: .words(words))
        ).proof
      else {
        Issue.record("\(words): an unused function is no change of code")
        continue
      }
    }
    // A command that names a source, or a folder with it, reads it.
    for words in [["./program", "main.c"], ["./program", "--of=."], ["wc", "./main.c"]] {
      let found = try outcome(
        base, more, of: suite(compile, command: .words(words)))
      #expect(found.proof == nil, "\(words)")
    }
    try folder.write(Self.main("int other = 3; "), to: "source/main.c")
    try folder.write("int twice(int a) { return 3 * a; }\n", to: "source/twice.c")
    try git("commit", "-q", "-a", "-m", "changed")
    try git("tag", "changed")
    let changed = try tree("changed")
    #expect(
      try outcome(base, changed, of: suite(compile, command: .words(["./run.sh"]))).proof == nil)
    try folder.write("#!/bin/sh\nexec ./program x\n", to: "source/run.sh")
    try git("commit", "-q", "-a", "-m", "other script")
    try git("tag", "other-script")
    let other = try tree("other-script")
    #expect(
      try outcome(changed, other, of: suite(compile, command: .words(["./run.sh"]))).proof == nil)
  }

  @Test(
    "gcc says what it reads where the path of the cache has spaces, and writes to no other file",
    .enabled(if: isPossible && Executable.find("gcc") != nil, "There is no gcc, or no lld."))
  func spaces() throws {
    try folder.write("#define COUNT 0\n", to: "source/count.h")
    try folder.write("#include \"count.h\"\n" + Self.main(), to: "source/main.c")
    try commit("header")
    let suite = suite("gcc -O1")
    let base = try tree("header", of: suite, caches: "the cache/of bench")
    try folder.write("/* A comment. */ #define COUNT 0\n", to: "source/count.h")
    try commit("comment")
    let comment = try tree("comment", of: suite, caches: "the cache/of bench")
    #expect(try outcome(base, comment, of: suite).proof != nil)
    #expect(try names(in: "").filter { $0 != "layouts" } == ["source", "the cache"])
    #expect(try names(in: "the cache") == ["of bench"])
    #expect(try names(in: "the cache/of bench").count == 1)
  }

  private func names(in place: String) throws -> [String] {
    let path = place.isEmpty ? folder.path : folder.file(place)
    let outcome = ProgramOutput.of(
      program: "/bin/ls", arguments: ["-1", path], environment: Executable.environment)
    return outcome.text.split(separator: "\n").map(String.init)
  }

  @Test(
    "a function that nothing refers to changes nothing, a helper that the program names may",
    .enabled(if: isPossible, "There is no C compiler, or no lld."))
  func unusedFunction() throws {
    let base = try tree("base")
    try folder.write(
      Self.main("int other(int a) { int s = a; while (a > 0) s ^= a--; return s; } "),
      to: "source/main.c")
    try commit("unused")
    let unused = try tree("unused")
    let proof = try outcome(base, unused).proof
    #if arch(x86_64)
      guard case .equalCode(let functions, _)? = proof else {
        Issue.record("an unused function only moves the others, and the proof is \(proof as Any)")
        return
      }
      #expect(functions >= 3)
    #else
      #expect(proof == nil, "functions that share a section are told apart on x86-64 only")
    #endif
    try folder.write("/* helper */ int main(void) { return 0; }\n", to: "source/helper.c")
    try folder.write(
      Self.main("const char *const command = \"./helper\"; "), to: "source/main.c")
    try commit("helper")
    let helper = try tree("helper")
    try folder.write("int main(void) { return 1; }\n", to: "source/helper.c")
    try commit("helper-changed")
    #expect(try outcome(helper, try tree("helper-changed")).proof == nil)
    // What the program does not name does not matter, nor a variable with the name within its own.
    try folder.write(Self.main("int helper_count = 1; "), to: "source/main.c")
    try commit("helper-unnamed")
    try folder.write("int main(void) { return 2; }\n", to: "source/helper.c")
    try commit("helper-unnamed-changed")
    let trees = (try tree("helper-unnamed"), try tree("helper-unnamed-changed"))
    #expect(try outcome(trees.0, trees.1).proof != nil)
  }

  @Test(
    "libraries that a program loads from its checkout are compared as it is",
    .enabled(if: isPossible, "There is no C compiler, or no lld."))
  func libraries() throws {
    let compile = "\(Self.compiler ?? "cc") -O1 -g -MD -fPIC"
    func linked(_ runPath: String) -> BenchmarkSuite {
      var suite = suite(compile)
      suite.build = [
        .shell("\(compile) -c \"$PWD/main.c\" -o main.o && \(compile) -c twice.c -o twice.o"),
        .shell(
          "mkdir -p lib && \(compile) -shared twice.o -Wl,-soname,libtwice.so.1 "
            + "-o lib/libtwice.so.1.2 && ln -sf libtwice.so.1.2 lib/libtwice.so.1"),
        .shell(
          "\(Self.compiler ?? "cc") main.o lib/libtwice.so.1.2 -Wl,-rpath,\(runPath) "
            + "-o program"),
      ]
      return suite
    }
    func proof(_ base: String, _ candidate: String, runPath: String) throws -> CodeProof? {
      let suite = linked(runPath)
      let trees = try [base, candidate].map { try tree($0, of: suite) }
      return try outcome(trees[0], trees[1], of: suite).proof
    }
    try folder.write("program\n*.o\n*.d\nlib\n", to: "source/.gitignore")
    let twice = "int factor = 2;\nint twice(int a) { return factor * a; }\n"
    try folder.write(twice, to: "source/twice.c")
    try commit("library")
    try folder.write("/* A comment. */ " + twice, to: "source/twice.c")
    try commit("library-comment")
    try folder.write(twice + "int other(int a) { return a * 7; }\n", to: "source/twice.c")
    try commit("library-unused")
    try folder.write(twice.replacing("= 2", with: "= 3"), to: "source/twice.c")
    try commit("library-data")
    try folder.write(twice.replacing("* a", with: "* a + 1"), to: "source/twice.c")
    try commit("library-code")
    try folder.write(
      twice + "int other(int a) { return a * 7; }\n", to: "source/twice.c")
    try folder.write(Self.main("const char *found = \"other\"; "), to: "source/main.c")
    try commit("library-named")
    // What only the dynamic linker can follow leaves a doubt.
    #expect(
      try proof("library", "library-comment", runPath: "'$ORIGIN/$LIB:$ORIGIN/lib'") == nil)
    // Where CMake, Meson and libtool say that libraries are.
    for runPath in ["$PWD/lib:", "'$ORIGIN/lib'", "lib"] {
      guard case .equalImage? = try proof("library", "library-comment", runPath: runPath) else {
        Issue.record("a comment changes nothing where libraries are in \(runPath)")
        continue
      }
      let unused = try proof("library", "library-unused", runPath: runPath)
      #if arch(x86_64)
        guard case .equalCode? = unused else {
          Issue.record("nothing calls what the library adds, in \(runPath)")
          continue
        }
      #else
        #expect(unused == nil, "functions that share a section are told apart on x86-64 only")
      #endif
      for other in ["library-data", "library-code", "library-named"] {
        #expect(try proof("library", other, runPath: runPath) == nil, "\(other), \(runPath)")
      }
    }
  }

  @Test(
    "layouts of a program are timed, and comparisons that cannot draw them allow for the spread",
    .enabled(if: isPossible, "There is no C compiler, or no lld."))
  func spread() throws {
    let base = try tree("base")
    let program = base.folder + "/program"
    let original = try checksum(program)
    let runner = SuiteRunner(of: suite, scratch: folder.path)
    let benchmark = try #require(try runner.benchmarks(in: base).first)
    let allowances = SuiteAllowances(
      file: LayoutAllowanceFile(path: folder.file("layouts.json"), cpuModel: "one"), suite: "s")
    func measure(_ layouts: Int, in tree: SuiteTree, notes: inout [String]) throws -> (
      status: WorkStatus, result: JSONValue?
    ) {
      var said: [String] = []
      let test = SuiteLayoutTest(
        runner: runner, tree: tree, layouts: layouts, seed: 1, seconds: 0,
        provider: LayoutProvider(folder: folder.file("layouts"), allowances: allowances),
        note: { said.append($0) })
      let status = try test.measure(benchmark, isCancelled: { false }, progress: { _ in })
      notes = said
      let result = test.json["benchmarks"]?.elements?.first
      #expect(test.table.contains("fastest to slowest") == (result != nil))
      return (status, result)
    }
    var notes: [String] = []
    let few = try measure(3, in: base, notes: &notes)
    #expect(few.status == .success && few.result?["layouts"]?.integer == 3)
    #expect(few.result?["allowance"] == .null && allowances.allowance(of: benchmark) == nil)
    #expect(notes.contains { $0.contains("24 are needed") })
    #expect(try checksum(program) == original, "what was built is back")
    let many = try measure(24, in: base, notes: &notes)
    let allowance = try #require(allowances.allowance(of: benchmark))
    #expect(allowance.layoutPairs == 12 && many.result?["rounds"]?.integer == 6)
    // A checkout without records cannot draw layouts.
    try folder.write("int twice(int a) { return a + a + a % 2; }\n", to: "source/twice.c")
    try commit("other")
    var other = try tree("other")
    let unseen = (try tree("base"), other)
    other.records = nil
    func policy(_ suite: BenchmarkSuite, _ kept: SuiteAllowances?) -> LayoutPolicy? {
      SuiteLayouts(
        in: LayoutProvider(folder: folder.file("layouts"), allowances: kept), suite: suite,
        base: unseen.0, candidate: other, note: { _ in }
      ).policy(base: program, candidate: other.folder + "/program", of: benchmark)
    }
    guard case .fixed(let found)? = policy(suite, allowances),
      case .fixed(let assumed)? = policy(suite, nil), found == allowance, assumed == .assumed
    else {
      Issue.record("what was measured is allowed for where nothing can be drawn")
      return
    }
    var asked = suite
    asked.layoutAllowance = 0.01
    guard case .fixed(let said)? = policy(asked, allowances),
      said == LayoutAllowance(logRatio: 0.01, layoutPairs: nil)
    else {
      Issue.record("what the suite says counts")
      return
    }
    let unmeasured = try measure(24, in: other, notes: &notes)
    #expect(unmeasured.status == .failure && unmeasured.result == nil)
  }

  @Test(
    "what cannot be linked again is built again for each launch, where the suite asks for it",
    .enabled(if: isPossible, "There is no C compiler, or no lld."),
    arguments: ["gcc", "clang"].filter { Executable.find($0) != nil })
  func rebuilding(compiler: String) throws {
    func suite(_ prefix: String) -> BenchmarkSuite {
      var suite = self.suite("\(prefix) \(compiler) -O1")
      // The stand-in for the linker records nothing.
      suite.build = [.shell("\(prefix) \(compiler) -O1 $PWD/main.c twice.c -o program")]
      suite.layouts = .rebuild
      return suite
    }
    func policy(
      _ suite: BenchmarkSuite, _ notes: (String) -> Void
    ) throws -> (policy: LayoutPolicy?, trees: (base: SuiteTree, candidate: SuiteTree)) {
      let repository = try SuiteRepository(
        around: folder.file("source"), caches: folder.file("cache"))
      let trees = SuiteTrees(of: repository, suite: suite, note: { _ in }, isCancelled: { false })
      let sides = (
        try trees.tree(of: try repository.revision("base")),
        try trees.tree(of: try repository.revision("code"))
      )
      let runner = SuiteRunner(of: suite, scratch: folder.path)
      let benchmark = try #require(try runner.benchmarks(in: sides.0).first)
      var said: [String] = []
      let policy = SuiteLayouts(
        in: LayoutProvider(
          folder: folder.file("layouts"),
          rebuild: { tree, layout throws(HarnessFailure) in
            try trees.rebuild(tree, layout: layout)
          }), suite: suite, base: sides.0, candidate: sides.1, note: { said.append($0) }
      ).policy(
        base: sides.0.folder + "/program", candidate: sides.1.folder + "/program", of: benchmark)
      for sentence in said { notes(sentence) }
      return (policy, sides)
    }
    try folder.write("int twice(int a) { return a * 2 + (a == 77); }\n", to: "source/twice.c")
    try commit("code")
    var notes: [String] = []
    let unseen = suite("env -u BENCH_LINK_RECORDS")
    let (found, trees) = try policy(unseen) { notes.append($0) }
    guard case .placed(let placed)? = found, let limited = found else {
      Issue.record("no layouts: \(notes)")
      return
    }
    #expect(placed.isRebuilt && placed.links == 4, "two layouts of both sides")
    #expect(notes.contains { $0.contains("built again for each launch") })
    #expect(placed.mostLaunches ?? 0 > 12)
    #expect(limited.limited(SequentialRule()).looks.allSatisfy { $0.launches >= 12 })
    let programs = [trees.base, trees.candidate].map { $0.folder + "/program" }
    let originals = try programs.map(checksum)
    try placed.place(launch: 0)
    let first = try programs.map(checksum)
    try placed.place(launch: 1)
    let second = try programs.map(checksum)
    #expect(Set([originals[1], first[1], second[1], first[0], second[0]]).count == 5)
    for program in programs {
      #expect(ProgramOutput.of(program: program, arguments: ["x"], environment: []).isSuccess)
    }
    guard case .builds(4, seconds: let seconds) = limited.basis(since: (0, 0)) else {
      Issue.record("\(limited.basis(since: (0, 0)))")
      return
    }
    #expect(seconds > 0)
    placed.restore()
    #expect(try programs.map(checksum) == originals)
    // What was built is kept; one more build says how long a build takes.
    guard case .placed(let kept)? = try policy(unseen, { _ in }).policy else {
      Issue.record("no layouts the second time")
      return
    }
    #expect(kept.links == 2)
    // A build that does not hand the variables on.
    let deaf = suite(
      "env -u BENCH_LINK_RECORDS -u COMPILER_PATH -u BENCH_LAYOUT -u CCC_OVERRIDE_OPTIONS")
    notes = []
    guard case .fixed? = try policy(deaf, { notes.append($0) }).policy else {
      Issue.record("the build is the same in all layouts")
      return
    }
    #expect(notes.contains { $0.contains("does not heed") })
  }

  @Test(
    "work is linked into programs of commands, as much as is asked for, and what is said is said once",
    .enabled(if: isPossible, "There is no C compiler, or no lld."))
  func addedWork() throws {
    let base = try tree("base")
    let original = try checksum(base.folder + "/program")
    let runner = SuiteRunner(of: suite, scratch: folder.path)
    var notes: [String] = []
    let test = try SuiteSelfTest(
      of: try runner.benchmarks(in: base), .injected(try Percentage(parsing: "50%")),
      runner: runner, tree: base, seed: 1, provider: provider, advice: "",
      note: { notes.append($0) })
    // Ended before a verdict: how long something takes here is not known.
    for index in 0..<2 {
      var asked = 0
      let result = test.run(index: index) {
        asked += 1
        return asked > 20
      }
      #expect(result.end == .cancelled, "\(result.end)")
      #expect(result.launches.allSatisfy { $0.iterations == 1 })
    }
    #expect(notes.count { $0.contains("linked again for each launch") } == 1)
    #expect(try checksum(base.folder + "/program") == original)
    // The program as it is timed: no steps, and a number of them.
    let object = try AddedWorkObject.make(in: folder.path)
    let placed = try PlacedLayouts(
      base: try #require(base.links), candidate: try #require(base.links), paths: ["program"],
      objects: [object], folder: folder.file("layouts"))
    try placed.place(launch: 0)
    defer { placed.restore() }
    func time(_ steps: Int) throws -> Double {
      let worker = CommandWorker(
        program: base.folder + "/program",
        environment: [AddedWorkObject.variable(steps: steps)])
      return try worker.run(iterations: 1, warmUp: 0).secondsPerIteration(.processCPU)
    }
    #expect(try time(0) < 0.05)
    #expect(try time(400_000_000) > 0.1)
    #expect(
      AddedWorkObject.variable(steps: 7).utf8.count
        == AddedWorkObject.variable(steps: .max).utf8.count)
    #expect(AddedWorkObject.variable(steps: -1) == AddedWorkObject.variable(steps: 0))
  }

  @Test(
    "another order of the link's object files is the same code, as is what describes the build",
    .enabled(if: isPossible, "There is no C compiler, or no lld."))
  func order() throws {
    var suite = suite
    suite.build[1] = .shell("\(Self.compiler ?? "cc") $(cat Makefile) -o program")
    let repository = try SuiteRepository(
      around: folder.file("source"), caches: folder.file("cache"))
    let trees = SuiteTrees(of: repository, suite: suite, note: { _ in }, isCancelled: { false })
    var sides: [SuiteTree] = []
    for (name, order) in [("forward", "main.o twice.o"), ("backward", "twice.o main.o")] {
      try folder.write(order + "\n", to: "source/Makefile")
      try commit(name)
      sides.append(try trees.tree(of: try repository.revision(name)))
    }
    let proof = try outcome(sides[0], sides[1]).proof
    guard case .equalCode? = proof else {
      Issue.record("the order of object files is layout, and the proof is \(proof as Any)")
      return
    }
  }

  @Test("a build's own variables stay beside those that ask for a layout")
  func variables() throws {
    let variables = try LayoutBuildVariables(in: folder.file("compilers"))
    func value(_ name: String, _ own: [String], layout: UInt64 = 4) -> String? {
      variables.environment(extending: own, layout: layout).filter { $0.hasPrefix("\(name)=") }
        .map { String($0.dropFirst(name.count + 1)) }.first
    }
    #expect(value("BENCH_LAYOUT", []) == "5" && value("PATH", ["PATH=/bin"]) == "/bin")
    #expect(value("GOFLAGS", ["GOFLAGS=-mod=mod"]) == "-mod=mod -ldflags=-randlayout=5")
    #expect(value("GOFLAGS", ["GOFLAGS=-ldflags=-s"]) == "-ldflags=-s")
    #expect(value("COMPILER_PATH", ["COMPILER_PATH=/c"]) == folder.file("compilers") + ":/c")
    #expect(
      value("CCC_OVERRIDE_OPTIONS", ["CCC_OVERRIDE_OPTIONS=#^-g"])
        == "# ^-g +-Qunused-arguments +-falign-functions=16 +-fpatchable-function-entry=64,64")
    #expect(value("BENCH_LAYOUT", [], layout: .max) == "\(UInt64.max % 0x7FFF_FFFF + 1)")
  }

  /// Layouts take the place of the program, and the program comes back.
  private func check(_ placed: PlacedLayouts, in tree: SuiteTree) throws {
    let program = tree.folder + "/program"
    func bytes() -> String? { try? checksum(program) }
    let original = bytes()
    try placed.place(launch: 0)
    let first = bytes()
    try placed.place(launch: 1)
    let second = bytes()
    #expect(original != first && first != second && first != nil)
    #expect(
      ProgramOutput.of(program: program, arguments: ["x"], environment: []).isSuccess)
    placed.restore()
    #expect(bytes() == original)
    // Another process that places layouts has the checkouts for itself.
    let links = try #require(tree.links)
    let shared = String(links.folder[..<(links.folder.lastIndex(of: "/") ?? links.folder.endIndex)])
    let other = try #require(BuildLock(ifFree: shared))
    #expect(BuildLock(ifFree: shared) == nil)
    #expect(throws: HarnessFailure.self) { try placed.place(launch: 4) }
    other.release()
    try placed.place(launch: 4)
    #expect(BuildLock(ifFree: shared) == nil)
    #expect(bytes() != original && links.record(of: program) != nil)
    placed.restore()
    BuildLock(ifFree: shared)?.release()
    // One that was killed leaves a layout; the next build of the tree brings the program back.
    try placed.place(launch: 2)
    #expect(bytes() != original)
    PlacedLayouts.restore(try #require(tree.links))
    #expect(bytes() == original)
  }
}

/// A checksum and the size of a file.
private func checksum(_ path: String) throws -> String {
  ProgramOutput.of(
    program: try #require(Executable.find("cksum")), arguments: [path], environment: []
  ).text
}
