package import BenchmarkHarness
package import Measuring

/// A benchmark of a suite as one checkout has it.
package struct SuiteBenchmark: Equatable, Sendable {
  /// Its name for people; the same on both sides of a comparison.
  package let name: String
  /// Which time decides.
  package let clock: ClockChoice
  /// Its parameters, references and amount of work.
  package let description: BenchmarkDescription
  /// How it is run.
  package let work: Work

  init(
    name: String, clock: ClockChoice, description: BenchmarkDescription = BenchmarkDescription(),
    work: Work
  ) {
    self.name = name
    self.clock = description.clock.flatMap(ClockChoice.init) ?? clock
    self.description = description
    self.work = work
  }

  /// How a benchmark is run.
  package enum Work: Equatable, Sendable {
    /// As a workload of a worker, which got the values of its parameters first.
    case workload(SuiteCommand, index: Int, choice: [ParameterValues])
    /// As a command from start to end.
    case command(BenchmarkSuite.CommandBenchmark)
    /// By the program of a framework.
    case adapted(BenchmarkSuite.AdaptedProgram)
  }

  /// The value of a parameter; `nil` where it has no such parameter.
  package func value(of parameter: String) -> String? {
    description.parameters.first { $0.name == parameter }?.value
  }

  /// The command that runs it.
  package var command: SuiteCommand {
    switch work {
    case .workload(let command, _, _): command
    case .command(let benchmark): benchmark.command
    case .adapted(let program): program.command
    }
  }

  /// Whether the clock is left to what its command turns out to do.
  var fitsClock: Bool {
    if case .command(let run) = work { run.fitsClock } else { false }
  }

  /// About how long a session takes at most; `nil` for what is not run from start to end.
  ///
  /// - Parameters:
  ///   - seconds: how long a run takes.
  ///   - plan: how the session is made.
  /// - Returns: seconds, without those that linking takes.
  package func longestSeconds(ofRun seconds: Double, by plan: SessionPlan) -> Double? {
    guard case .command = work else { return nil }
    return plan.longestSeconds(ofRun: seconds)
  }

  /// The plan of a session, as it fits the benchmark.
  ///
  /// - Parameters:
  ///   - plan: how sessions are made.
  ///   - chosen: the clock that was asked for; `nil` for the benchmark's own.
  ///   - hasOneThread: whether its command was seen to compute on one thread: then processor time
  ///     decides, and all runs stay on one core.
  /// - Returns: the plan.
  package func fitted(
    _ plan: SessionPlan, clock chosen: ClockChoice?, hasOneThread: Bool = false
  ) -> SessionPlan {
    var plan = plan
    let clock = hasOneThread ? .cpu : chosen ?? clock
    plan.threading = clock.threading
    switch work {
    case .command: plan = plan.forCommands(clock: clock, hasOneThread: hasOneThread)
    case .adapted(let program) where !program.framework.obeysRequests:
      // The framework decides how long an epoch is; each is a process, so a pair is a launch.
      plan.fixedIterations = 1
      plan.pairs.perLaunch = 1
    case .workload where description.preparesForEachPair: plan.pairs = .preparedForEach
    case .workload, .adapted: plan.pairs = .usual
    }
    return plan
  }
}

/// The benchmarks of two checkouts, by name.
package struct SuiteMatch: Equatable, Sendable {
  /// Benchmarks that both have, in the order of the candidate.
  package let both: [(base: SuiteBenchmark, candidate: SuiteBenchmark)]
  /// Names that only the base has.
  package let onlyInBase: [String]
  /// Names that only the candidate has.
  package let onlyInCandidate: [String]

  /// Matches benchmarks by name.
  ///
  /// - Complexity: O(*n*) in benchmarks.
  package init(base: [SuiteBenchmark], candidate: [SuiteBenchmark]) {
    let older = Dictionary(base.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let newer = Set(candidate.map(\.name))
    both = candidate.compactMap { benchmark in older[benchmark.name].map { ($0, benchmark) } }
    onlyInBase = base.map(\.name).filter { !newer.contains($0) }
    onlyInCandidate = candidate.map(\.name).filter { older[$0] == nil }
  }

  /// Whether two matches hold the same benchmarks.
  package static func == (left: SuiteMatch, right: SuiteMatch) -> Bool {
    left.both.map(\.base) == right.both.map(\.base)
      && left.both.map(\.candidate) == right.both.map(\.candidate)
      && left.onlyInBase == right.onlyInBase && left.onlyInCandidate == right.onlyInCandidate
  }
}

extension LaunchPairs {
  /// Many pairs, for work whose time depends on where its memory lies: each is prepared anew.
  ///
  /// A launch is worth as much as it has such places, where preparing costs little more than running.
  /// Two hundred are near the least time for an interval of a given width on processors where
  /// launches differ little by anything else, and on such where they do
  /// (`Benchmarks/Notes/Layouts.md`).
  static let preparedForEach = LaunchPairs(perLaunch: 200, perPreparation: 1)
}
