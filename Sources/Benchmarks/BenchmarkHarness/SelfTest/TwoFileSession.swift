public import BenchmarkBuilds
public import Measuring
internal import Reporting

/// One session of a self-test with two processes of two files, as two builds are compared.
public struct TwoFileSession {
  /// The two files of a session.
  public enum Files {
    /// Two copies of one file, others in each launch.
    case copies(of: String)
    /// Two linkings of the same objects, others in each session, compared as they are.
    case linkings(LayoutPrograms)
    /// Two linkings of the same objects, others in each launch.
    case layouts(LayoutPrograms)
  }

  private let starter: WorkerStarter
  private let files: Files
  private let copies = ProgramCopies()
  private let arguments: (base: [String], candidate: [String])
  private let pairs: LaunchPairs
  private let iterationMultiple: Int
  private let seed: UInt64

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - starter: starts workers.
  ///   - files: which programs are compared.
  ///   - arguments: what the worker of each side is started with.
  ///   - pairs: how many pairs a launch makes, and when the workers are prepared again.
  ///   - iterationMultiple: what the iterations of an epoch are a multiple of.
  ///   - seed: the order of each session follows from it and the session's number.
  public init(
    starter: WorkerStarter, files: Files, arguments: (base: [String], candidate: [String]),
    pairs: LaunchPairs, iterationMultiple: Int, seed: UInt64
  ) {
    self.starter = starter
    self.files = files
    self.arguments = arguments
    self.pairs = pairs
    self.iterationMultiple = iterationMultiple
    self.seed = seed
  }

  /// Runs the session of a number.
  ///
  /// - Parameters:
  ///   - index: the number, from 0.
  ///   - isCancelled: asked between steps.
  /// - Returns: what it came to.
  public func run(index: Int, isCancelled: () -> Bool) -> SessionResult {
    let plan = SessionPlan(
      pairs: pairs, iterationMultiple: iterationMultiple, seed: seed &+ UInt64(index))
    return PairedSession(plan: plan).run(
      isCancelled: isCancelled,
      launch: { side, setup throws(WorkerFailure) in
        try starter.start(
          try program(side, session: index, launch: setup.launch),
          side == .base ? arguments.base : arguments.candidate, setup)
      })
  }

  private func program(
    _ side: Side, session: Int, launch: Int
  ) throws(WorkerFailure) -> String {
    do throws(HarnessFailure) {
      let drawn: (base: String, candidate: String)
      switch files {
      case .copies(let program): return try copies.copy(of: program, for: side)
      case .linkings(let programs): drawn = try programs.programs(launch: session)
      case .layouts(let programs): drawn = try programs.programs(launch: launch)
      }
      return side == .base ? drawn.base : drawn.candidate
    } catch {
      throw .reported(error.message)
    }
  }
}
