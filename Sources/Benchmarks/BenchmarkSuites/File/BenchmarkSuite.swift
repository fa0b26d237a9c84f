public import BenchmarkHarness

/// The benchmarks of a repository: how they are built, started and listed.
public struct BenchmarkSuite: Equatable, Sendable {
  /// What reports call it.
  public var name: String
  /// The branch whose merge base is compared with by default; `nil` to look for `main`, then
  /// `master`.
  public var main: String?
  /// The difference that does not matter; `nil` for the standard margin.
  public var margin: Percentage?
  /// The slowdown that must not pass; `nil` where the size of a difference is asked for.
  public var gate: Percentage?
  /// Whether compiled programs are linked again for each launch.
  public var layouts: Layouts
  /// What is allowed for the layout of compiled programs; `nil` for what the machine measured.
  public var layoutAllowance: Double?
  /// Seconds after which a silent worker or a running command counts as hung.
  public var timeout: Double
  /// Whether no benchmark reads a file of its checkout, so that equal code stands for equal time.
  public var readsNoFiles: Bool
  /// Variables that builds and benchmarks get, as "NAME=value".
  public var environment: [String]
  /// Files beside the suite file that each checkout gets as they are in the working tree, so that
  /// commits from before them can be measured.
  public var files: [String] = []
  /// In how many fresh processes `run` times a benchmark; `nil` for the standard number.
  public var launches: Int?
  /// Seconds for which a benchmark is timed where nobody says otherwise; `nil` for the standard.
  public var seconds: Double?
  /// What builds a checkout, in order.
  public var build: [SuiteCommand]
  /// Where benchmarks come from; at least one.
  public var sources: [Source]

  /// What is done about the layouts of compiled programs.
  public enum Layouts: String, CaseIterable, Sendable {
    /// They are linked again for each launch, with other places for functions.
    case relink
    /// As `relink`, and programs that cannot be linked again are built again.
    case rebuild
    /// The files are compared as they were built; the verdict is about these files.
    case off
  }

  /// Where benchmarks come from.
  public enum Source: Equatable, Sendable {
    /// A program that obeys the worker protocol.
    case worker(SuiteCommand, ClockChoice)
    /// A command that is run from start to end.
    case command(CommandBenchmark)
    /// A program of a benchmark framework.
    case adapter(AdaptedProgram)
  }

  /// A command that is run from start to end, once for each choice of its parameters.
  public struct CommandBenchmark: Equatable, Sendable {
    /// What reports call it.
    public var name: String
    /// The command; `{NAME}` stands for the value of a parameter.
    public var command: SuiteCommand
    /// Run once in each checkout before the benchmark is measured.
    public var setUp: SuiteCommand?
    /// Run before each run, unmeasured.
    public var prepare: SuiteCommand?
    /// Run once in each checkout after the benchmark was measured.
    public var cleanUp: SuiteCommand?
    /// Unmeasured runs at the beginning of each launch, at least 1.
    public var warmUp: Int
    /// Whether exit codes other than 0 are accepted.
    public var ignoresFailures: Bool
    /// The parameters with their values, in the order of the file.
    public var parameters: [Parameter]
    /// The names of the commands that ratios are taken to; `{NAME}` stands for the value of a
    /// parameter.
    public var references: [String] = []
    /// Which time decides.
    public var clock: ClockChoice
    /// Whether processor time decides where the command turns out to compute throughout.
    public var fitsClock = false

    /// A parameter and its values.
    public struct Parameter: Equatable, Sendable {
      /// The name.
      public var name: String
      /// The values, as texts.
      public var values: [String]
    }
  }

  /// A program of a benchmark framework.
  public struct AdaptedProgram: Equatable, Sendable {
    /// The framework.
    public var framework: BenchmarkFramework
    /// The program; options are added to it.
    public var command: SuiteCommand
    /// Seconds that one sample of a benchmark takes, where the program can be told.
    public var sampleSeconds: Double
    /// Which time decides; `nil` for the one that the framework judges a benchmark by.
    public var clock: ClockChoice?
  }

  /// Makes a suite.
  public init(
    name: String, main: String? = nil, margin: Percentage? = nil, layoutAllowance: Double? = nil,
    layouts: Layouts = .relink, timeout: Double = 60, readsNoFiles: Bool = false,
    environment: [String] = [],
    build: [SuiteCommand] = [], sources: [Source]
  ) {
    self.name = name
    self.main = main
    self.margin = margin
    self.layoutAllowance = layoutAllowance
    self.layouts = layouts
    self.timeout = timeout
    self.readsNoFiles = readsNoFiles
    self.environment = environment
    self.build = build
    self.sources = sources
  }
}

/// Frameworks whose programs are measured unchanged.
public enum BenchmarkFramework: String, CaseIterable, Sendable {
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
}
