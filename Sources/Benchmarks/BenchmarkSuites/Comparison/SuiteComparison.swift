internal import BenchmarkBuilds
package import BenchmarkHarness
internal import Files
package import Measuring
package import Reporting

/// Compares two checkouts of a suite, benchmark by benchmark.
package struct SuiteComparison {
  let runner: SuiteRunner
  let base: SuiteTree
  let candidate: SuiteTree
  let plan: SessionPlan
  let clock: ClockChoice?
  private let layouts: SuiteLayouts
  private let proofs: SuiteProofs
  private let added: AddedShare?
  let countsCosts: Bool

  /// - Parameters:
  ///   - runner: starts benchmarks.
  ///   - base: the checkout to compare with.
  ///   - candidate: the checkout to judge.
  ///   - plan: how sessions are made.
  ///   - clock: which time decides; `nil` leaves it to the benchmark.
  ///   - provider: where programs get other layouts.
  ///   - countsCosts: whether instructions and allocations are counted too.
  ///   - note: called with a sentence that should be known.
  package init(
    runner: SuiteRunner, base: SuiteTree, candidate: SuiteTree, plan: SessionPlan,
    clock: ClockChoice?, provider: LayoutProvider, countsCosts: Bool = false,
    note: @escaping (String) -> Void
  ) {
    self.init(
      runner: runner, base: base, candidate: candidate, plan: plan, clock: clock,
      provider: provider, countsCosts: countsCosts, added: nil, note: note)
  }

  /// Makes a comparison that tests comparisons: the candidate may do a share of its work on top.
  init(
    runner: SuiteRunner, base: SuiteTree, candidate: SuiteTree, plan: SessionPlan,
    clock: ClockChoice?, provider: LayoutProvider, countsCosts: Bool = false, added: AddedShare?,
    note: @escaping (String) -> Void
  ) {
    self.added = added
    self.countsCosts = countsCosts
    let proofs = SuiteProofs(of: runner.suite, base: base, candidate: candidate)
    self.proofs = proofs
    self.runner = runner
    self.base = base
    self.candidate = candidate
    self.plan = plan
    self.clock = clock
    layouts = SuiteLayouts(
      // Other sessions of a test draw other layouts; comparisons find theirs linked.
      in: provider, first: (plan.seed &- 1) &* 1_000_000, suite: runner.suite, base: base,
      candidate: candidate, differingFile: proofs.differingFile, note: note)
  }

  /// Both checkouts.
  package var trees: (base: SuiteTree, candidate: SuiteTree) { (base, candidate) }

  /// The benchmarks of both sides that are meant.
  ///
  /// - Returns: what both have, and what one has alone.
  /// - Throws: ``HarnessFailure`` when a side cannot list its benchmarks, or none is meant.
  package func match() throws(HarnessFailure) -> SuiteMatch {
    let sides = (try runner.listing(in: base), try runner.listing(in: candidate))
    let (selection, suite) = (runner.selection, runner.suite.name)
    // What only one side has is reported, unless neither has it.
    let older = try? sides.0.chosen(by: selection, of: suite)
    let newer =
      older == nil
      ? try sides.1.chosen(by: selection, of: suite)
      : (try? sides.1.chosen(by: selection, of: suite)) ?? []
    return SuiteMatch(base: older ?? [], candidate: newer)
  }

  /// A benchmark that both sides have.
  ///
  /// - Parameter name: its whole name.
  /// - Returns: the benchmark of each side.
  /// - Throws: ``HarnessFailure`` when a side cannot list its benchmarks, or has none of this name.
  func pair(
    named name: String
  ) throws(HarnessFailure) -> (base: SuiteBenchmark, candidate: SuiteBenchmark) {
    func find(in tree: SuiteTree) throws(HarnessFailure) -> SuiteBenchmark {
      let all = try runner.listing(in: tree).benchmarks
      guard let found = all.first(where: { $0.name == name }) else {
        throw .failed("\(tree.label) has no benchmark '\(name)'.")
      }
      return found
    }
    return (try find(in: base), try find(in: candidate))
  }

  /// What became of the sizes of programs, a sentence each; nothing where they are the same.
  func programSizes(_ match: SuiteMatch) -> [String] {
    var seen: Set<String> = []
    return match.both.compactMap { pair in
      let names = programs(pair.base, pair.candidate)
      guard let older = names.base, let newer = names.candidate, seen.insert(newer).inserted,
        let before = ProgramSize.stripped(older), let after = ProgramSize.stripped(newer),
        before != after, before > 0
      else { return nil }
      let change = Decimals.change(Double(after) / Double(before) - 1)
      return "Size of \(PathParts(newer).name) without symbols: \(Quantities.bytes(before)) → "
        + "\(Quantities.bytes(after)), \(change)."
    }
  }

  /// The case of a benchmark that both sides have.
  package func makeCase(
    base older: SuiteBenchmark, candidate newer: SuiteBenchmark
  ) -> any ComparisonCase {
    if let proof = proof(older, newer) {
      return SameCodeCase(
        base: base.label, candidate: candidate.label, subject: newer.name, code: proof,
        rule: plan.rule)
    }
    return SuiteCase(of: self, older, newer)
  }

  /// A session of a benchmark for a search among commits; only times matter, not answers.
  ///
  /// - Parameters:
  ///   - older: the benchmark of the base.
  ///   - newer: that of the candidate.
  ///   - purpose: what the session is for.
  ///   - gate: the rule of a gate, by which a confirmation is made; `nil` for the usual one.
  ///   - isCancelled: asked between steps.
  ///   - progress: called with how far it is, 0 to 1.
  /// - Returns: the log ratios of its launches, less what layout may have made of them.
  /// - Throws: ``HarnessFailure`` when a side fails, or on Ctrl-C.
  package func session(
    base older: SuiteBenchmark, candidate newer: SuiteBenchmark, _ purpose: NightPurpose,
    gate: SequentialRule? = nil, isCancelled: () -> Bool, progress: (Double) -> Void
  ) throws(HarnessFailure) -> NightSession {
    if proof(older, newer) != nil { return .ofSameCode(purpose) }
    let pair = makePair(older, newer)
    defer {
      pair.policy?.finish()
      cleanUp(older, newer)
    }
    var plan = newer.fitted(
      plan, clock: clock, hasOneThread: try check(older, newer, pair).hasOneThread)
    var rule = purpose == .confirmation ? gate ?? purpose.rule : purpose.rule
    // Of equal programs only the files that they read differ, which most nights change: one look is enough.
    if purpose == .look, case .equal? = pair.policy { rule = rule.first(1) }
    plan.rule = pair.policy?.limited(rule) ?? rule
    plan.answersMustAgree = false
    let result = PairedSession(plan: plan).run(
      isCancelled: isCancelled,
      progress: { progress(Double($0.launches) / Double(max($0.nextLook, 1))) },
      launch: pair.start)
    switch result.end {
    case .decided, .answersDiffer: break
    case .cancelled: throw .interrupted
    case .failed(let side, let failure):
      throw .failed("\(side == .base ? base.label : candidate.label): \(failure).")
    case .unmeasurable: throw .failed("the work is too short for the clock.")
    }
    let ratios = result.logRatios(result.clock)
    var session = NightSession(
      logRatios: pair.policy?.discounted(ratios) ?? ratios, looks: rule.looks.count)
    if rule.gate != nil { session.verdict = result.verdict }
    return session
  }

  /// How both sides of a benchmark are started.
  struct Pair {
    let policy: LayoutPolicy?
    let plan: SessionPlan
    /// Whether a program has added work linked in.
    let hasAddedWork: Bool
    let launch: (Side, LaunchSetup, _ steps: Int) throws(WorkerFailure) -> any MeasuredWorker
    let start: PairedSession.Launcher
  }

  /// The programs of both sides; `nil` for programs of the system.
  private func programs(
    _ older: SuiteBenchmark, _ newer: SuiteBenchmark
  ) -> (base: String?, candidate: String?) {
    (
      older.command.ownProgram(in: base.folder),
      newer.command.ownProgram(in: candidate.folder)
    )
  }

  private func proof(_ older: SuiteBenchmark, _ newer: SuiteBenchmark) -> CodeProof? {
    let programs = programs(older, newer)
    return proofs.proof(of: newer, base: programs.base, candidate: programs.candidate)
  }

  func makePair(_ older: SuiteBenchmark, _ newer: SuiteBenchmark) -> Pair {
    let programs = programs(older, newer)
    let policy = layouts.policy(
      base: programs.base, candidate: programs.candidate, of: newer)
    let isLinked = added?.isLinked(into: newer, policy) ?? false
    let repeated = isLinked ? 0 : added?.fraction ?? 0
    var plan = plan
    // One iteration more in each so many: exactly the share in epochs of a multiple of it.
    plan.iterationMultiple = SessionPlan.iterationMultiple(injecting: repeated)
    func launch(
      _ side: Side, _ setup: LaunchSetup, steps: Int
    ) throws(WorkerFailure) -> any MeasuredWorker {
      let worker = try runner.start(
        side == .base ? older : newer, in: side == .base ? base : candidate, setup,
        program: try policy?.drawnProgram(side, launch: setup.launch),
        variables: isLinked ? [AddedWorkObject.variable(steps: steps)] : [])
      return side == .candidate && repeated > 0 ? SlowedWorker(worker, share: repeated) : worker
    }
    return Pair(
      policy: policy, plan: plan, hasAddedWork: isLinked, launch: launch,
      start: { side, setup throws(WorkerFailure) in
        try launch(side, setup, steps: added?.steps(of: newer, side) ?? 0)
      })
  }

  /// Refuses to time what gives other values of a metric that must be equal.
  static func refuseUnequal(_ metrics: [MetricChange]) throws(HarnessFailure) {
    for change in metrics where change.verdict == .differs {
      throw .notComparable(
        "'\(change.name)' must be equal on both sides: "
          + "\(change.base?.value ?? 0) and \(change.candidate?.value ?? 0).")
    }
  }

  /// What is found before a session.
  struct Checked {
    /// Whether a command whose clock was left open computes on one thread from start to end.
    var hasOneThread: Bool
    /// What both sides report beside time.
    var metrics: [MetricChange]
    /// Seconds that the slower side took to get ready: of a command, one run or more.
    var seconds = 0.0
  }

  /// Sets both sides up, runs each once, and finds whether a command whose clock was left open computes
  /// on one thread from start to end on both.
  ///
  /// Then processor time decides, on one core: other programs make wall time longer by more than most
  /// changes do.
  func check(
    _ older: SuiteBenchmark, _ newer: SuiteBenchmark, _ pair: Pair
  ) throws(HarnessFailure) -> Checked {
    try runner.setUp(older, in: base)
    try runner.setUp(newer, in: candidate)
    var computes = clock == nil && newer.fitsClock
    var reported: [[BenchmarkMetric]] = []
    var seconds = 0.0
    for side in [Side.base, .candidate] {
      do throws(WorkerFailure) {
        let worker = try pair.start(side, LaunchSetup(launch: 0, padding: 0))
        defer { worker.quit() }
        let start = ContinuousClock.now
        _ = try worker.prepare()
        seconds = max(seconds, (ContinuousClock.now - start) / .seconds(1))
        reported.append(try worker.metrics())
        if computes, let command = worker as? CommandWorker {
          computes = try command.computesThroughout()
        }
      } catch {
        let (benchmark, tree) = side == .base ? (older, base) : (newer, candidate)
        throw .failed(
          "\(tree.label): \(error).\(runner.lastWords(of: benchmark, in: tree, error))")
      }
    }
    if pair.hasAddedWork {
      let fitted = newer.fitted(plan, clock: clock, hasOneThread: computes)
      try calibrate(newer, pair, fitted.clock)
    }
    return Checked(
      hasOneThread: computes, metrics: MetricChange.changes(from: reported[0], to: reported[1]),
      seconds: seconds)
  }

  /// Finds how much work is the share that the candidate does on top.
  private func calibrate(
    _ benchmark: SuiteBenchmark, _ pair: Pair, _ clock: ClockKind
  ) throws(HarnessFailure) {
    do throws(WorkerFailure) {
      try added?.calibrate(benchmark) { steps, layout throws(WorkerFailure) in
        let worker = try pair.launch(.candidate, LaunchSetup(launch: layout, padding: 0), steps)
        defer { worker.quit() }
        return try worker.run(iterations: 1, warmUp: 0).secondsPerIteration(clock)
      }
    } catch {
      throw .failed("\(candidate.label): '\(benchmark.name)': \(error).")
    }
  }

  /// Runs what both sides leave to be removed.
  package func cleanUp(_ older: SuiteBenchmark, _ newer: SuiteBenchmark) {
    runner.cleanUp(older, in: base)
    runner.cleanUp(newer, in: candidate)
  }
}

extension SuiteBenchmark {
  /// Whether another program may be started in place of the one in the checkout.
  var canBeRelinked: Bool {
    if case .words = command { true } else { false }
  }

  /// The program of a command that runs from start to end, in whose place another may be started.
  ///
  /// - Parameter folder: the folder of the suite in a checkout.
  /// - Returns: the program; `nil` for another kind of benchmark, a text for the shell, and a program of
  ///   the system.
  package func replaceableProgram(in folder: String) -> String? {
    guard case .command = work, canBeRelinked else { return nil }
    return command.ownProgram(in: folder)
  }
}
