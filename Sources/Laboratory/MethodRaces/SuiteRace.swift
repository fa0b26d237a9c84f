internal import BenchmarkBuilds
internal import BenchmarkHarness
package import BenchmarkSuites
internal import CLibrary
internal import Files
internal import Measuring
package import Reporting

/// A command of a suite for the race of methods: its program in two layouts of which each session has
/// its own, and in another layout for each launch of the method that draws them.
///
/// Work is linked into the program, as for the self-test, and all methods run it so.
package final class SuiteRace {
  /// What runs on both sides, for people.
  package let name: String
  private let benchmark: SuiteBenchmark
  private let runner: SuiteRunner
  private let tree: SuiteTree
  private let program: String
  private let policy: LayoutPolicy
  private let seed: UInt64
  private let note: (String) -> Void
  private let hasOneThread: Bool
  private var shares: [Double: AddedShare] = [:]
  private var files: (session: Int, base: String, candidate: String)?

  /// How the program gets its layouts and the work that is added, in sentences.
  package static let explanation = """
    A command of a suite, run from start to end: an epoch is a run, and so is a fresh process, which makes one. The \
    work is a loop in the program before it begins, whose steps are calibrated over layouts once \
    for each share; the base makes none of them. The paired methods take processor time where \
    the command computes throughout, as `bench compare` does; the others take wall time.
    """

  /// Builds the working tree of a suite, links the program of its only chosen benchmark in its first layout,
  /// and runs it to see which clock fits it.
  ///
  /// - Parameters:
  ///   - source: the suite.
  ///   - seed: the seed of layouts.
  ///   - context: messages and the wish to stop.
  /// - Throws: ``HarnessFailure`` when the program cannot be linked in other layouts, or fails.
  package init(
    of source: SuiteSource, seed: UInt64, _ context: RunContext
  ) throws(HarnessFailure) {
    let opened = try OpenedSuite(source, context)
    let tree = try opened.trees.tree(of: try opened.repository.workingTree())
    let runner = opened.runner
    let benchmarks = try runner.benchmarks(in: tree)
    guard let benchmark = benchmarks.first, benchmarks.count == 1 else {
      let names = benchmarks.prefix(20).map(\.name).joined(separator: ", ")
      throw .wrongUsage("Methods are raced on one benchmark: choose it, of \(names).")
    }
    try runner.setUp(benchmark, in: tree)
    guard let program = benchmark.replaceableProgram(in: tree.folder) else {
      throw .wrongUsage(
        "'\(benchmark.name)' is not a command that starts a program which the build made: choose one that "
          + "is.")
    }
    var provider = opened.provider
    provider.objects = [try AddedWorkObject.make(in: runner.scratch)]
    // What the suite says of layouts concerns its comparisons; here they are what is raced.
    var suite = runner.suite
    suite.layoutAllowance = nil
    suite.layouts = .relink
    let layouts = SuiteLayouts(
      in: provider, first: (seed &- 1) &* 1_000_000, suite: suite, base: tree, candidate: tree,
      note: context.note)
    guard let policy = layouts.policy(base: program, candidate: program, of: benchmark),
      policy.drawsLayouts
    else {
      throw .failed(
        "The program of '\(benchmark.name)' cannot be linked again: in one layout methods cannot be "
          + "told apart.")
    }
    self.policy = policy
    self.benchmark = benchmark
    self.runner = runner
    self.tree = tree
    self.program = program
    self.seed = seed
    note = context.note
    name = "\(benchmark.name) of the suite \(opened.file.suite.name)"
    do throws(WorkerFailure) {
      hasOneThread = try runner.hasOneThread(benchmark, in: tree)
    } catch {
      throw .failed("'\(benchmark.name)': \(error).")
    }
  }

  /// Compares both sides by a method, in the layouts of a session; the candidate does a share of its work on top.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - share: the share of work.
  ///   - session: the session's number.
  ///   - context: the wish to stop, and the time.
  /// - Returns: what the method found.
  /// - Throws: ``HarnessFailure`` when the programs cannot be linked or fail, or on the wish to stop.
  package func compare(
    by method: RacedMethod, injected share: Double, session: Int, _ context: RunContext
  ) throws(HarnessFailure) -> RaceRecord {
    let race = MethodRace(
      pair: try pair(session: session, share: share), seed: seed &+ UInt64(session),
      pairs: .preparedOnce, isCancelled: context.isCancelled, seconds: context.elapsed)
    do throws(WorkerFailure) {
      return try race.compare(by: method, injected: share, session: session)
    } catch {
      throw .failed("\(error).")
    }
  }

  /// The programs of a session, of which the candidate does a share of its work on top.
  private func pair(session: Int, share: Double) throws(HarnessFailure) -> RacedPair {
    let files = try fixedFiles(session)
    let steps = try steps(share)
    let (runner, benchmark, tree, policy) = (runner, benchmark, tree, policy)
    let hasOneThread = hasOneThread
    return RacedPair(
      start: { side, setup, layout throws(WorkerFailure) in
        let file =
          if let layout {
            try policy.drawnProgram(side, launch: Int(truncatingIfNeeded: layout))
          } else {
            side == .base ? files.base : files.candidate
          }
        return try runner.start(
          benchmark, in: tree, setup, program: file,
          variables: [AddedWorkObject.variable(steps: side == .candidate ? steps : 0)])
      },
      together: RacedPair.commands(), links: { policy.cost.links },
      plan: { benchmark.fitted($0, clock: nil, hasOneThread: hasOneThread) }, startsEachEpoch: true)
  }

  /// Brings back what the build made and what was changed for the benchmark, and removes the files of the
  /// last session.
  package func finish() {
    policy.finish()
    removeFiles()
    runner.cleanUp(benchmark, in: tree)
  }

  private func removeFiles() {
    guard let files else { return }
    unlink(files.base)
    unlink(files.candidate)
    self.files = nil
  }

  /// The steps of a share of work: 0 for none.
  private func steps(_ share: Double) throws(HarnessFailure) -> Int {
    guard share > 0 else { return 0 }
    let added = shares[share] ?? AddedShare(share, in: runner.scratch, note: note)
    shares[share] = added
    let kind = benchmark.fitted(SessionPlan(), clock: nil, hasOneThread: hasOneThread).clock
    do throws(WorkerFailure) {
      try added.calibrate(benchmark) { steps, layout throws(WorkerFailure) in
        let worker = try runner.start(
          benchmark, in: tree, LaunchSetup(launch: layout, padding: 0),
          program: try policy.drawnProgram(.candidate, launch: layout),
          variables: [AddedWorkObject.variable(steps: steps)])
        defer { worker.quit() }
        return try worker.run(iterations: 1, warmUp: 0).secondsPerIteration(kind)
      }
    } catch {
      throw .failed("'\(benchmark.name)': \(error).")
    }
    return added.steps(of: benchmark, .candidate)
  }

  /// The two files that all methods of a session compare: in layouts that no launch draws, beside the
  /// program, where it finds its libraries.
  private func fixedFiles(
    _ session: Int
  ) throws(HarnessFailure) -> (base: String, candidate: String) {
    if let files, files.session == session { return (files.base, files.candidate) }
    removeFiles()
    let parts = PathParts(program)
    let paths = ["a", "b"].map { PathParts.join(parts.folder, ".\(parts.name).bench-race-\($0)") }
    files = (session, paths[0], paths[1])
    for (index, path) in paths.enumerated() {
      unlink(path)
      let launch = Int(MethodRace.layouts) + 2 * session + index
      let linked: String
      do throws(WorkerFailure) {
        linked = try policy.drawnProgram(.base, launch: launch) ?? program
      } catch {
        throw .failed("\(error).")
      }
      do throws(FileAccessError) {
        try copyFile(at: linked, to: path)
        chmod(path, 0o755)
      } catch {
        throw .failed("'\(path)' cannot be written: \(error)")
      }
    }
    return (paths[0], paths[1])
  }
}
