internal import BenchmarkBuilds
public import Measuring
internal import Reporting

/// Compares two builds of one program: the same benchmark in two live processes that take turns.
public struct BuildComparison {
  /// A build and what to call it.
  public struct Build: Sendable {
    /// What people call it.
    public let name: String
    /// The path of its program.
    public let path: String

    /// Makes a build.
    public init(name: String, path: String) {
      self.name = name
      self.path = path
    }
  }

  private let starter: WorkerStarter
  private let base: Build
  private let candidate: Build
  private let plan: SessionPlan
  private let clock: ClockChoice?
  private let counter: InstructionCounter?
  private let layouts: LayoutPolicy?
  private let proof: CodeProof?

  /// Makes a comparison.
  ///
  /// - Parameters:
  ///   - starter: starts workers.
  ///   - base: the build to compare with.
  ///   - candidate: the build to judge.
  ///   - plan: how sessions are made.
  ///   - clock: which time decides; `nil` leaves it to the benchmark.
  ///   - counter: counts instructions; `nil` to count none.
  ///   - layouts: how layouts are taken into account; `nil` to compare the files as they are.
  public init(
    starter: WorkerStarter, base: Build, candidate: Build, plan: SessionPlan,
    clock: ClockChoice? = nil, counter: InstructionCounter? = nil,
    layouts: LayoutChooser.Treatment? = nil
  ) {
    self.starter = starter
    self.base = base
    self.candidate = candidate
    self.plan = plan
    self.clock = clock
    self.counter = counter
    switch layouts {
    case .proven(let proof)?: (self.layouts, self.proof) = (nil, proof)
    case .measured(let policy)?: (self.layouts, self.proof) = (policy, nil)
    case nil: (self.layouts, self.proof) = (nil, nil)
    }
  }

  /// The case of one benchmark.
  public func makeCase(of work: BenchmarkWork) -> ComparisonCase {
    var plan = plan
    plan.threading = (clock ?? ClockChoice(isConcurrent: work.isConcurrent)).threading
    plan.pairs = work.pairs
    let session = PairedSession(plan: plan)
    let before = layouts?.cost ?? (0, 0)
    let files = ProgramCopies()
    return ComparisonCase(
      base: base.name, candidate: candidate.name, subject: work.label, proof: proof,
      check: { () throws(HarnessFailure) in try check(work) },
      measure: { isCancelled, progress in
        let result = session.run(
          isCancelled: isCancelled, progress: progress,
          launch: { side, setup throws(WorkerFailure) in
            let program = try files.program(
              side, launch: setup.launch, isConcurrent: work.isConcurrent, layouts: layouts,
              file: side == .base ? base.path : candidate.path)
            return try starter.start(program, work.arguments, setup)
          })
        return layouts?.judged(result, margin: session.plan.rule.margin) ?? result
      },
      count: counter.map { counter in
        {
          InstructionComparison(
            base: counter.count(base.path, work), candidate: counter.count(candidate.path, work))
        }
      },
      basis: { layouts?.basis(since: before) ?? .files })
  }

  private func check(_ work: BenchmarkWork) throws(HarnessFailure) {
    if let arguments = work.descriptionArguments { try checkDescriptions(work, arguments) }
    guard let arguments = work.checkArguments, let reference = work.reference else { return }
    var answers: [String] = []
    for build in [base, candidate] {
      let check = AnswerCheck(starter: starter, program: build.path)
      do throws(HarnessFailure) {
        answers.append(
          try check.answer(arguments: arguments, reference: reference, benchmarks: [work.name]))
      } catch {
        throw HarnessFailure(message: "'\(build.name)': \(error.message)", status: error.status)
      }
    }
    guard answers[0] == answers[1] else {
      throw .notComparable(
        "the answers differ: '\(base.name)' answers '\(answers[0])', '\(candidate.name)' answers "
          + "'\(answers[1])'.")
    }
  }

  private func checkDescriptions(
    _ work: BenchmarkWork, _ arguments: [String]
  ) throws(HarnessFailure) {
    let builds = [base, candidate]
    var descriptions: [BuildDescription] = []
    for build in builds { descriptions.append(try describe(build, arguments)) }
    let differences = descriptions[0].environment.differences(from: descriptions[1].environment)
    guard differences.isEmpty else {
      throw .notComparable(
        "'\(base.name)' and '\(candidate.name)' are not comparable: "
          + differences.map(\.description).joined(separator: "; ") + ".")
    }
    for (build, description) in zip(builds, descriptions)
    where !description.benchmarks.contains(work.name) {
      throw .notComparable("'\(build.name)' has no '\(work.name)'.")
    }
  }

  private func describe(
    _ build: Build, _ arguments: [String]
  ) throws(HarnessFailure) -> BuildDescription {
    let line: String
    do throws(WorkerFailure) {
      let process = try starter.start(build.path, arguments)
      defer { process.quit() }
      line = try process.prepare()
    } catch {
      if case .exited(_, "the greeting") = error {
        throw .notComparable(
          "'\(build.name)' (\(build.path)) cannot be compared: it does not act as a worker. Builds "
            + "from before comparisons existed do not.")
      }
      throw .failed("'\(build.name)': \(error).")
    }
    guard let description = BuildDescription(line: line) else {
      throw .notComparable(
        "'\(build.name)' describes itself in a form that this build does not know: "
          + "'\(line.prefix(80))'.")
    }
    return description
  }
}
