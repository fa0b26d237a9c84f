internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import CommandTestSupport
internal import Foundation
internal import Measuring
internal import Reporting
internal import Testing

@testable import BenchmarkSuites

/// Where the frameworks are that `make test` installs.
private enum Installed {
  /// A Python that has pytest-benchmark.
  static let python = PythonInterpreter.with(module: "pytest_benchmark")

  static let compiler = Executable.find("clang++") ?? Executable.find("c++")
  static let hasGoogleBenchmark = FileManager.default.fileExists(
    atPath: "/usr/include/benchmark/benchmark.h")
}

/// Real frameworks, as far as this machine has them.
@Suite("Benchmarks of frameworks")
struct FrameworkTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var tree: SuiteTree { SuiteTree(label: "base", folder: folder.path) }

  private func runner(_ framework: BenchmarkFramework, _ words: [String]) -> SuiteRunner {
    SuiteRunner(
      of: BenchmarkSuite(
        name: "suite",
        sources: [
          .adapter(
            BenchmarkSuite.AdaptedProgram(
              framework: framework, command: .words(words), sampleSeconds: 0.01, clock: .cpu))
        ]),
      scratch: folder.path)
  }

  // MARK: asv

  private static let python = Executable.find("python3")

  /// A suite of asv that writes down what it calls.
  private static let asvSuite = """
    import gc
    import os

    def log(word):
        with open("log", "a") as file:
            file.write(word + " ")

    def time_sum():
        sum(range(1000))

    def track_size():
        return 1

    class TimeSorting:
        params = [[3, 5000], ["up", "down"]]

        def setup_cache(self):
            log("cache")
            return list(range(5000))

        def setup(self, numbers, size, order):
            if size == 3 and order == "down":
                raise NotImplementedError
            self.numbers = numbers[:size]

        def time_sort(self, numbers, size, order):
            sorted(self.numbers)

    class Base:
        def _private(self):
            pass

        def time_nothing(self):
            pass

    class Mutating:
        number = 2

        def setup(self):
            log("setup")
            self.left = 2

        def time_pop(self):
            self.left -= 1
            assert self.left >= 0
            # asv times with timeit, which collects no garbage meanwhile.
            assert not gc.isenabled()

        def teardown(self):
            log("teardown")

    class Broken:
        def time_failing(self):
            raise ValueError("no")
    """

  @Test(
    "benchmarks of a suite of asv are workloads, set up as asv does",
    .enabled(if: python != nil, "There is no Python."))
  func asvWorkloads() throws {
    try folder.write("", to: "speed/suite/__init__.py")
    try folder.write(Self.asvSuite, to: "speed/suite/inner/work.py")
    try folder.write("", to: "speed/suite/inner/__init__.py")
    // As with asv, a module that cannot be imported does not keep the others from being measured.
    try folder.write("import no_such_module\n", to: "speed/suite/first.py")
    let runner = runner(
      .asv, [try #require(Self.python), "-m", "bench_asv_worker", "speed/suite"])
    let benchmarks = try runner.benchmarks(in: tree)
    let names = benchmarks.map(\.name)
    #expect(
      names == [
        "inner.work.Base.time_nothing", "inner.work.Broken.time_failing",
        "inner.work.Mutating.time_pop", "inner.work.TimeSorting.time_sort(3, 'up')",
        "inner.work.TimeSorting.time_sort(5000, 'up')",
        "inner.work.TimeSorting.time_sort(5000, 'down')", "inner.work.time_sum",
      ])
    #expect(benchmarks.allSatisfy { $0.kind == "asv" && $0.countsIterations })
    #expect(try String(contentsOfFile: folder.file("log"), encoding: .utf8) == "cache ")
    func start(_ name: String) throws -> any MeasuredWorker {
      let benchmark = try #require(benchmarks.first { $0.name == name })
      return try runner.start(benchmark, in: tree, LaunchSetup(launch: 0, padding: 3))
    }
    let few = try start(names[3])
    let many = try start(names[4])
    for worker in [few, many] { #expect(try worker.prepare() == "") }
    let epochs = try [few, many].map { try $0.run(iterations: 50, warmUp: 2) }
    #expect(epochs.map(\.iterations) == [50, 50])
    #expect(epochs[1].threadCPU > epochs[0].threadCPU)
    for worker in [few, many] { worker.quit() }

    // Work that may be done twice after each setup.
    try folder.write("", to: "log")
    let mutating = try start(names[2])
    #expect(try mutating.prepare() == "")
    #expect(try mutating.run(iterations: 5, warmUp: 0).iterations == 5)
    mutating.quit()
    #expect(
      try String(contentsOfFile: folder.file("log"), encoding: .utf8)
        == "setup teardown setup teardown setup teardown ")

    let broken = try start(names[1])
    #expect(try broken.prepare() == "")
    #expect(throws: WorkerFailure.reported("ValueError: no")) {
      try broken.run(iterations: 1, warmUp: 0)
    }
    broken.quit()
    let missing = self.runner(
      .asv, [try #require(Self.python), "-m", "bench_asv_worker", "speed/other"])
    let failure = #expect(throws: HarnessFailure.self) { try missing.benchmarks(in: tree) }
    #expect(failure?.message.contains("does not list its benchmarks") == true)
  }

  // MARK: pytest-benchmark

  /// A runner of pytest on some tests.
  private func pytest(_ tests: String) throws -> SuiteRunner {
    try folder.write(tests, to: "test_work.py")
    return runner(.pytestBenchmark, [try #require(Installed.python), "-m", "pytest"])
  }

  private func start(
    _ name: String, with runner: SuiteRunner
  ) throws -> any MeasuredWorker {
    let benchmarks = try runner.benchmarks(in: tree)
    let benchmark = try #require(benchmarks.first { $0.name == "test_work.py::\(name)" })
    return try runner.start(benchmark, in: tree, LaunchSetup(launch: 0, padding: 3))
  }

  @Test("tests with pytest-benchmark are workloads", .enabled(if: Installed.python != nil))
  func pytestWorkloads() throws {
    let runner = try pytest(
      """
      import pytest

      @pytest.fixture
      def numbers():
          yield list(range(1000))
          with open("ended", "w") as file:
              file.write("yes")

      @pytest.mark.parametrize("start", [0, 1], ids=["from 0", "größer"])
      def test_sum(benchmark, numbers, start):
          assert benchmark(sum, numbers, start) == 499500 + start

      def test_other():
          assert True

      @pytest.mark.skip
      def test_skipped(benchmark):
          benchmark(sum, [])
      """)
    let benchmarks = try runner.benchmarks(in: tree)
    #expect(
      benchmarks.map(\.name) == [
        "test_work.py::test_sum[from 0]", "test_work.py::test_sum[gr\\xf6\\xdfer]",
      ])
    #expect(benchmarks.allSatisfy { $0.kind == "pytest-benchmark" && $0.countsIterations })
    try FileManager.default.removeItem(atPath: folder.file("ended"))

    let worker = try start("test_sum[from 0]", with: runner)
    #expect(try worker.prepare() == "")
    let epochs = try [1, 1000].map { try worker.run(iterations: $0, warmUp: 2) }
    #expect(epochs.map(\.iterations) == [1, 1000])
    #expect(epochs[1].threadCPU > epochs[0].threadCPU)
    #expect(try worker.prepare() == "")
    #expect(try worker.run(iterations: 10, warmUp: 0).iterations == 10)
    try FileManager.default.removeItem(atPath: folder.file("ended"))
    worker.quit()
    #expect(
      FileManager.default.fileExists(atPath: folder.file("ended")), "its fixture was cleared away")
  }

  @Test(
    "a package of the checkout that comes from elsewhere does not stand in for both sides",
    .enabled(if: Installed.python != nil))
  func pytestDevelopmentMode() throws {
    let runner = try pytest("import own\ndef test_own(benchmark): benchmark(own.work)\n")
    try folder.write("def work(): pass\n", to: "src/own/__init__.py")
    try folder.write("", to: "setup.py")
    let other = try TemporaryFolder()
    try other.write("def work(): pass\n", to: "own/__init__.py")
    func failure(_ path: String) throws -> String {
      try folder.write("import sys\nsys.path.insert(0, '\(path)')\n", to: "conftest.py")
      let tree = SuiteTree(label: "x", folder: folder.path)
      let benchmark = try #require(try runner.benchmarks(in: tree).first)
      do throws(HarnessFailure) {
        try runner.runOnce(benchmark, in: tree)
        return ""
      } catch {
        return error.message
      }
    }
    let found = try failure(other.path)
    #expect(found.contains("the package 'own' was loaded from '\(other.path)/own/__init__.py'"))
    #expect(found.contains("name 'src' as PYTHONPATH"), "\(found)")
    #expect(try failure("\(folder.path)/src").isEmpty)
  }

  @Test(
    "tests are found below a configuration of pytest in an outer folder",
    .enabled(if: Installed.python != nil))
  func pytestRoot() throws {
    try folder.write("[pytest]\naddopts = --benchmark-disable -v\n", to: "pytest.ini")
    try folder.write("def test_sum(benchmark): benchmark(sum, [1])\n", to: "inner/test_one.py")
    let runner = runner(
      .pytestBenchmark, [try #require(Installed.python), "-m", "pytest", "test_one.py"])
    let inner = SuiteTree(label: "base", folder: folder.file("inner"))
    let benchmarks = try runner.benchmarks(in: inner)
    #expect(benchmarks.map(\.name) == ["inner/test_one.py::test_sum"])
    try runner.runOnce(try #require(benchmarks.first), in: inner)
  }

  @Test(
    "a pedantic benchmark is not called more often than it allows",
    .enabled(if: Installed.python != nil))
  func pytestPedantic() throws {
    let runner = try pytest(
      """
      def test_once(benchmark):
          left = [1]
          assert benchmark.pedantic(left.pop) == 1

      def test_rounds(benchmark):
          left = list(range(6 * 5))
          benchmark.pedantic(left.pop, rounds=4, iterations=5, warmup_rounds=1)

      def test_setup(benchmark):
          made = []
          def setup():
              made.append([3, 1, 2])
              return (made[-1],), {}
          def sort(numbers):
              assert numbers == [3, 1, 2]
              numbers.sort()
          benchmark.pedantic(sort, setup=setup, rounds=3)
      """)
    for name in ["test_once", "test_rounds", "test_setup"] {
      let worker = try start(name, with: runner)
      _ = try worker.prepare()
      for iterations in [1, 7, 100, 2] {
        let epoch = try worker.run(iterations: iterations, warmUp: 3)
        #expect(epoch.iterations == iterations)
        #expect(epoch.wall > 0)
      }
      worker.quit()
    }
  }

  @Test("a failing benchmark says why", .enabled(if: Installed.python != nil))
  func pytestFailures() throws {
    let runner = try pytest(
      """
      def test_later(benchmark):
          left = [1]
          benchmark(left.pop)

      def test_sum(benchmark):
          benchmark(sum, [1])
      """)
    // Listing calls it too often already: twice at least, however slow the machine is just then.
    let listing = #expect(throws: HarnessFailure.self) { try runner.benchmarks(in: tree) }
    #expect(listing?.message.contains("IndexError") == true)
    let program = try #require(Installed.python)
    func benchmark(_ name: String) -> SuiteBenchmark {
      SuiteBenchmark(
        name: "test_work.py::\(name)", clock: .cpu,
        work: .adapted(
          BenchmarkSuite.AdaptedProgram(
            framework: .pytestBenchmark, command: .words([program, "-m", "pytest"]),
            sampleSeconds: 0.01, clock: .cpu)))
    }
    let setup = LaunchSetup(launch: 0, padding: 0)
    let worker = try runner.start(benchmark("test_later"), in: tree, setup)
    _ = try worker.prepare()
    #expect(throws: WorkerFailure.reported("IndexError: pop from empty list")) {
      try worker.run(iterations: 5, warmUp: 0)
    }
    worker.quit()
    #expect(throws: WorkerFailure.self) {
      try runner.start(benchmark("test_that_is_not_there"), in: tree, setup).prepare()
    }
  }

  // MARK: Google Benchmark

  @Test(
    "a program of Google Benchmark is listed and run",
    .enabled(if: Installed.hasGoogleBenchmark && Installed.compiler != nil))
  func googleBenchmark() throws {
    try folder.write(
      """
      #include <benchmark/benchmark.h>
      #include <numeric>
      #include <vector>
      static void sum(benchmark::State &state) {
        std::vector<int> numbers(state.range(0), 1);
        for (auto _ : state)
          benchmark::DoNotOptimize(std::accumulate(numbers.begin(), numbers.end(), 0));
      }
      BENCHMARK(sum)->Arg(10)->Arg(10000);
      static void broken(benchmark::State &state) {
        state.SkipWithError("no file");
        for (auto _ : state) {}
      }
      BENCHMARK(broken);
      BENCHMARK_MAIN();
      """, to: "sum.cpp")
    let compiled = ProgramOutput.of(
      program: try #require(Installed.compiler),
      arguments: ["-O1", "sum.cpp", "-o", "sums", "-lbenchmark", "-lpthread"],
      environment: Executable.environment, folder: folder.path, mergingErrors: true)
    try #require(compiled.isSuccess, "\(compiled.text)")
    let runner = runner(.googleBenchmark, ["./sums"])
    let benchmarks = try runner.benchmarks(in: tree)
    #expect(benchmarks.map(\.name) == ["sum/10", "sum/10000", "broken"])
    let seconds = try benchmarks.prefix(2).map { benchmark in
      let worker = try runner.start(benchmark, in: tree, LaunchSetup(launch: 0, padding: 0))
      defer { worker.quit() }
      return try worker.run(iterations: 1, warmUp: 0).secondsPerIteration(.threadCPU)
    }
    #expect(seconds[0] > 0 && seconds[1] > 10 * seconds[0])
    let failure = #expect(throws: HarnessFailure.self) {
      try runner.runOnce(benchmarks[2], in: tree)
    }
    #expect(failure?.message.contains("no file") == true)
  }

  // MARK: benchmark-ips

  @Test(
    "a script of benchmark-ips is a worker without its gem",
    .enabled(if: Executable.find("ruby") != nil, "There is no ruby."))
  func benchmarkIPS() throws {
    try folder.write(
      """
      require 'benchmark/ips'

      Benchmark.ips do |x|
        x.config(time: 1, warmup: 0.5)
        x.report('sum') { (1..100).sum }
        x.report('sum') { |times| times.times { (1..10_000).sum { |n| n * n } } }
        x.report('text', '1 + 1')
        x.report('bad') { raise 'no numbers' }
        x.compare!
      end

      """, to: "bench.rb")
    let runner = runner(.benchmarkIPS, ["ruby", "bench.rb"])
    let benchmarks = try runner.benchmarks(in: tree)
    #expect(benchmarks.map(\.name) == ["bench/sum", "bench/sum (2)", "bench/text", "bench/bad"])
    let seconds = try benchmarks.prefix(2).map { benchmark in
      let worker = try runner.start(benchmark, in: tree, LaunchSetup(launch: 0, padding: 0))
      defer { worker.quit() }
      _ = try worker.prepare()
      return try worker.run(iterations: 20, warmUp: 1).secondsPerIteration(.threadCPU)
    }
    #expect(seconds[0] > 0 && seconds[1] > 5 * seconds[0], "\(seconds)")
    try runner.runOnce(benchmarks[2], in: tree)
    let failure = #expect(throws: HarnessFailure.self) {
      try runner.runOnce(benchmarks[3], in: tree)
    }
    #expect(failure?.message.contains("no numbers") == true, "\(String(describing: failure))")
    // A script that ends with an error has no benchmarks, and says why.
    try folder.write("require 'no/such'\nrequire 'benchmark/ips'\n", to: "bench.rb")
    #expect(throws: HarnessFailure.self) { try runner.benchmarks(in: tree) }
  }

  // MARK: libtest

  @Test(
    "functions with #[bench] are listed, and each is run alone",
    .enabled(if: Executable.find("rustc") != nil, "There is no rustc."))
  func libtest() throws {
    try folder.write(
      """
      #![feature(test)]
      extern crate test;

      #[bench]
      fn sum(b: &mut test::Bencher) {
          b.iter(|| (0..test::black_box(10u64)).fold(0, |sum, n| sum ^ n * n))
      }

      #[bench]
      fn sum_of_many(b: &mut test::Bencher) {
          b.iter(|| (0..test::black_box(10_000u64)).fold(0, |sum, n| sum ^ n * n))
      }

      """, to: "sums.rs")
    let compiled = ProgramOutput.of(
      program: try #require(Executable.find("rustc")),
      arguments: ["--test", "-O", "sums.rs", "-o", "sums"],
      // `#[bench]` is for nightly compilers; with this variable a stable one takes it.
      environment: Executable.environment + ["RUSTC_BOOTSTRAP=1"], folder: folder.path,
      mergingErrors: true)
    try #require(compiled.isSuccess, "\(compiled.text)")
    let runner = runner(.libtest, ["./sums"])
    let benchmarks = try runner.benchmarks(in: tree)
    #expect(benchmarks.map(\.name) == ["sum", "sum_of_many"])
    let seconds = try benchmarks.map { benchmark in
      let worker = try runner.start(benchmark, in: tree, LaunchSetup(launch: 0, padding: 0))
      defer { worker.quit() }
      return try worker.run(iterations: 1, warmUp: 0).secondsPerIteration(.wall)
    }
    #expect(seconds[0] > 0 && seconds[1] > 10 * seconds[0], "\(seconds)")
  }

  @Test(
    "times of libtest are read with and without digits after the point",
    arguments: [
      ("test a::b ... bench:       1,234.56 ns/iter (+/- 7.8)", "a::b", 1234.56e-9),
      ("test sum ... bench:          12 ns/iter (+/- 1) = 5 MB/s", "sum", 12e-9),
    ])
  func libtestLines(line: String, name: String, seconds: Double) throws {
    let found = try #require(
      LibtestProgram.results("running 1 test\n\(line)\ntest c ... ignored\n").first)
    #expect(found.name == name && abs(found.seconds - seconds) < 1e-15)
    #expect(LibtestProgram.names("a: benchmark\nb: bench\nc: test\n\n0 tests") == ["a", "b"])
  }
}
