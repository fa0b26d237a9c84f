internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import CommandTestSupport
internal import Measuring
internal import Reporting
internal import Testing

@testable import BenchmarkSuites

@Suite("Suite files")
struct SuiteFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func suite(_ text: String) throws -> BenchmarkSuite {
    try SuiteFile(at: folder.write(text, to: "bench.toml")).suite
  }

  private func failure(_ text: String) -> HarnessFailure? {
    do {
      _ = try suite(text)
      return nil
    } catch {
      return error as? HarnessFailure
    }
  }

  @Test("every key is read")
  func complete() throws {
    let suite = try suite(
      """
      name = "sorting"
      main = "trunk"
      margin = "0.5%"
      gate = "1%"
      layout-allowance = "1%"
      timeout = 20
      reads-no-files = true
      launches = 3
      seconds = 0.25
      time = 90
      [environment]
      LANG = "C"
      THREADS = 2
      [build]
      commands = ["make all", ["cp", "a b", "c"]]
      [worker]
      command = ["./worker"]
      clock = "wall"
      [adapter]
      framework = "google-benchmark"
      command = ["./gb"]
      sample-seconds = 0.1
      [[command]]
      name = "sort {size}"
      command = "./sort {size} | cat"
      setup = "make data"
      prepare = ["sync"]
      cleanup = "rm data"
      warmup = 3
      ignore-failure = true
      clock = "cpu"
      references = ["sort 10 order={order}"]
      [command.parameters]
      size = [10, 1000]
      order = ["up", "down"]
      """)
    #expect(suite.name == "sorting")
    #expect(suite.main == "trunk")
    #expect(suite.margin?.fraction == 0.005 && suite.gate?.fraction == 0.01)
    #expect(suite.timeout == 20 && suite.readsNoFiles)
    #expect(suite.launches == 3 && suite.seconds == 0.25 && suite.comparisonSeconds == 90)
    #expect(suite.environment == ["LANG=C", "THREADS=2"])
    #expect(suite.build == [.shell("make all"), .words(["cp", "a b", "c"])])
    #expect(suite.sources.count == 3)
    #expect(suite.sources.first == .worker(.words(["./worker"]), .wall))
    guard case .command(let command)? = suite.sources.last else {
      Issue.record("no command")
      return
    }
    let choices = SuiteRunner.choices(of: command)
    #expect(
      choices.map(\.name) == [
        "sort 10 order=up", "sort 10 order=down", "sort 1000 order=up", "sort 1000 order=down",
      ])
    #expect(choices[2].command == .shell("./sort 1000 | cat"))
    #expect(choices[0].clock == .cpu)
    #expect(
      choices[1].description.parameters
        == [BenchmarkParameter("size", "10"), BenchmarkParameter("order", "down")])
    // Values stand in references too, and what the others refer to refers to nothing itself.
    #expect(
      choices.map { $0.description.references.map(\.benchmark) } == [
        [], [], ["sort 10 order=up"], ["sort 10 order=down"],
      ])
  }

  @Test("a suite is called like its folder, and needs no build")
  func short() throws {
    let suite = try suite("[[command]]\ncommand = \"true\"\n")
    #expect(suite.name == folder.path.split(separator: "/").last.map(String.init))
    #expect(suite.build.isEmpty)
    #expect(suite.timeout == 60 && !suite.readsNoFiles)
  }

  @Test("an allowance of nothing is allowed")
  func noAllowance() throws {
    let suite = try suite("layout-allowance = \"0%\"\n[[command]]\ncommand = \"true\"\n")
    #expect(suite.layoutAllowance == 0)
  }

  @Test(
    "what is wrong is told with the line, the key and what is right",
    arguments: [
      (
        "[[command]]\ncomand = \"x\"",
        "line 2: Unknown key in [[command]] 'comand'. Did you mean 'command'?"
      ),
      ("nmae = \"x\"", "line 1: Unknown key 'nmae'. Did you mean 'name'?"),
      ("name = \"x\"", "no benchmarks"), ("name = 3", "'name' takes a text, not 3"),
      ("timeout = 0\n", "'timeout' takes seconds above 0"),
      ("timeout = \"a\"\n", "not 'a'"), ("margin = \"5 apples\"\n", "not a percentage"),
      ("gate = \"0%\"\n", "line 1: 'gate' is wrong: '0%' is not a gate"),
      ("gate = 1\n", "'gate' takes a text, not 1"), ("gate = \"200%\"\n", "from 0.01% to 100%"),
      ("gate = \"0.002%\"\n", "less than any machine resolves"),
      ("gate = \"1%\"\nmargin = \"1%\"\n", "The gate of 1 % is not above the margin of 1 %"),
      ("[command]\ncommand = \"x\"", "double brackets"), ("worker = 3", "[worker]"),
      ("[worker]", "needs a command"), ("[worker]\ncommand = []", "is empty"),
      ("[worker]\ncommand = [1]", "text in quotes"), ("[worker]\ncommand = \"  \"", "words"),
      ("[worker]\ncommand = \"x\"\nclock = \"cup\"", "Did you mean 'cpu'?"),
      ("[adapter]\ncommand = \"x\"", "needs a framework"),
      (
        "[adapter]\nframework = \"gogle-benchmark\"\ncommand = \"x\"",
        "Did you mean 'google-benchmark'?"
      ),
      (
        "[build]\ncommands = [\"make\", \"-j2\"]\n[worker]\ncommand = \"x\"",
        "array within the array"
      ),
      ("[build]\ncommands = \"make\"\n", "takes an array of commands"),
      ("environment = 3\n[worker]\ncommand = \"x\"", "[environment]"),
      ("[environment]\nA = [1]\n[worker]\ncommand = \"x\"", "'A' takes a text"),
      (
        "[[command]]\ncommand = \"x\"\nwarmup = 0",
        "'warmup' in [[command]] takes 1 to 1000, not 0"
      ),
      ("launches = 0\n[worker]\ncommand = \"x\"", "'launches' takes 1 to 1000, not 0"),
      ("seconds = -1\n[worker]\ncommand = \"x\"", "'seconds' takes seconds above 0"),
      ("[[command]]\ncommand = \"x\"\nreferences = \"y\"", "array of at most 100 texts"),
      ("[[command]]\ncommand = \"x\"\nreferences = [1]", "takes texts in quotes"),
      ("[[command]]\ncommand = \"x\"\nparameters = { a = [] }", "array of values"),
      ("[[command]]\ncommand = \"x\"\nparameters = { a = 3 }", "array of values"),
      ("[[command]]\ncommand = \"x\"\nparameters = { a = [[1]] }", "texts or numbers"),
      ("[[command]]\ncommand = \"x\"\nignore-failure = 1", "true or false"),
      ("[[command]]\ncommand = x", "texts have quotes"),
    ])
  func refused(text: String, words: String) {
    let failure = failure(text)
    #expect(failure?.message.contains(words) == true, "\(failure?.message ?? "no failure")")
    #expect(failure?.status == .damagedInput)
  }

  @Test("more parameters than can be measured are refused")
  func manyParameters() {
    let values = (0..<40).map(String.init).joined(separator: ", ")
    let failure = failure(
      "[[command]]\ncommand = \"x\"\nparameters = { a = [\(values)], b = [\(values)] }")
    #expect(failure?.message.contains("1000 combinations") == true)
  }

  @Test("a file is found in the folders above, up to the top of the checkout")
  func found() throws {
    try folder.write("", to: "a/bench.toml")
    try folder.write("", to: "a/b/.git")
    try folder.write("", to: "a/b/c/x")
    try folder.write("", to: "a/d/x")
    #expect(SuiteFile.find(from: folder.file("a/d")) == folder.file("a/bench.toml"))
    #expect(SuiteFile.find(from: folder.file("a/b/c")) == nil)
  }

  @Test("a repository may keep its file in its folder of benchmarks; one beside it comes first")
  func inBenchmarks() throws {
    try folder.write("", to: "x/.git")
    try folder.write("", to: "x/deep/y")
    try folder.write("", to: "x/Benchmarks/bench.toml")
    let inFolder = folder.file("x/Benchmarks/bench.toml")
    #expect(SuiteFile.find(from: folder.file("x")) == inFolder)
    #expect(SuiteFile.find(from: folder.file("x/deep")) == inFolder)
    #expect(SuiteFile.find(from: folder.file("x/Benchmarks")) == inFolder)
    try folder.write("", to: "x/bench.toml")
    #expect(SuiteFile.find(from: folder.file("x/deep")) == folder.file("x/bench.toml"))
    // A folder of that name is no file.
    try folder.write("", to: "z/bench.toml/file")
    try folder.write("", to: "z/.git")
    #expect(SuiteFile.find(from: folder.file("z")) == nil)
  }

  @Test("a missing file is told")
  func missing() {
    #expect(throws: HarnessFailure.self) { try SuiteFile(at: folder.file("none.toml")) }
  }

  @Test("commands keep their words, and texts for people can be pasted")
  func commands() throws {
    #expect(SuiteCommand.words(["a", "b c", "it's", ""]).text == #"a 'b c' 'it'\''s' ''"#)
    #expect(SuiteCommand.shell("a | b").adding(["--x=^y$"]).text == "a | b '--x=^y$'")
    let echo = try SuiteCommand.words(["echo", "x"]).resolved(in: "/")
    #expect(echo.program.hasSuffix("/echo"))
    #expect(echo.arguments == ["x"])
    #expect(throws: HarnessFailure.self) {
      try SuiteCommand.words(["./no-such-program"]).resolved(in: folder.path)
    }
    #expect(throws: HarnessFailure.self) {
      try SuiteCommand.words(["no-such-program-anywhere"]).resolved(in: folder.path)
    }
  }
}
