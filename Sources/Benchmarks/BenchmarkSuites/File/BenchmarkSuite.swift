package import BenchmarkHarness

/// The benchmarks of a repository: how they are built, started and listed.
package struct BenchmarkSuite: Equatable, Sendable {
  /// What reports call it.
  package var name: String
  /// The branch whose merge base is compared with by default; `nil` to look for `main`, then
  /// `master`.
  package var main: String?
  /// The difference that does not matter; `nil` for the standard margin.
  package var margin: Percentage?
  /// The slowdown that must not pass; `nil` where the size of a difference is asked for.
  package var gate: Percentage?
  /// What is allowed for the layout of compiled programs; `nil` for what the machine measured.
  package var layoutAllowance: Double?
  /// Whether compiled programs are linked again for each launch.
  package var layouts = Layouts.relink
  /// Seconds after which a silent worker or a running command counts as hung.
  package var timeout = 60.0
  /// Whether no benchmark reads a file of its checkout, so that equal code stands for equal time.
  package var readsNoFiles = false
  /// Variables that builds and benchmarks get, as "NAME=value".
  package var environment: [String] = []
  /// Files beside the suite file that each checkout gets as they are in the working tree, so that
  /// commits from before them can be measured.
  package var files: [String] = []
  /// In how many fresh processes `run` times a benchmark; `nil` for the standard number.
  package var launches: Int?
  /// Seconds for which a benchmark is timed by default; `nil` for the standard.
  package var seconds: Double?
  /// Seconds that the measuring of a comparison may take; `nil` to measure each benchmark until its verdict.
  package var comparisonSeconds: Double?
  /// What builds a checkout, in order.
  package var build: [SuiteCommand] = []
  /// Where benchmarks come from; at least one.
  package var sources: [Source]

  /// What is done about the layouts of compiled programs.
  package enum Layouts: String, CaseIterable, Sendable {
    /// They are linked again for each launch, with other places for functions.
    case relink
    /// As `relink`, and programs that cannot be linked again are built again.
    case rebuild
    /// The files are compared as they were built; the verdict is about these files.
    case off
  }

  /// Where benchmarks come from.
  package enum Source: Equatable, Sendable {
    /// A program that obeys the worker protocol.
    case worker(SuiteCommand, ClockChoice)
    /// A command that is run from start to end.
    case command(CommandBenchmark)
    /// A program of a benchmark framework.
    case adapter(AdaptedProgram)

    /// What is started.
    package var command: SuiteCommand {
      switch self {
      case .worker(let command, _): command
      case .command(let benchmark): benchmark.command
      case .adapter(let program): program.command
      }
    }
  }

  /// A command that is run from start to end, once for each choice of its parameters.
  package struct CommandBenchmark: Equatable, Sendable {
    /// What reports call it.
    package var name: String
    /// The command; `{NAME}` stands for the value of a parameter.
    package var command: SuiteCommand
    /// Run once in each checkout before the benchmark is measured.
    package var setUp: SuiteCommand?
    /// Run before each run, unmeasured.
    package var prepare: SuiteCommand?
    /// Run once in each checkout after the benchmark was measured.
    package var cleanUp: SuiteCommand?
    /// Unmeasured runs at the beginning of each launch, at least 1.
    package var warmUp: Int
    /// Whether exit codes other than 0 are accepted.
    package var ignoresFailures: Bool
    /// The parameters with their values, in the order of the file.
    package var parameters: [Parameter]
    /// The names of the commands that ratios are taken to; `{NAME}` stands for the value of a
    /// parameter.
    package var references: [String] = []
    /// Which time decides.
    package var clock: ClockChoice
    /// Whether processor time decides where the command turns out to compute throughout.
    package var fitsClock = false

    /// A parameter and its values.
    package struct Parameter: Equatable, Sendable {
      package var name: String
      /// The values, as texts.
      package var values: [String]
    }
  }

  /// A program of a benchmark framework.
  package struct AdaptedProgram: Equatable, Sendable {
    package var framework: BenchmarkFramework
    /// The program; options are added to it.
    package var command: SuiteCommand
    /// Seconds that one sample of a benchmark takes, where the program takes that as an option.
    package var sampleSeconds: Double
    /// Which time decides; `nil` for the one that the framework judges a benchmark by.
    package var clock: ClockChoice?
  }
}

/// Frameworks whose programs are measured unchanged.
package enum BenchmarkFramework: String, CaseIterable, Sendable {
  /// Google Benchmark (C++).
  case googleBenchmark = "google-benchmark"
  /// pytest-benchmark (Python).
  case pytestBenchmark = "pytest-benchmark"
  /// package-benchmark (Swift; ordo-one/benchmark).
  case packageBenchmark = "package-benchmark"
  /// Criterion.rs (Rust).
  case criterion
  /// airspeed velocity (Python): its suites, without asv.
  case asv
  /// benchmark-ips (Ruby): its scripts, without the gem.
  case benchmarkIPS = "benchmark-ips"
  /// Functions with `#[bench]`, and the crate `bencher` (Rust).
  case libtest
}
