internal import CLibrary
internal import CMeasuringShims

/// The processor's own counters of instructions and cycles, where the system lets one read them.
///
/// Virtual machines and containers mostly do not; then opening says why. Only what runs in user
/// space is counted, on this thread and on threads it starts while counting.
public final class PerfCounters {
  /// Why there are no counters.
  public struct Unavailable: Error, Equatable, CustomStringConvertible {
    /// The reason in words.
    public let description: String
  }

  /// What was counted.
  public struct Counts: Equatable, Sendable, Codable {
    /// Instructions completed.
    public let instructions: UInt64
    /// Clock cycles spent; nil where only instructions can be counted.
    public let cycles: UInt64?
  }

  private let instructions: Int32
  private let cycles: Int32?

  /// Opens the counters.
  ///
  /// - Throws: ``Unavailable`` when the system does not let this process count.
  public init() throws(Unavailable) {
    let first = cmeasurement_open_counter(0)
    guard first >= 0 else {
      throw Unavailable(
        description: Self.reason(
          code: -first, paranoid: try? SmallFile.read("/proc/sys/kernel/perf_event_paranoid")))
    }
    instructions = first
    let second = cmeasurement_open_counter(1)
    cycles = second >= 0 ? second : nil
  }

  deinit {
    close(instructions)
    if let cycles { close(cycles) }
  }

  /// Counts what a closure does.
  ///
  /// - Returns: nil when the counters ran only part of the time, because other users shared them:
  ///   an extrapolated count is not a count.
  public func count(_ work: () -> Void) -> Counts? {
    if let cycles { cmeasurement_start_counter(cycles) }
    cmeasurement_start_counter(instructions)
    work()
    cmeasurement_stop_counter(instructions)
    if let cycles { cmeasurement_stop_counter(cycles) }
    guard let count = Self.total(instructions) else { return nil }
    return Counts(instructions: count, cycles: cycles.flatMap(Self.total))
  }

  private static func total(_ descriptor: Int32) -> UInt64? {
    var values: [UInt64] = [0, 0, 0]
    guard cmeasurement_read_counter(descriptor, &values) == 0 else { return nil }
    return values[1] > 0 && values[1] == values[2] ? values[0] : nil
  }

  /// Why the system refused, and what would help.
  static func reason(code: Int32, paranoid: String?) -> String {
    switch code {
    case ENOSYS: return "this operating system has no perf events"
    case ENOENT, ENODEV, EOPNOTSUPP:
      return "this processor shows no counters, as is usual in virtual machines"
    case EACCES, EPERM:
      let level = paranoid.map(KernelSettings.word) ?? "unknown"
      return "not permitted (perf_event_paranoid is \(level)): "
        + "sysctl kernel.perf_event_paranoid=1, or run with CAP_PERFMON"
    default: return "perf_event_open: \(systemMessage(code))"
    }
  }
}
