internal import CLibrary
internal import CMeasuringShims

/// The clocks of this machine.
///
/// Wall time is `CLOCK_MONOTONIC_RAW`, which no time daemon slews while it is read. Reading any
/// clock takes well under a microsecond and allocates nothing.
public final class SystemTimeSource: TimeSource {
  /// The kernel's counters, kept open because opening costs more than reading; −1 without them.
  private let statDescriptor: Int32
  private let steal = StealCounter()

  /// Opens the machine's counters where it has them; without them no steal is ever reported.
  public init() {
    #if os(Linux)
      statDescriptor = open("/proc/stat", O_RDONLY | O_CLOEXEC)
    #else
      statDescriptor = -1
    #endif
  }

  deinit {
    if statDescriptor >= 0 { close(statDescriptor) }
  }

  /// Nanoseconds a clock of the system shows.
  public func nanoseconds(_ clock: ClockKind) -> UInt64 {
    var time = timespec()
    switch clock {
    case .wall: clock_gettime(CLOCK_MONOTONIC_RAW, &time)
    case .threadCPU: clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    case .processCPU: clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    }
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// `ru_nivcsw` of the calling thread; of the whole process where the system counts no threads.
  public func involuntarySwitches() -> UInt64 { cmeasurement_involuntary_switches() }

  /// The steal column of `/proc/stat`, as of at most a tick before; 0 where there is none.
  public func stealTicks() -> UInt64 {
    guard statDescriptor >= 0 else { return 0 }
    return steal.ticks(at: nanoseconds(.wall), read: readSteal)
  }

  private func readSteal() -> UInt64 {
    // The first line holds at most ten numbers of twenty digits: 256 bytes are enough, and a buffer
    // on the stack keeps the reading free of allocations.
    return withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
      let count = pread(statDescriptor, buffer.baseAddress, buffer.count, 0)
      guard count > 0 else { return 0 }
      return KernelStatistics.stealTicks(statBytes: buffer.prefix(count))
    }
  }
}
