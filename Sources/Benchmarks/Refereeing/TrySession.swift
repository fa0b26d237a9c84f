internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import BenchmarkSuites
internal import CLibrary
internal import Measuring
internal import Reporting

/// The measuring of one try: look by look, until it is decided.
struct TrySession {
  /// What came of it.
  struct Outcome {
    let verdict: RefereeTry.Verdict
    let reason: String
    var benchmarks: [RefereeTry.Benchmark] = []
  }

  /// A benchmark that is measured.
  private struct Measured {
    let name: String
    let pair: (base: SuiteBenchmark, candidate: SuiteBenchmark)
    let item: any ComparisonCase
    var session: SessionResult?
    var looks = 0

    var logRatios: [Double] { session.map { $0.logRatios($0.clock) } ?? [] }

    var change: Double { Statistics.median(logRatios).map { LogRatio($0).percent / 100 } ?? 0 }
  }

  private let opened: OpenedSuite
  private let base: SuiteTree
  private let candidate: SuiteTree
  private let start: RefereeStart
  private let risk: Double
  private let seed: UInt64
  private let context: RunContext

  /// How many launches estimate a change anew: their exact interval of 99 % leaves out two on each side.
  private static let freshLaunches = 20

  init(
    opened: OpenedSuite, base: SuiteTree, candidate: SuiteTree, start: RefereeStart, risk: Double,
    seed: UInt64, _ context: RunContext
  ) {
    self.opened = opened
    self.base = base
    self.candidate = candidate
    self.start = start
    self.risk = risk
    self.seed = seed
    self.context = context
  }

  /// Measures until it is decided, or time is over.
  ///
  /// - Parameter end: when, in elapsed seconds.
  /// - Returns: the outcome.
  /// - Throws: ``HarnessFailure`` when the base fails, or on the wish to stop.
  func run(until end: Double) throws(HarnessFailure) -> Outcome {
    let written = WrittenFiles(base: base, candidate: candidate)
    let comparison = comparison(
      by: .counting(RefereeWish.looks), seed: seed, note: context.note)
    let match = try comparison.match()
    guard match.onlyInBase.isEmpty else {
      return Outcome(
        verdict: .refused,
        reason: "it has no benchmark \(match.onlyInBase.map { "'\($0)'" }.joined(separator: ", "))."
      )
    }
    var measured: [Measured] = match.both.compactMap { pair in
      let item = comparison.makeCase(base: pair.base, candidate: pair.candidate)
      guard item.proof == nil else { return nil }
      return Measured(name: pair.candidate.name, pair: pair, item: item)
    }
    guard !measured.isEmpty else {
      return Outcome(verdict: .discard, reason: "all benchmarks run the same code as before.")
    }
    if let refusal = try check(measured) { return refusal }
    var open = Array(measured.indices)
    while true {
      for index in open {
        if let refusal = try look(&measured[index]) { return refusal }
        if context.isCancelled() { throw .interrupted }
      }
      let standings = standings(measured)
      switch TryDecision(standings) {
      case .goOn(let more):
        open = more.filter { measured[$0].looks < RefereeWish.looks.count }
        guard !open.isEmpty, context.elapsed() < end else {
          return outcome(.undecided, undecided(measured, standings, more), measured, standings)
        }
      case .beyondReach:
        return outcome(
          .undecided,
          "the programs cannot be linked again, and what their layout may make is more than is "
            + "asked for.",
          measured, standings)
      case .discardSlower(let index):
        return outcome(
          .discard,
          "\(measured[index].name) is slower: \(Decimals.change(measured[index].change)).",
          measured, standings)
      case .discardNoFaster:
        return outcome(
          .discard, "no benchmark is faster by \(Decimals.fixed(start.worth * 100, places: 2)) %.",
          measured, standings)
      case .keep(let faster):
        if let path = written.removeOnlyByCandidate() {
          return outcome(
            .refused,
            "while it was measured it wrote '\(path)', which what is kept does not: an answer may be kept "
              + "there.", measured, standings)
        }
        return try keep(measured, faster, standings)
      }
    }
  }

  private func comparison(
    by rule: SequentialRule, seed: UInt64, note: @escaping (String) -> Void
  ) -> SuiteComparison {
    var plan = SessionPlan()
    plan.rule = rule
    plan.seed = seed
    return SuiteComparison(
      runner: opened.runner, base: base, candidate: candidate, plan: plan, clock: nil,
      provider: opened.provider, note: note)
  }

  private func sides(of one: Measured) -> BenchmarkSides {
    BenchmarkSides(
      runner: opened.runner, base: (one.pair.base, base),
      candidate: (one.pair.candidate, candidate))
  }

  private func check(_ measured: [Measured]) throws(HarnessFailure) -> Outcome? {
    for one in measured {
      do throws(HarnessFailure) {
        try one.item.check()
      } catch {
        // What the base cannot do either is no fault of the try.
        switch error.status {
        case .notComparable: return Outcome(verdict: .refused, reason: error.message)
        case .failure where error.message.hasPrefix(candidate.label + ": "):
          return Outcome(verdict: .discard, reason: error.message)
        default: throw error
        }
      }
      if try PrintedAnswer(sides: sides(of: one)).differs() {
        return Outcome(
          verdict: .refused, reason: "\(one.name) prints something else than what is kept.")
      }
    }
    return nil
  }

  /// Measures a benchmark up to its next look.
  ///
  /// - Returns: why the try ends here; nil where it goes on.
  private func look(_ one: inout Measured) throws(HarnessFailure) -> Outcome? {
    one.looks += 1
    let session = one.item.measure(
      after: one.session, looks: one.looks, isCancelled: context.isCancelled
    ) { step in
      context.show(
        "\(one.name): launch \(step.launches) of \(step.nextLook)",
        Double(step.launches) / Double(max(step.nextLook, 1)))
    }
    one.session = session
    switch session.end {
    case .decided: return nil
    case .cancelled: throw .interrupted
    case .unmeasurable:
      throw .failed("\(one.name): the work is too short for the clock.")
    case .answersDiffer(let before, let after):
      return Outcome(
        verdict: .refused,
        reason: "\(one.name) answers '\(printable(after))' instead of '\(printable(before))'.")
    case .failed(.base, let failure): throw .failed("\(base.label): \(failure).")
    case .failed(.candidate, let failure):
      return Outcome(verdict: .discard, reason: "\(one.name) failed: \(failure).")
    }
  }

  private func standings(_ measured: [Measured]) -> [TryStanding] {
    measured.map { one in
      var allowance = 0.0
      if case .allowance(let known) = one.item.basis { allowance = known.logRatio }
      // Whichever of them is faster, together they take the risk of one.
      return TryStanding(
        wish: start.wish, risk: risk / Double(measured.count), logRatios: one.logRatios,
        allowance: allowance)
    }
  }

  private func outcome(
    _ verdict: RefereeTry.Verdict, _ reason: String, _ measured: [Measured],
    _ standings: [TryStanding]
  ) -> Outcome {
    Outcome(
      verdict: verdict, reason: reason,
      benchmarks: zip(measured, standings).map { one, standing in
        RefereeTry.Benchmark(
          name: one.name, launches: standing.logRatios.count, change: one.change,
          isFaster: standing.isFaster)
      })
  }

  private func undecided(
    _ measured: [Measured], _ standings: [TryStanding], _ open: [Int]
  ) -> String {
    let parts = open.prefix(3).map { index in
      let bound = standings[index].bound.map {
        ", no slower than \(Decimals.change(LogRatio($0).percent / 100))"
      }
      return "\(measured[index].name) \(Decimals.change(measured[index].change))" + (bound ?? "")
    }
    return "the launches did not tell: " + parts.joined(separator: "; ") + "."
  }

  // MARK: Keeping

  /// Looks whether what is faster is so from the first call, and estimates it anew.
  private func keep(
    _ measured: [Measured], _ faster: [Int], _ standings: [TryStanding]
  ) throws(HarnessFailure) -> Outcome {
    let recent = RecentFiles(
      outside: [base, candidate].map { $0.top ?? $0.folder } + [opened.repository.checkout.root],
      scratch: opened.repository.cache, now: Double(time(nil)))
    for index in faster {
      let one = measured[index]
      guard let session = one.session, let before = session.median(.base, session.clock)
      else { continue }
      let saved = before * -one.change
      let first = FirstCall(sides: sides(of: one))
      if let loss = try first.missing(
        saved: saved, of: before, by: session.clock, seed: seed, isCancelled: context.isCancelled)
      {
        return outcome(
          .refused,
          "\(one.name) saves \(Quantities.time(saved)) a call, and the first call with all before it "
            + "takes \(Quantities.time(loss.magnitude)) \(loss > 0 ? "more" : "less"): work was moved "
            + "before what is measured, or an answer is kept.", measured, standings)
      }
      guard let recent else { continue }
      if try isLost(one, saved, of: before, by: session.clock, without: recent) {
        return outcome(
          .refused,
          "\(one.name) saves \(Quantities.time(saved)) a call, and not where files that changed today outside "
            + "of the checkouts are empty, such as '\(recent.paths[0])': an answer may be kept there.",
          measured, standings)
      }
    }
    var kept = outcome(.keep, "", measured, standings)
    let fresh = try estimates(only: Set(faster.map { measured[$0].name }))
    for index in faster {
      kept.benchmarks[index].fresh = fresh.first { $0.name == measured[index].name }?.estimate
    }
    let words = faster.map { index in
      "\(measured[index].name) "
        + (kept.benchmarks[index].fresh?.words ?? Decimals.change(measured[index].change))
    }
    return Outcome(
      verdict: .keep, reason: words.joined(separator: ", ") + ".", benchmarks: kept.benchmarks)
  }

  /// Whether what is saved is gone where recent files elsewhere are empty; not where a program fails so, which
  /// may need them, or not want to run as the root that it then seems to be.
  private func isLost(
    _ one: Measured, _ saved: Double, of call: Double, by clock: ClockKind,
    without recent: RecentFiles
  ) throws(HarnessFailure) -> Bool {
    do throws(HarnessFailure) {
      return try FirstCall(sides: sides(of: one), without: recent).missing(
        saved: saved, of: call, by: clock, seed: seed, isCancelled: context.isCancelled) != nil
    } catch {
      if context.isCancelled() { throw error }
      return false
    }
  }

  /// Measures benchmarks with launches that have judged nothing.
  ///
  /// - Parameter names: which; nil for all.
  /// - Returns: the changes.
  /// - Throws: ``HarnessFailure`` when a side fails, or on the wish to stop.
  func estimates(
    only names: Set<String>? = nil
  ) throws(HarnessFailure) -> [RefereeTotal.Benchmark] {
    let comparison = comparison(
      // Launches that led to a keep are those in which luck helped: their median is too good
      // (the winner's curse). So new launches, with a seed that no try has.
      by: .counting([Self.freshLaunches]), seed: seed &+ 500_000, note: { _ in })
    var found: [RefereeTotal.Benchmark] = []
    for pair in try comparison.match().both
    where names?.contains(pair.candidate.name) ?? true {
      let item = comparison.makeCase(base: pair.base, candidate: pair.candidate)
      var one = Measured(name: pair.candidate.name, pair: pair, item: item)
      guard item.proof == nil else {
        found.append(.init(name: one.name, estimate: nil))
        continue
      }
      try item.check()
      if let end = try look(&one) { throw .failed(end.reason) }
      let estimate = RatioEstimate(
        logRatios: one.logRatios, alpha: 1 - ComparisonResult.confidence)
      found.append(
        .init(
          name: one.name,
          estimate: FreshEstimate(
            launches: one.logRatios.count, change: one.change,
            interval: estimate?.logInterval.map {
              LogRatio($0.lower).percent / 100...LogRatio($0.upper).percent / 100
            })))
    }
    return found
  }
}
