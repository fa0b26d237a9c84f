internal import BenchmarkBuilds
public import Measuring
public import Reporting

/// One session of a self-test: a benchmark against itself, in one process on one input.
public struct SelfTestSession {
  /// Starts workers.
  public let starter: WorkerStarter
  private let program: String
  private let arguments: [String]
  private let iterationMultiple: Int
  private let seed: UInt64

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - starter: starts workers.
  ///   - program: the path of a program that acts as a worker.
  ///   - arguments: what a worker is started with to have the benchmark twice, the second one
  ///     slowed where a slowdown is injected.
  ///   - iterationMultiple: what the iterations of an epoch are a multiple of.
  ///   - seed: the order of each session follows from it and the session's number.
  public init(
    starter: WorkerStarter, program: String, arguments: [String], iterationMultiple: Int,
    seed: UInt64
  ) {
    self.starter = starter
    self.program = program
    self.arguments = arguments
    self.iterationMultiple = iterationMultiple
    self.seed = seed
  }

  /// How the session of a number is made.
  public func plan(index: Int) -> SessionPlan {
    SessionPlan(iterationMultiple: iterationMultiple, seed: seed &+ UInt64(index))
  }

  /// Runs the session of a number.
  public func run(index: Int, isCancelled: () -> Bool) -> SessionResult {
    PairedSession(plan: plan(index: index)).run(
      isCancelled: isCancelled,
      launchShared: { setup throws(WorkerFailure) in
        try starter.start(program, arguments, setup)
      })
  }
}

/// A process that keeps another core busy as long as the value lives.
public final class NeighbourLoad {
  private let process: WorkerProcess

  /// Starts it on the first core that this process may use; workers are measured on the last.
  ///
  /// - Parameters:
  ///   - starter: starts workers.
  ///   - program: the path of a program that acts as a worker.
  ///   - arguments: what it is started with to keep a core busy once it is prepared.
  /// - Throws: ``HarnessFailure`` when there is only one core, or no process can be started.
  public init(
    starter: WorkerStarter, program: String, arguments: [String]
  ) throws(HarnessFailure) {
    let cores = usableCores()
    guard let first = cores.first, cores.count > 1 else {
      throw .failed("A neighbour needs a second core, and this process may use only one.")
    }
    do throws(WorkerFailure) {
      process = try starter.start(program, arguments)
      guard try process.pin(toCore: first) else {
        throw .reported("it cannot be kept on core \(first)")
      }
      _ = try process.prepare()
    } catch {
      throw .failed("the neighbour could not be started: \(error).")
    }
  }

  deinit { process.quit() }
}
