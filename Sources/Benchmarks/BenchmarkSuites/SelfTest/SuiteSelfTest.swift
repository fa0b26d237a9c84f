internal import BenchmarkBuilds
package import BenchmarkHarness
package import Measuring
package import Reporting

/// Sessions of a suite's benchmarks against themselves, as comparisons make them: with equal work on
/// both sides, or with a known share more on one.
package struct SuiteSelfTest {
  private let runner: SuiteRunner
  private let tree: SuiteTree
  private let added: AddedShare?
  private let rule: SequentialRule
  private let seed: UInt64
  private let provider: LayoutProvider
  private let note: (String) -> Void
  private let kinds: [[SuiteBenchmark]]

  /// Takes benchmarks.
  ///
  /// - Parameters:
  ///   - benchmarks: which benchmarks; those of one kind take turns.
  ///   - test: what is tested.
  ///   - runner: starts benchmarks.
  ///   - tree: the checkout in which they are.
  ///   - rule: when a session ends.
  ///   - seed: the order of each session follows from it and the session's number.
  ///   - provider: where programs get other layouts.
  ///   - advice: a sentence that says how to test benchmarks that allow no more work.
  ///   - note: called with a sentence that should be known.
  /// - Throws: ``HarnessFailure`` when work is to be added and no benchmark allows it.
  package init(
    of benchmarks: [SuiteBenchmark], _ test: SelfTest.Kind, runner: SuiteRunner, tree: SuiteTree,
    rule: SequentialRule = SequentialRule(), seed: UInt64, provider: LayoutProvider, advice: String,
    note: @escaping (String) -> Void
  ) throws(HarnessFailure) {
    self.runner = runner
    self.tree = tree
    self.rule = rule
    self.seed = seed
    self.provider = provider
    var said: Set<String> = []
    // Every session finds the same to say.
    let noteOnce: (String) -> Void = { if said.insert($0).inserted { note($0) } }
    self.note = noteOnce
    var chosen = benchmarks
    if case .injected(let share) = test {
      chosen = benchmarks.filter(\.countsIterations)
      let others = Set(benchmarks.filter { !$0.countsIterations }.map(\.kind)).sorted()
      let reason =
        "Programs of \(others.joined(separator: " and ")) choose themselves how often they repeat "
        + "the work: none can be added to it"
      guard !chosen.isEmpty else {
        throw .wrongUsage("\(reason). \(advice)")
      }
      if !others.isEmpty { note("\(reason), and they are left out.") }
      added = AddedShare(share.fraction, in: runner.scratch, note: noteOnce)
    } else {
      added = nil
    }
    var kinds: [[SuiteBenchmark]] = []
    for benchmark in chosen {
      if let known = kinds.firstIndex(where: { $0[0].kind == benchmark.kind }) {
        kinds[known].append(benchmark)
      } else {
        kinds.append([benchmark])
      }
    }
    self.kinds = kinds
  }

  /// How many kinds of benchmarks there are, such as workers and commands: they take turns.
  package var kindCount: Int { kinds.count }

  /// The benchmark of the session of a number.
  package func benchmark(_ index: Int) -> SuiteBenchmark {
    let kind = kinds[index % kinds.count]
    return kind[index / kinds.count % kind.count]
  }

  /// Runs the session of a number.
  ///
  /// - Parameters:
  ///   - index: the number, from 0.
  ///   - isCancelled: asked between steps.
  /// - Returns: what it came to.
  package func run(index: Int, isCancelled: () -> Bool) -> SessionResult {
    let benchmark = benchmark(index)
    let plan = SessionPlan(rule: rule, seed: seed &+ UInt64(index))
    var provider = provider
    provider.objects = added?.objects(for: benchmark) ?? []
    let comparison = SuiteComparison(
      runner: runner, base: tree, candidate: tree, plan: plan, clock: nil, provider: provider,
      added: added, note: note)
    let session = comparison.makeCase(base: benchmark, candidate: benchmark)
    do throws(HarnessFailure) {
      try session.check()
    } catch {
      return SessionResult(
        verdict: .cannotTell(morePairs: nil),
        end: .failed(.base, .prevented("'\(benchmark.name)': \(error.message)")), launches: [],
        clock: benchmark.fitted(plan, clock: nil).clock, answer: nil)
    }
    return session.measure(isCancelled: isCancelled, progress: { _ in })
  }
}

extension SuiteBenchmark {
  /// What it is run by: `worker`, `command`, or the name of a framework.
  package var kind: String {
    switch work {
    case .workload: "worker"
    case .command: "command"
    case .adapted(let program): program.framework.rawValue
    }
  }

  /// Whether the harness chooses how often it repeats its work.
  var countsIterations: Bool {
    if case .adapted(let program) = work { program.framework.obeysRequests } else { true }
  }
}
