internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import CommandTestSupport
internal import Measuring
internal import Reporting
internal import Testing

@testable import BenchmarkSuites

/// Parameters that a worker is told before it lists its benchmarks.
@Suite("Parameters of workers")
struct SuiteParametersTests {
  private static let suite: ScriptedSuite = {
    var suite = ScriptedSuite(
      [
        .init(
          "zstd of a.txt", description: #"{"parameters": {"codec": "zstd", "file": "a.txt"}}"#),
        .init(
          "gzip of a.txt",
          description: #"""
            {"parameters": {"codec": "gzip", "file": "a.txt"},
             "references": [{"name": "zstd", "benchmark": "zstd of a.txt"}]}
            """#),
      ],
      parameters: #"""
        [{"name": "codec", "about": "how", "values": ["zstd", "gzip"]},
         {"name": "file", "about": "what", "values": ["a.txt"], "open": true}]
        """#)
    suite.refusals = ["b.txt": "there is no file 'b.txt': give one that there is"]
    return suite
  }()

  private func chosen(
    _ parameters: KeyValuePairs<String, [String]>, of suite: ScriptedSuite = suite
  ) throws -> (names: [String], run: ScriptedRun) {
    var run = try ScriptedRun(suite)
    run.selection.parameters = parameters.map { ParameterValues($0.key, $0.value) }
    return (try run.runner().benchmarks(in: run.tree).map(\.name), run)
  }

  private func refusal(
    _ parameters: KeyValuePairs<String, [String]>, of suite: ScriptedSuite = suite
  ) -> HarnessFailure? {
    #expect(throws: HarnessFailure.self) { try chosen(parameters, of: suite) }
  }

  @Test("the worker makes its list by the values, and is told them before it lists")
  func told() throws {
    let (names, run) = try chosen(["file": ["c.txt", "d e.txt"], "codec": ["gzip"]])
    #expect(names == ["gzip of c.txt", "gzip of d e.txt"])
    let asked = run.requests
    #expect(
      asked.prefix(4) == [
        "hello 2", "parameters", #"choose {"file":["c.txt","d e.txt"],"codec":["gzip"]}"#, "list",
      ], "\(asked)")
  }

  @Test("nothing is chosen where nothing was asked for")
  func unasked() throws {
    let (names, run) = try chosen([:])
    #expect(names == ["zstd of a.txt", "gzip of a.txt"])
    #expect(!run.requests.contains { $0.hasPrefix("choose") })
  }

  @Test("every process that is measured is told the same before anything else")
  func measured() throws {
    var run = try ScriptedRun(Self.suite)
    run.selection.parameters = [ParameterValues("file", ["c.txt"])]
    let outcome = try run.run()
    #expect(outcome.results.map(\.name) == ["zstd of c.txt", "gzip of c.txt"])
    #expect(outcome.results.map { $0.benchmark.value(of: "file") } == ["c.txt", "c.txt"])
    let asked = run.requests
    let starts = asked.indices.filter { asked[$0].hasPrefix("hello") }
    // One to list, and one for each launch.
    #expect(starts.count == 3)
    for start in starts.dropFirst() {
      #expect(asked[start + 1] == #"choose {"file":["c.txt"]}"#, "\(asked)")
    }
  }

  @Test("a value that the worker refuses gets its sentence, and is damaged input")
  func refused() {
    let failure = refusal(["file": ["b.txt"]])
    #expect(failure?.message == "there is no file 'b.txt': give one that there is")
    #expect(failure?.status.rawValue == 65)
  }

  @Test("a value that a closed parameter has not is refused before the worker is asked")
  func unknown() {
    let failure = refusal(["codec": ["gzp"]])
    #expect(
      failure?.message == "Unknown codec 'gzp'. Did you mean 'gzip'? Choose from: zstd, gzip.")
    #expect(failure?.status.rawValue == 64)
    #expect(refusal(["codek": ["gzip"]])?.message.contains("Did you mean 'codec'?") == true)
  }

  @Test("parameters that a worker does not declare choose among what it describes")
  func described() throws {
    var suite = Self.suite
    suite.parameters = nil
    let (names, run) = try chosen(["codec": ["gzip"]], of: suite)
    #expect(names == ["gzip of a.txt"])
    #expect(!run.requests.contains { $0.hasPrefix("choose") })
    #expect(refusal(["file": ["c.txt"]], of: suite)?.message.hasPrefix("Unknown file") == true)
  }

  @Test("a worker that tells too little of a parameter is refused with what is wrong")
  func malformed() {
    for (parameters, words) in [
      (#"[{"name": "codec", "values": []}]"#, "has no values and is not open"),
      (#"[{"name": "codec", "values": ["a", "a"]}]"#, "has the value 'a' twice"),
      (#"[{"name": "Codec", "values": ["a"]}]"#, "Codec"),
    ] {
      var suite = Self.suite
      suite.parameters = parameters
      let failure = refusal([:], of: suite)
      #expect(failure?.status.rawValue == 1)
      #expect(failure?.message.contains(words) == true, "\(failure?.message ?? "")")
    }
  }

  @Test("a worker of version 1 is asked nothing that it does not know, and is measured")
  func versionOne() throws {
    var suite = Self.suite
    suite.version = 1
    suite.parameters = nil
    let run = try ScriptedRun(suite)
    let outcome = try run.run()
    #expect(outcome.status == .success && outcome.transcript.messages == [])
    #expect(outcome.results.map(\.name) == ["zstd of a.txt", "gzip of a.txt"])
    #expect(outcome.results.allSatisfy { $0.median == 1e-5 && $0.metrics.isEmpty })
    let verbs = Set(run.requests.compactMap { $0.split(separator: " ").first.map(String.init) })
    #expect(verbs == ["hello", "list", "name", "pin", "prepare", "run", "quit"], "\(verbs)")
    #expect(
      refusal(["codec": ["gzip"]], of: suite)?.message
        == "Unknown parameter 'codec'. The benchmarks of 'scripted' have no parameters.")
  }

  @Test("two benchmarks of one name are refused, also where they have other parameters")
  func equalNames() {
    var suite = Self.suite
    suite.benchmarks[1].name = suite.benchmarks[0].name
    let failure = refusal([:], of: suite)
    #expect(failure?.status.rawValue == 1)
    #expect(
      failure?.message
        == "tree: two benchmarks are called 'zstd of a.txt'; names must differ.")
  }

  @Test("benchmarks with equal parameters are told apart by their names")
  func equalParameters() throws {
    let parameters = #""parameters": {"codec": "zstd"}"#
    let run = try ScriptedRun(
      ScriptedSuite([
        .init("one", description: "{\(parameters)}"),
        .init(
          "two",
          description: #"{\#(parameters), "references": [{"name": "one", "benchmark": "one"}]}"#),
      ]))
    let table = try run.run().transcript.output
    #expect(table.contains("codec zstd"))
    #expect(table.contains("\n  one  ") && table.contains("\n  two  "), "\(table)")
  }

  @Test("the description decides the clock, and whether memory is prepared anew for each pair")
  func plans() throws {
    var suite = ScriptedSuite([
      .init("threaded", description: #"{"clock": "wall"}"#),
      .init("placed", description: #"{"reprepare": true}"#), .init("usual"),
    ])
    suite.parameters = nil
    let run = try ScriptedRun(suite)
    let plans = try run.runner().benchmarks(in: run.tree).map {
      $0.fitted(SessionPlan(), clock: nil)
    }
    #expect(plans.map(\.clock) == [.wall, .threadCPU, .threadCPU])
    #expect(plans[1].pairs == .preparedForEach && plans[2].pairs == .usual)
    let forced = try run.runner().benchmarks(in: run.tree)[0].fitted(SessionPlan(), clock: .cpu)
    #expect(forced.clock == .threadCPU)
  }

  @Test("relative paths in open values start where the user is")
  func folder() throws {
    let run = try ScriptedRun(ScriptedSuite([]))
    let module = Fixtures.path("../../Examples/Workers/Python")
    try run.folder.write(
      """
      import os, sys
      sys.path.insert(0, "\(module)")
      import bench_worker
      def choose(values):
          folder = os.environ["BENCH_FOLDER"]
          return [bench_worker.Benchmark(folder, lambda: lambda: 1, parameters={"file": "x"})]
      bench_worker.serve(choose=choose, parameters=[{"name": "file", "values": [], "open": True}])
      """, to: "worker.py")
    try run.folder.write(
      "[worker]\ncommand = [\"python3\", \"-B\", \"worker.py\"]\n", to: "bench.toml")
    var chosen = run
    chosen.selection.parameters = [ParameterValues("file", ["x"])]
    let names = try chosen.runner().benchmarks(in: run.tree).map(\.name)
    #expect(names == [workingFolder()])
  }
}
