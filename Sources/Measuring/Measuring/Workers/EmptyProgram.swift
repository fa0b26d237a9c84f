/// What a program shows of disturbance that does nothing.
///
/// Starting a process and ending it takes turns between two processes, which the system counts like
/// a loss of the processor to others: on an idle machine too, every run of a command seemed
/// disturbed.
enum EmptyProgram {
  /// How often a run of an empty program loses its processor: the third quartile of nine runs.
  ///
  /// Measured once, in about ten milliseconds, when a command is first timed; 0 where there is no
  /// such program.
  static let involuntarySwitches: UInt64 = {
    let program = ["/bin/true", "/usr/bin/true"].first { runs(of: $0) != nil }
    let counts = (0..<9).compactMap { _ in program.flatMap(runs(of:)) }.sorted()
    return counts.isEmpty ? 0 : counts[counts.count * 3 / 4]
  }()

  private static func runs(of program: String) -> UInt64? {
    do throws(WorkerFailure) {
      let child = try ChildProcess(
        program: program, arguments: [], environment: [], folder: nil, connection: .silent)
      _ = try? child.channel.receive(timeout: 5)
      let ending = child.wait(atMost: 5)
      return ending.code == 0 ? ending.involuntarySwitches : nil
    } catch {
      return nil
    }
  }
}
