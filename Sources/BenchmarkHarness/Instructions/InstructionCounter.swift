internal import Measuring

/// Counts the instructions of one call of a kernel in a worker process.
///
/// The processor's own counters where the system permits them, else callgrind where valgrind is
/// installed, else nothing, and it says which.
struct InstructionCounter {
  let starter: WorkerStarter
  /// The path of valgrind; `nil` when it is not installed.
  let valgrind: String?

  /// Counts one kernel's call.
  ///
  /// - Parameters:
  ///   - program: a build of bench.
  ///   - work: one kernel on an image.
  /// - Returns: the number, or why there is none.
  func count(_ program: String, _ work: KernelWork) -> InstructionCount {
    let perf = countWithPerf(program, work)
    guard case .unavailable(let why) = perf else { return perf }
    guard let valgrind else {
      return .unavailable("\(why); valgrind, the other way, is not installed")
    }
    return Callgrind(starter: starter, valgrind: valgrind).count(program, work)
  }

  private func countWithPerf(_ program: String, _ work: KernelWork) -> InstructionCount {
    do throws(WorkerFailure) {
      let process = try starter.start(
        program, work.arguments + ["--count"], LaunchSetup(launch: 0, padding: 0))
      defer { process.quit() }
      let answer = try process.prepare()
      return Int(answer).map { .counted($0, by: "perf events") } ?? .unavailable(answer)
    } catch {
      return .unavailable(error.description)
    }
  }

  /// What a worker answers.
  ///
  /// - Parameters:
  ///   - contender: the kernel on its image.
  ///   - pixels: how many the image has; small ones are worth several calls.
  /// - Returns: the instructions of one call, or the number of calls that callgrind has counted, or
  ///   why there is no number.
  static func answer(for contender: Contender, pixels: Int) -> String {
    if CallgrindRegion.isPossible {
      let calls = min(max(10_000_000 / max(pixels, 1), 1), 10)
      CallgrindRegion.count { contender.repeatWork(calls) }
      return "\(Callgrind.counted)\(calls)"
    }
    do throws(PerfCounters.Unavailable) {
      let counters = try PerfCounters()
      contender.repeatWork(2)
      guard let counts = counters.count({ contender.repeatWork(1) }) else {
        return "other programs used the counters meanwhile"
      }
      return String(counts.instructions)
    } catch {
      return error.description
    }
  }
}
