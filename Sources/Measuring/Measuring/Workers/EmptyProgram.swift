/// What a program shows of disturbance that does nothing.
///
/// Starting a process and ending it takes turns between two processes, which the system counts like
/// a loss of the processor to others: on an idle machine too, every run of a command seemed
/// disturbed. And the longer a command runs, the more often the kernel's own threads take its
/// processor, for microseconds.
struct EmptyProgram: Equatable {
  /// How often it loses its processor.
  var involuntarySwitches: UInt64
  /// Nanoseconds of its wall time in which it does not run.
  var waiting: UInt64

  /// The third quartile of nine runs, made in about ten milliseconds when a command is first timed;
  /// nothing where there is no such program.
  static let here: EmptyProgram = {
    let program = ["/bin/true", "/usr/bin/true"].first { run($0) != nil }
    let runs = (0..<9).compactMap { _ in program.flatMap(run) }
    func quartile(_ part: (EmptyProgram) -> UInt64) -> UInt64 {
      runs.isEmpty ? 0 : runs.map(part).sorted()[runs.count * 3 / 4]
    }
    return EmptyProgram(
      involuntarySwitches: quartile(\.involuntarySwitches), waiting: quartile(\.waiting))
  }()

  /// The part of a run's wall time, beyond what starting and ending take, that is lost to the kernel's
  /// own work on an idle machine: 1 to 2 % of 5 to 22 ms.
  private static let kernelShare = 1 / 40.0

  /// How often a run lost its processor to other programs.
  ///
  /// - Parameters:
  ///   - switches: how often the system says it did.
  ///   - wall: nanoseconds from its start to its end.
  ///   - cpu: nanoseconds in which it ran.
  /// - Returns: 0 where it lost no time that matters.
  func disturbances(switches: UInt64, wall: UInt64, cpu: UInt64) -> UInt64 {
    let lost = Double(wall) - Double(cpu) - Double(waiting)
    guard lost > Double(wall) * Self.kernelShare else { return 0 }
    return switches - min(switches, involuntarySwitches)
  }

  private static func run(_ program: String) -> EmptyProgram? {
    let time = SystemTimeSource()
    let start = time.nanoseconds(.wall)
    do throws(WorkerFailure) {
      let child = try ChildProcess(
        program: program, arguments: [], environment: [], folder: nil, connection: .silent)
      _ = try? child.channel.receive(timeout: 5)
      let ending = child.wait(atMost: 5)
      let wall = time.nanoseconds(.wall) - start
      return ending.code == 0
        ? EmptyProgram(
          involuntarySwitches: ending.involuntarySwitches,
          waiting: wall - min(wall, ending.processCPU))
        : nil
    } catch {
      return nil
    }
  }
}
