internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import CommandTestSupport
internal import Foundation
internal import Measuring
internal import OrderedJSON
internal import Reporting
internal import Testing

@testable import BenchmarkSuites

@Suite("Benchmarks of a suite")
struct SuiteRunnerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var tree: SuiteTree { SuiteTree(label: "base", folder: folder.path) }

  private func runner(
    _ sources: [BenchmarkSuite.Source], environment: [String] = [], timeout: Double = 60
  ) -> SuiteRunner {
    SuiteRunner(
      of: BenchmarkSuite(
        name: "the suite", timeout: timeout, environment: environment, sources: sources),
      scratch: folder.path)
  }

  private func command(
    _ command: SuiteCommand, _ change: (inout BenchmarkSuite.CommandBenchmark) -> Void = { _ in }
  ) -> BenchmarkSuite.Source {
    var benchmark = BenchmarkSuite.CommandBenchmark(
      name: "c", command: command, setUp: nil, prepare: nil, cleanUp: nil, warmUp: 1,
      ignoresFailures: false, parameters: [], clock: .wall)
    change(&benchmark)
    return .command(benchmark)
  }

  private func only(_ runner: SuiteRunner) throws -> SuiteBenchmark {
    let benchmarks = try runner.benchmarks(in: tree)
    #expect(benchmarks.count == 1)
    return try #require(benchmarks.first)
  }

  /// A worker in Python with two workloads.
  private func worker() throws -> BenchmarkSuite.Source {
    let module = Fixtures.path("../../Examples/Workers/Python")
    try folder.write(
      """
      import sys
      sys.path.insert(0, "\(module)")
      import bench_worker
      def one():
          return lambda: 1
      def zwei():
          print("a worker may print")
          return lambda: open("data").read()
      zwei.__name__ = "zwei mal, ü"
      bench_worker.serve(one, zwei)
      """, to: "worker.py")
    try folder.write("in this folder", to: "data")
    return .worker(.words(["python3", "-B", "worker.py"]), .cpu)
  }

  @Test("a worker lists its workloads, and each is run by its number, in the checkout")
  func workers() throws {
    let runner = runner([try worker()])
    let benchmarks = try runner.benchmarks(in: tree)
    #expect(benchmarks.map(\.name) == ["one", "zwei mal, ü"])
    let process = try runner.start(benchmarks[1], in: tree, LaunchSetup(launch: 0, padding: 3))
    defer { process.quit() }
    #expect(try process.prepare() == "'in this folder'")
    #expect(try process.run(iterations: 5, warmUp: 1).iterations == 5)
  }

  @Test("each launch draws the heap of Python, alike on both sides, after the start of the user")
  func drawnHeaps() throws {
    try folder.write(
      """
      import sys
      sys.path.insert(0, "\(Fixtures.path("../../Examples/Workers/Python"))")
      import bench_worker
      def one():
          answer = (len(getattr(sys, "bench_heap", [])), sys.own, len(sys.path))
          return lambda: answer
      bench_worker.serve(one)
      """, to: "worker.py")
    try folder.write("import sys\nsys.own = 'own'\n", to: "start/sitecustomize.py")
    let runner = runner(
      [.worker(.words(["python3", "-B", "worker.py"]), .cpu)],
      environment: ["PYTHONPATH=\(folder.file("start"))"])
    let benchmark = try only(runner)
    func answer(_ seed: UInt32?, padding: Int = 3) throws -> [Substring] {
      let process = try runner.start(
        benchmark, in: tree, LaunchSetup(launch: 0, padding: padding, hashSeed: seed))
      defer { process.quit() }
      return try process.prepare().split(separator: ", ")
    }
    let plain = try answer(nil)
    #expect(plain.prefix(2) == ["(0", "'own'"])
    let drawn = try answer(7)
    #expect(drawn == (try answer(7)))
    #expect(drawn.dropFirst() == plain.dropFirst())
    #expect(Set([drawn, try answer(8), try answer(7, padding: 4)].map(\.[0])).count == 3)
  }

  @Test("a worker that lists nothing has one benchmark, called like the suite")
  func unnamed() throws {
    try folder.write(
      """
      import socket
      channel = socket.socket(fileno=3)
      for line in channel.makefile("r"):
          words = line.split()
          reply = "hello 1" if words[0] == "hello" else "failure no such request"
          channel.sendall((reply + "\\n").encode())
      """, to: "old.py")
    #expect(try only(runner([.worker(.words(["python3", "old.py"]), .cpu)])).name == "the suite")
  }

  @Test("workers that die, answer nonsense or do not exist are told with the side")
  func brokenWorkers() throws {
    for (words, timeout, problem) in [
      (["false"], 600.0, "exited with code 1"), (["./none"], 600, "no executable file './none'"),
      (["sleep", "6000"], 0.2, "gave no answer for 0.2 s"),
    ] {
      let failure = #expect(throws: HarnessFailure.self) {
        try runner([.worker(.words(words), .cpu)], timeout: timeout).benchmarks(in: tree)
      }
      #expect(failure?.message.hasPrefix("base: ") == true)
      #expect(failure?.message.contains(problem) == true, "\(failure?.message ?? "")")
    }
  }

  @Test("two benchmarks of one name are refused")
  func sameName() throws {
    let failure = #expect(throws: HarnessFailure.self) {
      try runner([command(.shell("true")), command(.shell("false"))]).benchmarks(in: tree)
    }
    #expect(failure?.message.contains("two benchmarks are called 'c'") == true)
  }

  @Test("a command has setup, prepare and cleanup, in order, with its variables")
  func commands() throws {
    let log = folder.file("log")
    let runner = runner(
      [
        command(.shell("echo $WHO >> log")) {
          $0.setUp = .shell("echo setup >> log")
          $0.prepare = .words(["sh", "-c", "echo prepare >> log"])
          $0.cleanUp = .shell("echo cleanup >> log")
          $0.warmUp = 2
        }
      ], environment: ["WHO=run"])
    let benchmark = try only(runner)
    try runner.setUp(benchmark, in: tree)
    let worker = try runner.start(benchmark, in: tree, LaunchSetup(launch: 0, padding: 0))
    #expect(try worker.prepare() == "exit code 0")
    let epoch = try worker.run(iterations: 1, warmUp: 0)
    #expect(epoch.wall > 0)
    runner.cleanUp(benchmark, in: tree)
    let text = String(decoding: try #require(folder.bytes("log")), as: UTF8.self)
    #expect(text == "setup\nprepare\nrun\nprepare\nrun\nprepare\nrun\ncleanup\n", "\(log)")
  }

  @Test("a failing command is a failure unless it is allowed")
  func failures() throws {
    let failing = runner([command(.shell("echo no such module >&2; exit 3"))])
    let failure = #expect(throws: HarnessFailure.self) {
      try failing.runOnce(only(failing), in: tree)
    }
    #expect(failure?.message.contains("exited with code 3") == true)
    #expect(failure?.message.contains("\n  no such module") == true)
    let allowed = runner([command(.shell("exit 3")) { $0.ignoresFailures = true }])
    try allowed.runOnce(only(allowed), in: tree)
    let unprepared = runner([command(.shell("true")) { $0.prepare = .shell("exit 1") }])
    let second = #expect(throws: HarnessFailure.self) {
      try unprepared.runOnce(only(unprepared), in: tree)
    }
    #expect(second?.message.contains("`exit 1`, which prepares each run, failed") == true)
    let unset = runner([command(.shell("true")) { $0.setUp = .shell("echo why; exit 1") }])
    let third = #expect(throws: HarnessFailure.self) { try unset.runOnce(only(unset), in: tree) }
    #expect(third?.message.contains("why") == true)
  }

  @Test("what a command prints goes nowhere, and one that hangs is ended")
  func output() throws {
    let hanging = runner([command(.words(["sleep", "60"]))], timeout: 0.2)
    let failure = #expect(throws: HarnessFailure.self) {
      try hanging.runOnce(only(hanging), in: tree)
    }
    #expect(failure?.message.contains("the command ran longer than the 0.2 s that it may") == true)
    #expect(failure?.message.contains("The key 'timeout' of the suite allows more") == true)
  }

  @Test("benchmarks are matched by name, whatever their order")
  func matches() {
    func benchmark(_ name: String) -> SuiteBenchmark {
      SuiteBenchmark(name: name, clock: .cpu, work: .workload(.shell("x"), index: 0, choice: []))
    }
    let match = SuiteMatch(
      base: ["a", "b", "c"].map(benchmark), candidate: ["c", "d", "a"].map(benchmark))
    #expect(match.both.map(\.candidate.name) == ["c", "a"])
    #expect(match.onlyInBase == ["b"])
    #expect(match.onlyInCandidate == ["d"])
  }

  // MARK: Frameworks

  private func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

  @Test("samples of Google Benchmark are read: units, repetitions, errors")
  func googleBenchmark() throws {
    let sample = try GoogleBenchmarkProgram.sample(
      json(
        """
        {"benchmarks": [
          {"name": "a", "run_type": "iteration", "real_time": 2, "cpu_time": 1.5, "time_unit": "us"},
          {"name": "a", "run_type": "iteration", "real_time": 4, "cpu_time": 3.5, "time_unit": "us"},
          {"name": "a_mean", "run_type": "aggregate", "real_time": 9, "cpu_time": 9, "time_unit": "us"}
        ]}
        """)
    ).get()
    #expect(abs(sample.wall - 3e-6) < 1e-12)
    #expect(abs(sample.processor - 2.5e-6) < 1e-12)
    let error = try GoogleBenchmarkProgram.sample(
      json(#"{"benchmarks": [{"error_occurred": true, "error_message": "no file"}]}"#))
    #expect(error == .failure(FrameworkProblem(text: "no file")))
    #expect(throws: FrameworkProblem.self) {
      try GoogleBenchmarkProgram.sample(json(#"{"benchmarks": []}"#)).get()
    }
    #expect(GoogleBenchmarkProgram.escaped("BM<int>/8+(x)") == #"BM<int>/8\+\(x\)"#)
  }

  @Test(
    "google-benchmark's names say which time decides, unless the suite does",
    arguments: [
      ("BM_Plain", ClockChoice.cpu), ("BM_Gpu/manual_time", .wall), ("BM_Pool/real_time", .wall),
      ("BM_Pool/8/real_time/threads:4", .wall), ("BM_Sum/process_time", .cpu),
      ("BM_Sum/process_time/real_time", .wall), ("BM_real_time", .cpu),
    ])
  func googleBenchmarkClock(name: String, clock: ClockChoice) {
    var program = BenchmarkSuite.AdaptedProgram(
      framework: .googleBenchmark, command: .shell("./sums"), sampleSeconds: 0.01)
    #expect(program.clock(ofBenchmark: name) == clock)
    program.clock = .cpu
    #expect(program.clock(ofBenchmark: name) == .cpu)
    program.clock = nil
    program.framework = .criterion
    #expect(program.clock(ofBenchmark: name) == .wall)
  }

  @Test("pytest finds our plugin, and whatever the suite has it find")
  func pytestPlugin() throws {
    try folder.write(
      """
      import json, os, sys
      sys.path[:0] = os.environ["PYTHONPATH"].split(":")
      plugin = sys.argv[sys.argv.index("bench_pytest_worker")]
      assert sys.argv[sys.argv.index(plugin) - 1] == "-p"
      assert os.path.exists(os.path.join(sys.path[0], plugin + ".py"))
      import theirs
      output = [a for a in sys.argv if a.startswith("--benchmark-json=")][0].split("=", 1)[1]
      with open(output, "w") as file:
          json.dump({"benchmarks": [{"fullname": theirs.name}]}, file)
      """, to: "fake.py")
    try folder.write("name = 't.py::test[a b]'\n", to: "library/theirs.py")
    // What an older version left.
    try folder.write("raise ImportError\n", to: "bench_pytest_worker.py")
    let adapter = PytestProgram(
      program: FrameworkProgram(
        adapted: BenchmarkSuite.AdaptedProgram(
          framework: .pytestBenchmark, command: .words(["python3", "fake.py"]),
          sampleSeconds: 0.01, clock: .wall),
        other: nil, folder: folder.path,
        environment: ["PATH=/usr/bin:/bin:/usr/local/bin", "PYTHONPATH=\(folder.file("library"))"],
        scratch: folder.path, timeout: 60))
    #expect(try adapter.names() == ["t.py::test[a b]"])
    #expect(
      String(decoding: folder.bytes("bench_pytest_worker.py") ?? [], as: UTF8.self)
        .contains("pytest_runtestloop"))
  }

  @Test("a program of package-benchmark is listed and run over its descriptors")
  func packageBenchmark() throws {
    // Two samples of 1000 ns, four of 2001 ns (the bin from 2000 has a width of 1), two of 9000.
    try folder.write(
      """
      import json, struct, sys
      out = int(sys.argv[sys.argv.index("--output-fd") + 1])
      import os
      def read(count):
          data = b""
          while len(data) < count:
              part = os.read(out, count - len(data))
              if not part: sys.exit(0)
              data += part
          return data
      def send(value):
          data = json.dumps(value).encode()
          os.write(out, struct.pack("q", len(data)) + data)
      def described(name):
          return {"name": name, "target": "", "configuration": {"metrics": [{"cpuTotal": {}}]}}
      while True:
          request = json.loads(read(struct.unpack("q", read(8))[0]))
          if "list" in request:
              for name in ["größe, a", "fails"]:
                  send({"list": {"benchmark": described(name)}})
              send({"end": {}})
          elif "run" in request:
              benchmark = request["run"]["benchmark"]
              assert benchmark["configuration"]["metrics"] == [{"wallClock": {}}]
              if benchmark["name"] == "fails":
                  send({"error": {"_0": "no file"}})
                  continue
              counts = [0] * 8000
              counts[1000] = 2
              counts[2001] = 4
              counts[4000] = 2
              histogram = {"counts": counts, "subBucketHalfCountMagnitude": 10, "unitMagnitude": 0}
              send({"result": {"benchmark": benchmark, "results": [
                  {"metric": {"wallClock": {}}, "scalingFactor": 1000,
                   "statistics": {"histogram": histogram}}]}})
              send({"end": {}})
          else:
              sys.exit(0)
      """, to: "fake.py")
    let runner = runner([
      .adapter(
        BenchmarkSuite.AdaptedProgram(
          framework: .packageBenchmark, command: .words(["python3", "fake.py"]),
          sampleSeconds: 0.01, clock: .wall))
    ])
    let benchmarks = try runner.benchmarks(in: tree)
    #expect(benchmarks.map(\.name) == ["größe, a", "fails"])
    let worker = try runner.start(benchmarks[0], in: tree, LaunchSetup(launch: 0, padding: 0))
    let epoch = try worker.run(iterations: 1, warmUp: 0)
    // The middle half are the four of 2001 ns, for a thousand iterations each.
    #expect(abs(epoch.secondsPerIteration(.wall) - 2.001e-9) < 1e-14)
    let failure = #expect(throws: HarnessFailure.self) {
      try runner.runOnce(benchmarks[1], in: tree)
    }
    #expect(failure?.message.contains("no file") == true)
    try folder.write("print('no benchmarks')", to: "fake.py")
    #expect(throws: HarnessFailure.self) { try runner.benchmarks(in: tree) }
  }

  /// Outputs of Criterion 0.5.1 and, in the list of an old version, of 0.3.6 and 0.4.0.
  @Test("a program of Criterion is listed and sampled by what it prints")
  func criterion() throws {
    #expect(
      try CriterionProgram.names("sum 1000: benchmark\n\ngroup/sum/10: benchmark\n\n").get()
        == ["sum 1000", "group/sum/10"])
    #expect(try CriterionProgram.names("\n").get() == [])
    let old = #expect(throws: FrameworkProblem.self) {
      try CriterionProgram.names("sum 1000: bench\n\n").get()
    }
    #expect(old?.text.contains("criterion@0.5") == true)
    let sample = try CriterionProgram.sample(
      """
      group/sum/10            time:   [2.7069 ns 2.7070 ns 2.7071 ns]
      Found 1 outliers among 10 measurements (10.00%)

      """
    ).get()
    #expect(abs(sample.wall - 2.707e-9) < 1e-15)
    for (unit, seconds) in [("ps", 1e-12), ("µs", 1e-6), ("ms", 1e-3), ("s", 1.0)] {
      let sample = try CriterionProgram.sample("time:   [1 \(unit) 2.5 \(unit) 3 \(unit)]").get()
      #expect(abs(sample.wall / seconds - 2.5) < 1e-9)
    }
    for none in ["", "time:   [1 h 2 h 3 h]", "time:   [1 ns 2 ns]", "thrpt:   [1 ns 2 ns 3 ns]"] {
      #expect(throws: FrameworkProblem.self) { try CriterionProgram.sample(none).get() }
    }
    try folder.write(
      """
      #!/bin/sh
      case "$*" in
        "--bench --list") echo "a b: benchmark" ;;
        *"--exact a b") echo "a b   time:   [1.4 µs 1.5 µs 1.7 µs]" ;;
        *) exit 1 ;;
      esac
      """, to: "fake")
    try folder.setPermissions(0o755, of: "fake")
    let runner = runner([
      .adapter(
        BenchmarkSuite.AdaptedProgram(
          framework: .criterion, command: .words(["./fake"]), sampleSeconds: 0.05, clock: .wall))
    ])
    let benchmark = try only(runner)
    let worker = try runner.start(benchmark, in: tree, LaunchSetup(launch: 0, padding: 0))
    let epoch = try worker.run(iterations: 1, warmUp: 0)
    #expect(abs(epoch.secondsPerIteration(.wall) - 1.5e-6) < 1e-12)
  }

  @Test("the values of histogram bins are those of HdrHistogram")
  func histogramBins() throws {
    // From 2048 on a bin is two wide: the bin of index 2048 holds 2048 and 2049.
    for (index, value) in [(5, 5.0), (2047, 2047), (2048, 2049), (3071, 4095), (3072, 4098)] {
      let counts = Array(repeating: "0", count: index).joined(separator: ",")
      let text = """
        {"result": {"results": [{"metric": {"wallClock": {}}, "scalingFactor": 1, "statistics":
        {"histogram": {"counts": [\(counts),4], "subBucketHalfCountMagnitude": 10,
        "unitMagnitude": 0}}}]}}
        """
      guard case .sample(let sample) = PackageBenchmarkMessages.reply(Array(text.utf8)) else {
        Issue.record("no sample for \(index)")
        continue
      }
      #expect(abs(sample.wall - value * 1e-9) < 1e-15, "\(index)")
    }
  }

  @Test("a program may be named by its whole path")
  func wholePath() throws {
    let runner = runner([command(.words(["/bin/sh", "-c", "true"]))])
    try runner.runOnce(only(runner), in: tree)
    let missing = self.runner([command(.words(["/no/such program"]))])
    let failure = #expect(throws: HarnessFailure.self) {
      try missing.runOnce(only(missing), in: tree)
    }
    #expect(failure?.message.contains("no executable file '/no/such program'") == true)
  }

  @Test("a program of a framework is listed and sampled; what it lacks is told")
  func adapters() throws {
    try folder.write(
      """
      import sys
      if "--benchmark_list_tests=true" in sys.argv:
          print("a b\\nc")
      elif "--benchmark_filter=^c$" in sys.argv:
          print('{"benchmarks": [{"real_time": 5, "cpu_time": 4, "time_unit": "ns"}]}')
      else:
          sys.exit("no such benchmark")
      """, to: "fake.py")
    let runner = runner([
      .adapter(
        BenchmarkSuite.AdaptedProgram(
          framework: .googleBenchmark, command: .shell("python3 fake.py"), sampleSeconds: 0.01,
          clock: .cpu))
    ])
    let benchmarks = try runner.benchmarks(in: tree)
    #expect(benchmarks.map(\.name) == ["a b", "c"])
    let worker = try runner.start(benchmarks[1], in: tree, LaunchSetup(launch: 0, padding: 0))
    let epoch = try worker.run(iterations: 1, warmUp: 0)
    #expect(abs(epoch.secondsPerIteration(.wall) - 5e-9) < 1e-15)
    #expect(abs(epoch.secondsPerIteration(.threadCPU) - 4e-9) < 1e-15)
    #expect(throws: HarnessFailure.self) { try runner.runOnce(benchmarks[0], in: tree) }
    let fitted = benchmarks[1].fitted(SessionPlan(), clock: nil)
    #expect(fitted.fixedIterations == 1)
    #expect(fitted.pairs.perLaunch == 1)
  }

  @Test("Runs of a command stay on a core only where it was seen to compute on one thread")
  func threading() throws {
    let runner = runner([command(.shell("exit 0")) { $0.clock = .cpu }])
    let benchmark = try #require(try runner.benchmarks(in: tree).first)
    func threading(_ clock: ClockChoice?, hasOneThread: Bool) -> SessionPlan.Threading {
      benchmark.fitted(SessionPlan(), clock: clock, hasOneThread: hasOneThread).threading
    }
    #expect(threading(nil, hasOneThread: true) == .process)
    #expect(threading(nil, hasOneThread: false) == .freeProcess)
    #expect(threading(.wall, hasOneThread: false) == .concurrent)
    let plan = benchmark.fitted(SessionPlan(), clock: nil)
    #expect(plan.rule.looks == SequentialRule.looksForChanges && plan.fixedIterations == 1)
    let patient = SequentialRule(looks: SequentialRule.patientLooks)
    #expect(benchmark.fitted(SessionPlan(rule: patient), clock: nil).rule == patient)
  }
}
