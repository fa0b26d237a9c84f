internal import BenchmarkBuilds
public import Measuring

/// Counts the instructions of one call of a benchmark in a worker process.
///
/// The processor's own counters where the system permits them, else callgrind where valgrind is
/// installed, else not at all; results say which.
public struct InstructionCounter {
  /// Starts workers.
  public let starter: WorkerStarter
  /// The path of valgrind; `nil` when it is not installed.
  public let valgrind: String?

  /// Makes an instruction counter.
  public init(
    starter: WorkerStarter, valgrind: String?
  ) {
    self.starter = starter
    self.valgrind = valgrind
  }

  /// Counts one call.
  ///
  /// - Parameters:
  ///   - program: the path of a program that acts as a worker.
  ///   - work: the benchmark.
  /// - Returns: the number, or why there is none.
  public func count(_ program: String, _ work: BenchmarkWork) -> InstructionCount {
    let perf = countWithPerf(program, work)
    guard case .unavailable(let why) = perf else { return perf }
    guard let valgrind else {
      return .unavailable("\(why); valgrind, the other way, is not installed")
    }
    return Callgrind(starter: starter, valgrind: valgrind).count(program, work)
  }

  private func countWithPerf(_ program: String, _ work: BenchmarkWork) -> InstructionCount {
    do throws(WorkerFailure) {
      let process = try starter.start(
        program, work.arguments + [BenchmarkWork.countArgument])
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
  ///   - contender: the work.
  ///   - elements: how many elements a call works on; small work is counted over several calls.
  /// - Returns: the instructions of one call, or the number of calls that callgrind has counted, or
  ///   why no count is available.
  public static func answer(for contender: Contender, elements: Int) -> String {
    if CallgrindRegion.isPossible {
      let calls = min(max(10_000_000 / max(elements, 1), 1), 10)
      CallgrindRegion.count { contender.repeatWork(calls) }
      return "\(Callgrind.counted)\(calls)"
    }
    do throws(PerfCounters.Unavailable) {
      let counters = try PerfCounters()
      contender.repeatWork(2)
      guard let counts = counters.count({ contender.repeatWork(1) }) else {
        return "other programs used the counters at the same time"
      }
      return String(counts.instructions)
    } catch {
      return error.description
    }
  }

  /// A counter with the valgrind of this machine, if there is one.
  ///
  /// - Parameter starter: starts workers.
  /// - Returns: the counter.
  public static func forThisMachine(_ starter: WorkerStarter) -> InstructionCounter {
    var starter = starter
    // Hash tables seeded at random take other paths in each process, and counts would not repeat.
    starter.environment.append("SWIFT_DETERMINISTIC_HASHING=1")
    return InstructionCounter(starter: starter, valgrind: Executable.find("valgrind"))
  }
}
