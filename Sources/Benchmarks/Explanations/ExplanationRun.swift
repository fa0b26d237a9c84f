internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import BenchmarkSuites
internal import CLibrary
internal import Files
internal import Measuring
internal import Reporting

/// Compares the benchmarks of two states, and explains those that differ.
struct ExplanationRun {
  let opened: OpenedSuite
  let sides: SuiteSides
  let settings: ExplanationSettings
  let source: SuiteSource
  let context: RunContext

  /// A benchmark of both sides, compared.
  private struct Compared {
    let benchmark: (base: SuiteBenchmark, candidate: SuiteBenchmark)
    let verdict: Verdict
    let whole: ExchangeEffect?
    /// What is left to say of one that is not searched in.
    let outcome: Explanation.Outcome?
    /// What a command writes on both sides, where that is always the same.
    let answer: ProgramOutput?
    let seconds: Double?
    /// How many launches it took to measure the whole.
    let launches: Int
  }

  /// How many looks at its launches the session of an exchange has at least: after 40 it is known well enough
  /// where to go on, but for a change that took more to be seen.
  private static let looks = 3
  /// The share of the whole change up to which a part does not matter.
  private static let smallestShare = 0.1

  private var margin: Double { settings.margin(of: opened.file.suite) }

  mutating func run(title: String, labels: String) throws(HarnessFailure) -> SuiteExplanation {
    let base = try opened.trees.tree(of: sides.base)
    let candidate = try opened.trees.tree(of: sides.candidate)
    let begin = context.elapsed()
    let end = settings.comparison.seconds.map { begin + $0 } ?? .infinity
    var plan = SessionPlan()
    plan.rule = SequentialRule(margin: margin)
    let comparison = SuiteComparison(
      runner: opened.runner, base: base, candidate: candidate, plan: plan,
      clock: settings.comparison.clock, provider: opened.provider, note: context.note)
    let match = try comparison.match()
    let unmatched = UnmatchedBenchmarks(
      onlyInBase: match.onlyInBase, onlyInCandidate: match.onlyInCandidate)
    var compared: [Compared] = []
    let measured = Dictionary(settings.measured.map { ($0.subject ?? "", $0) }) { $1 }
    let pairs = match.both.filter {
      settings.measured.isEmpty || measured[$0.candidate.name] != nil
    }
    for pair in pairs where !context.isCancelled() && context.elapsed() < end {
      compared.append(
        compare(pair, comparison, known: measured[pair.candidate.name], until: end))
    }
    let isOnlyOne = compared.count == 1
    let changed = compared.filter {
      $0.outcome != nil || isOnlyOne || $0.verdict == .slower || $0.verdict == .faster
    }.sorted { abs($0.whole?.median ?? 0) > abs($1.whole?.median ?? 0) }
    var explanations: [Explanation] = []
    for (index, one) in changed.enumerated() {
      let share = (end - context.elapsed()) / Double(changed.count - index)
      let own = context.elapsed() + share
      var explanation = explain(one, base, candidate, from: begin, until: own)
      if explanation.ran == nil, settings.countsScripts || explanation.exchangesObjects {
        explanation.ran = ran(
          by: one, base, candidate, asScript: !explanation.exchangesObjects, until: own)
      }
      explanations.append(explanation.naming)
    }
    return SuiteExplanation(
      title: title, sides: labels, explanations: explanations,
      remarks: unmatched.remarks(base: sides.base.label, candidate: sides.candidate.label)
        + remarks(pairs.count, compared.count, changed.count))
  }

  private func remarks(_ all: Int, _ compared: Int, _ changed: Int) -> [String] {
    var remarks: [String] = []
    if compared > changed {
      let count = compared - changed
      remarks.append(
        "\(count) \(count == 1 ? "benchmark is" : "benchmarks are") neither slower nor faster.")
    }
    if all > compared {
      remarks.append("\(all - compared) of \(all) benchmarks were not compared.")
    }
    return remarks
  }

  // MARK: The whole

  private func compare(
    _ pair: (base: SuiteBenchmark, candidate: SuiteBenchmark), _ comparison: SuiteComparison,
    known: ComparisonResult?, until end: Double
  ) -> Compared {
    let item = comparison.makeCase(base: pair.base, candidate: pair.candidate)
    var answer: ProgramOutput?
    func result(
      _ verdict: Verdict, _ whole: ExchangeEffect?, _ outcome: Explanation.Outcome?,
      seconds: Double? = nil, launches: Int = 0
    ) -> Compared {
      Compared(
        benchmark: pair, verdict: verdict, whole: whole, outcome: outcome, answer: answer,
        seconds: seconds, launches: launches)
    }
    if let proof = item.proof { return result(.same, .sameCode, .sameCode("\(proof)")) }
    let label = "comparing \(pair.candidate.name)"
    do throws(HarnessFailure) {
      context.show(label, 0)
      try item.check()
      let written = (
        try opened.runner.output(of: pair.base, in: comparison.trees.base),
        try opened.runner.output(of: pair.candidate, in: comparison.trees.candidate)
      )
      let again = try opened.runner.output(of: pair.base, in: comparison.trees.base)
      // What is written anew each time, or differs on purpose, says nothing about an exchange.
      if written.0 == again, written.0 == written.1 { answer = again }
    } catch {
      comparison.cleanUp(pair.base, pair.candidate)
      return result(.cannotTell(morePairs: nil), nil, .notCompared(error.message))
    }
    if known != nil { comparison.cleanUp(pair.base, pair.candidate) }
    let session =
      known?.session
      ?? item.measure(
        isCancelled: { context.isCancelled() || context.elapsed() >= end },
        progress: {
          context.show(label, Double($0.launches) / Double(max($0.nextLook, 1)))
        })
    let seconds = session.median(.base, session.clock)
    switch PartSession.outcome(of: session, basis: known?.basis ?? item.basis) {
    case .measured(let effect):
      return result(
        session.verdict, effect, nil, seconds: seconds, launches: session.launches.count)
    case .unusable(let reason): return result(session.verdict, nil, .notCompared(reason))
    case .stopped:
      return result(
        session.verdict, nil,
        .notDivided("it was stopped before the whole change was measured."))
    }
  }

  // MARK: Parts

  private func explain(
    _ one: Compared, _ base: SuiteTree, _ candidate: SuiteTree, from begin: Double,
    until end: Double
  ) -> Explanation {
    let name = one.benchmark.candidate.name
    func explanation(
      _ outcome: Explanation.Outcome, margin: Double, _ remarks: [String] = []
    ) -> Explanation {
      Explanation(
        benchmark: name, whole: one.whole, verdict: one.verdict, outcome: outcome, margin: margin,
        remarks: remarks)
    }
    if let outcome = one.outcome { return explanation(outcome, margin: margin) }
    guard let whole = one.whole else {
      return explanation(.notDivided("the whole change was not measured."), margin: margin)
    }
    let margin = max(margin, abs(whole.median) * Self.smallestShare)
    let made: (exchange: any PartExchange, kind: Explanation.Kind, remarks: [String])
    do throws(HarnessFailure) {
      made = try exchange(of: one, base, candidate, until: end)
    } catch {
      // What is known of the others is told all the same.
      return explanation(.notDivided(error.message), margin: margin)
    }
    defer { made.exchange.finish() }
    var remarks = made.remarks
    if one.answer == nil, case .command = one.benchmark.candidate.work {
      remarks.append(
        "What the command writes differs between both sides or from run to run, so whether an exchange "
          + "answers rightly was not checked.")
    }
    var session = PartSession(
      benchmark: one.benchmark, exchange: made.exchange, kind: made.kind,
      runner: SuiteRunner(
        of: opened.file.suite, choosing: source.selection,
        scratch: opened.repository.cache, timeout: timeout(one.seconds),
        isCancelled: context.isCancelled),
      plan: plan(margin, whole.isChange(beyond: margin) ? one.launches : 0),
      clock: settings.comparison.clock, provider: opened.provider,
      isStopped: { context.isCancelled() || context.elapsed() >= end }, answer: one.answer)
    // What ran tells where to look first; where counting takes long, the search has the time.
    var ran: Explanation.Ran?
    if made.kind == .objects || settings.countsScripts,
      expectedCounting(one) <= Self.shareOfCounting * (end - context.elapsed())
    {
      ran = self.ran(by: one, base, candidate, asScript: made.kind == .files, until: end)
    }
    let count = made.exchange.parts.count
    let what = made.kind == .objects ? "object files" : "files"
    var label = "\(name): exchanging \(count) \(what)"
    let expected = 2 + 1.5 * log2(Double(max(count, 2)))
    let start = context.elapsed()
    var sessions = 0.0
    let search = PartSearch(exchange: made.exchange, margin: margin, ran: ran) { exchange, parts in
      if exchange !== session.exchange {
        session.exchange = exchange
        let what = exchange === made.exchange ? what : "functions"
        label = "\(name): exchanging \(exchange.parts.count) \(what)"
      }
      let outcome = session.measure(parts) { launches in
        let ofTime = end < .infinity ? (context.elapsed() - start) / max(end - start, 1) : 0
        context.show(label, min(max((sessions + launches) / expected, ofTime), 0.99))
      }
      sessions += 1
      return outcome
    }
    let (found, parts) = search.run(whole)
    var explained = explanation(.searched(found, made.kind, parts), margin: margin, remarks)
    explained.ran = ran
    return explained
  }

  // MARK: What ran

  /// How much slower programs are under valgrind, about.
  private static let slowdown = 60.0
  /// Seconds that counting takes at most.
  private static let longestCounting = 60.0
  /// The share of the time that is left up to which counting comes before the search.
  private static let shareOfCounting = 0.25

  /// How many seconds counting takes, about.
  private func expectedCounting(_ one: Compared) -> Double {
    var runs = 6.0
    if case .command = one.benchmark.candidate.work { runs = 2 }
    return 2 + runs * Self.slowdown * (one.seconds ?? 0)
  }

  /// Counts what one call executes on both sides; a script by its interpreter.
  private func ran(
    by one: Compared, _ base: SuiteTree, _ candidate: SuiteTree, asScript: Bool, until end: Double
  ) -> Explanation.Ran? {
    switch one.outcome {
    case .sameCode, .notCompared: return nil
    case nil, .searched, .notDivided: break
    }
    if context.isCancelled() { return nil }
    let expected = expectedCounting(one)
    guard expected <= min(end - context.elapsed(), Self.longestCounting) else {
      let why = expected <= Self.longestCounting ? "the time was up, and " : ""
      return .unknown("\(why)counting it takes about \(Decimals.duration(expected)).")
    }
    do throws(HarnessFailure) {
      let name = one.benchmark.candidate.name
      context.show("\(name): counting what runs", 0)
      if asScript, let before = try opened.runner.scriptProfile(of: one.benchmark.base, in: base) {
        context.show("\(name): counting what runs", 0.5)
        let after = try opened.runner.scriptProfile(of: one.benchmark.candidate, in: candidate)
        if let after { return .counted(RanFunctions(base: before, candidate: after)) }
      }
      let before = try opened.runner.profile(of: one.benchmark.base, in: base)
      context.show("\(name): counting what runs", 0.5)
      let after = try opened.runner.profile(of: one.benchmark.candidate, in: candidate)
      let program = one.benchmark.candidate.command.ownProgram(in: candidate.folder)
      return .counted(
        RanFunctions(base: before, candidate: after, program: program.map { PathParts($0).name }))
    } catch {
      return .unknown(error.message)
    }
  }

  /// How an exchange is measured: with no fewer looks than the whole change took launches to be seen.
  private func plan(_ margin: Double, _ launches: Int) -> SessionPlan {
    let rule = SequentialRule(margin: margin)
    let needed = rule.looks.count { $0.launches <= launches }
    var plan = SessionPlan()
    plan.rule = rule.first(max(needed, Self.looks))
    return plan
  }

  /// Exchanged pieces that do not fit may run for ever: they get ten seconds, or fifty times what a call
  /// takes.
  private func timeout(_ seconds: Double?) -> Double {
    let limit = settings.comparison.timeout ?? opened.file.suite.timeout
    return min(limit, max(10, 50 * (seconds ?? limit)))
  }

  /// Object files where links were recorded, else files of the change.
  private func exchange(
    of one: Compared, _ base: SuiteTree, _ candidate: SuiteTree, until end: Double
  ) throws(HarnessFailure) -> (any PartExchange, Explanation.Kind, [String]) {
    var remarks: [String] = []
    if !settings.exchangesFiles {
      do throws(HarnessFailure) {
        try ObjectExchange.checkRecords(of: opened.file.suite)
        guard one.benchmark.base.work == one.benchmark.candidate.work else {
          throw .failed("both sides list or start the benchmark differently.")
        }
        let files = try FileExchange.changedFiles(sides, opened.repository).flatMap(\.self)
        let objects = try ObjectExchange(
          of: one.benchmark, base: base, candidate: candidate, changedFiles: files)
        if objects.isOptimizing {
          remarks.append(
            "Object files of intermediate code were exchanged, and compiled by each link again.")
        }
        return (objects, .objects, remarks)
      } catch {
        remarks.append(
          "Files of the change were exchanged and not object files: \(error.message)")
      }
    }
    let trees = SuiteTrees(
      of: opened.repository, suite: opened.file.suite, note: { _ in },
      isCancelled: { context.isCancelled() || context.elapsed() >= end })
    let scripts = try opened.runner.scriptFunctions(
      differing: try FileExchange.changedFiles(sides, opened.repository), from: base, to: candidate)
    return (
      try FileExchange(
        sides, base: base, candidate: candidate, in: opened.repository, trees,
        scripts: scripts.functions), .files, remarks + scripts.problems
    )
  }
}
