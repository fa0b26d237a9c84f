internal import BenchmarkBuilds
public import Measuring
internal import Reporting

/// Compares two benchmarks of one program: both in one process, on one input.
public struct WorkloadComparison {
  /// Two benchmarks that share a process.
  public struct Pair: Sendable {
    /// The benchmark to compare with.
    public var base: BenchmarkWork
    /// The benchmark to judge.
    public var candidate: BenchmarkWork
    /// What both work on; `nil` where that is not said.
    public var subject: String?
    /// What a worker is started with: workload 0 is the base, workload 1 the candidate.
    public var arguments: [String]
    /// What a worker is started with to have the reference before both; `nil` for no check.
    public var checkArguments: [String]?

    /// Makes a pair.
    ///
    /// - Parameters:
    ///   - base: the benchmark to compare with.
    ///   - candidate: the benchmark to judge.
    ///   - subject: what both work on.
    ///   - arguments: what a worker is started with to have both.
    ///   - checkArguments: what a worker is started with to have the reference before both.
    public init(
      base: BenchmarkWork, candidate: BenchmarkWork, subject: String?, arguments: [String],
      checkArguments: [String]? = nil
    ) {
      self.base = base
      self.candidate = candidate
      self.subject = subject
      self.arguments = arguments
      self.checkArguments = checkArguments
    }
  }

  private let starter: WorkerStarter
  private let program: String
  private let plan: SessionPlan
  private let clock: ClockChoice?
  private let counter: InstructionCounter?

  /// Makes a comparison.
  ///
  /// - Parameters:
  ///   - starter: starts workers.
  ///   - program: the path of the program.
  ///   - plan: how sessions are made.
  ///   - clock: which time decides; `nil` leaves it to the benchmarks.
  ///   - counter: counts instructions; `nil` to count none.
  public init(
    starter: WorkerStarter, program: String, plan: SessionPlan, clock: ClockChoice? = nil,
    counter: InstructionCounter? = nil
  ) {
    self.starter = starter
    self.program = program
    self.plan = plan
    self.clock = clock
    self.counter = counter
  }

  /// The case of a pair whose benchmarks share their reference.
  public func makeCase(of pair: Pair) -> ComparisonCase {
    var plan = plan
    let isConcurrent = pair.base.isConcurrent || pair.candidate.isConcurrent
    plan.threading = (clock ?? ClockChoice(isConcurrent: isConcurrent)).threading
    let session = PairedSession(plan: plan)
    return ComparisonCase(
      base: pair.base.name, candidate: pair.candidate.name, subject: pair.subject,
      check: { () throws(HarnessFailure) in
        guard let arguments = pair.checkArguments, let reference = pair.base.reference else {
          return
        }
        _ = try AnswerCheck(starter: starter, program: program).answer(
          arguments: arguments, reference: reference,
          benchmarks: [pair.base.name, pair.candidate.name])
      },
      measure: { isCancelled, progress in
        session.run(
          isCancelled: isCancelled, progress: progress,
          launchShared: { setup throws(WorkerFailure) in
            try starter.start(program, pair.arguments, setup)
          })
      },
      count: counter.map { counter in
        {
          InstructionComparison(
            base: counter.count(program, pair.base),
            candidate: counter.count(program, pair.candidate))
        }
      })
  }
}
