internal import BenchmarkHarness
internal import CLibrary
internal import CSuiteFiles
internal import Files
internal import Measuring
internal import Reporting
internal import OrderedJSON

/// A run of pytest with tests of pytest-benchmark (https://pytest-benchmark.readthedocs.io).
struct PytestProgram: PluginAdapter {
  let program: FrameworkProgram

  func names() throws(HarnessFailure) -> [String] {
    let (outcome, document) = runWritingJSON { Self.listArguments(output: $0) }
    // Without any test pytest ends with code 5, and writes no file.
    guard let names = document.flatMap(Self.names), outcome.isSuccess else {
      throw program.failure("does not list its benchmarks", outcome)
    }
    return names
  }

  /// Runs pytest, which writes its results into a file.
  private func runWritingJSON(
    _ options: (_ output: String) -> [String]
  ) -> (ProgramOutput, JSONValue?) {
    let variables: [String]
    do throws(WorkerFailure) {
      variables = try environment()
    } catch {
      return (ProgramOutput(isSuccess: false, text: "\(error)"), nil)
    }
    let path = "\(program.scratch)/benchmarks-\(getpid()).json"
    unlink(path)
    defer { unlink(path) }
    let outcome = program.run(options(path), environment: variables, mergingErrors: true)
    let document = (try? readFile(at: path)).flatMap { try? JSONValue(parsing: $0) }
    return (outcome, document)
  }

  /// The plugin with which pytest obeys the worker protocol.
  static let plugin = FrameworkPlugin.python(
    "bench_pytest_worker", csuite_bench_pytest_worker_py().content)

  /// Every test is run briefly: only a run shows which tests are benchmarks.
  static func listArguments(output: String) -> [String] {
    common + [
      "--benchmark-json=\(output)", "--benchmark-disable-gc", "--benchmark-min-rounds=1",
      "--benchmark-min-time=0.000005", "--benchmark-max-time=0.000005", "--benchmark-warmup=off",
    ]
  }

  /// Lets pytest obey requests for one test, which is its workload 0.
  static func options(for name: String) -> [String] { common + ["--bench-worker=\(name)"] }

  private static let common = [
    "-q", "-p", "no:cacheprovider", "-p", plugin.name, "--benchmark-only", "--benchmark-enable",
  ]

  /// The names of the benchmarks of a document: pytest's own, which select them again.
  static func names(_ document: JSONValue) -> [String]? {
    document["benchmarks"]?.elements?.compactMap { $0["fullname"]?.string }
  }
}
