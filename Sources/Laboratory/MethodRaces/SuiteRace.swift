internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import BenchmarkSuites
internal import CLibrary
internal import Files
internal import Measuring
internal import Reporting

/// A command of a suite for the race of methods: its program in two layouts of which each session has
/// its own, and in another layout for each launch of the method that draws them.
///
/// Work is linked into the program, as for the self-test, and all methods run it so.
final class SuiteRace {
  private let benchmark: SuiteBenchmark
  private let runner: SuiteRunner
  private let tree: SuiteTree
  private let program: String
  private let policy: LayoutPolicy
  private let note: (String) -> Void
  private let hasOneThread: Bool
  private var shares: [Double: AddedShare] = [:]
  private var files: (session: Int, base: String, candidate: String)?

  /// Links the program in its first layout, and runs it to see which clock fits it.
  ///
  /// - Parameters:
  ///   - benchmark: a command whose program the build links.
  ///   - runner: starts it.
  ///   - tree: the checkout in which it is.
  ///   - seed: the seed of layouts.
  ///   - provider: where the program gets other layouts.
  ///   - note: called with a sentence that should be known.
  /// - Throws: ``HarnessFailure`` when it is no such command, or it fails.
  init(
    of benchmark: SuiteBenchmark, runner: SuiteRunner, tree: SuiteTree, seed: UInt64,
    provider: LayoutProvider, note: @escaping (String) -> Void
  ) throws(HarnessFailure) {
    guard let program = benchmark.replaceableProgram(in: tree.folder) else {
      throw .wrongUsage(
        "'\(benchmark.name)' is no command that starts a program which the build made: choose one that "
          + "is.")
    }
    var provider = provider
    provider.objects = [try AddedWorkObject.make(in: runner.scratch)]
    // What the suite says of layouts concerns its comparisons; here they are what is raced.
    var suite = runner.suite
    suite.layoutAllowance = nil
    suite.layouts = .relink
    let layouts = SuiteLayouts(
      in: provider, first: (seed &- 1) &* 1_000_000, suite: suite, base: tree, candidate: tree,
      note: note)
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
    self.note = note
    do throws(WorkerFailure) {
      hasOneThread = try runner.hasOneThread(benchmark, in: tree)
    } catch {
      throw .failed("'\(benchmark.name)': \(error).")
    }
  }

  deinit { finish() }

  /// The programs of a session, of which the candidate does a share of its work on top.
  func pair(session: Int, share: Double) throws(HarnessFailure) -> RacedPair {
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

  /// Brings back what the build made, and removes the files of the last session.
  func finish() {
    policy.finish()
    removeFiles()
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
