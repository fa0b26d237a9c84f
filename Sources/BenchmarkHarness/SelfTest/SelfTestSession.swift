internal import Measuring

/// One session of `bench selftest`: a kernel against itself, in one process on one input.
struct SelfTestSession {
  let starter: WorkerStarter
  let program: String
  let kernel: String
  let image: ComparedImage
  let kind: SelfTest.Kind
  /// What the order of each session follows from, with its number.
  let seed: UInt64

  /// How a session is made.
  func plan(index: Int) -> SessionPlan {
    var plan = SessionPlan(seed: seed &+ UInt64(index))
    if case .injected(let share) = kind {
      // One iteration more in each so many: exactly the share in epochs of a multiple of it.
      plan.iterationMultiple = max(1, Int((1 / share.fraction).rounded()))
    }
    return plan
  }

  /// Runs a session.
  func run(index: Int, isCancelled: () -> Bool) -> SessionResult {
    var work = KernelWork(
      kernels: [kernel, kernel], image: image, threads: 1, instructionSet: nil)
    if case .injected(let share) = kind { work.slowdown = share.fraction }
    return PairedSession(plan: plan(index: index)).run(
      isCancelled: isCancelled,
      launchShared: { setup throws(WorkerFailure) in
        try starter.start(program, work.arguments, setup)
      })
  }
}

/// A process that keeps another core busy as long as the value lives.
final class NeighbourLoad {
  private let process: WorkerProcess

  /// Starts it on the first core that this process may use; workers are measured on the last.
  ///
  /// - Throws: ``ComparisonFailure`` when there is only one core, or no process.
  init(starter: WorkerStarter, program: String) throws(ComparisonFailure) {
    let cores = usableCores()
    guard let first = cores.first, cores.count > 1 else {
      throw .failed("--neighbour-load needs a second core, and this process may use one only.")
    }
    do throws(WorkerFailure) {
      process = try starter.start(
        program, [WorkerCommand.name, "--spin"], LaunchSetup(launch: 0, padding: 0))
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
