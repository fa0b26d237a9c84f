internal import BenchmarkHarness
internal import Measuring
internal import Reporting

/// Drives a program of a benchmark framework by its own options.
///
/// One sample is one run of the program with one benchmark selected, so that both sides of a comparison take
/// turns at that grain. Only those of Python and Ruby obey requests, by plugins.
protocol FrameworkAdapter {
  /// Drives a program.
  init(program: FrameworkProgram)

  /// Which time the framework judges a benchmark by.
  static func clock(ofBenchmark name: String) -> ClockChoice

  /// The names of the program's benchmarks.
  func names() throws(HarnessFailure) -> [String]

  /// Starts a benchmark as a side of a session.
  func start(_ name: String) throws(WorkerFailure) -> any MeasuredWorker
}

extension FrameworkAdapter {
  static func clock(ofBenchmark name: String) -> ClockChoice { .cpu }
}

extension BenchmarkFramework {
  /// What drives its programs.
  var adapter: any FrameworkAdapter.Type {
    switch self {
    case .googleBenchmark: GoogleBenchmarkProgram.self
    case .pytestBenchmark: PytestProgram.self
    case .packageBenchmark: PackageBenchmarkProgram.self
    case .criterion: CriterionProgram.self
    case .asv: ASVSuite.self
    case .benchmarkIPS: BenchmarkIPSScript.self
    case .libtest: LibtestProgram.self
    }
  }

  /// Whether the harness chooses how often its programs repeat their work, as with workers.
  var obeysRequests: Bool { adapter is any PluginAdapter.Type }
}

extension BenchmarkSuite.AdaptedProgram {
  /// Which time decides about a benchmark.
  func clock(ofBenchmark name: String) -> ClockChoice {
    clock ?? framework.adapter.clock(ofBenchmark: name)
  }
}

/// What one run of a program measured.
struct FrameworkSample: Equatable {
  /// Seconds of wall time for one iteration.
  var wall: Double
  /// Seconds of processor time for one iteration; that of the wall where it is not measured.
  var processor: Double
}

/// Why the output of a framework is no sample.
struct FrameworkProblem: Error, Equatable {
  let text: String
}
