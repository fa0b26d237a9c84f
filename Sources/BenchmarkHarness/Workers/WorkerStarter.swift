#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

internal import Measuring

/// Starts worker processes with this program's environment.
struct WorkerStarter {
  /// All variables as "NAME=value".
  var environment: [String]
  /// Seconds after which a silent worker counts as hung.
  var timeout: Double

  /// Starts one.
  func start(
    _ program: String, _ arguments: [String], _ setup: LaunchSetup
  ) throws(WorkerFailure) -> WorkerProcess {
    try WorkerProcess(
      program: program, arguments: arguments,
      environment: environment + [setup.environmentVariable], timeout: timeout)
  }

  /// The variables that this program was started with.
  static var ownEnvironment: [String] {
    var variables: [String] = []
    // SAFETY: the array ends with a null pointer, and no other thread of this program sets
    // variables.
    var next = environ
    while let variable = next.pointee {
      variables.append(String(cString: variable))
      next += 1
    }
    return variables
  }
}

extension WorkerStarter {
  /// The folders that programs are looked for in.
  static var searchPath: String { getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin" }
}

extension InstructionCounter {
  /// A counter with the valgrind of this machine, if there is one.
  static func forThisMachine(_ starter: WorkerStarter) -> InstructionCounter {
    var starter = starter
    // Hash tables seeded at random take other paths in each process, and counts no longer repeat.
    starter.environment.append("SWIFT_DETERMINISTIC_HASHING=1")
    let folders = WorkerStarter.searchPath.split(separator: ":")
    let valgrind = folders.map { "\($0)/valgrind" }.first(where: CommandComparison.isExecutable)
    return InstructionCounter(starter: starter, valgrind: valgrind)
  }
}

/// Which time decides.
enum ClockChoice: String, CaseIterable {
  case cpu
  case wall

  /// What runs where for it, for work in this program's own worker loop.
  var threading: SessionPlan.Threading { self == .cpu ? .single : .concurrent }
}
