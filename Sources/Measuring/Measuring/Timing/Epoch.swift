/// What was seen while a piece of work ran some number of times in a row.
///
/// Every clock is recorded, whichever decides later, together with the signs of disturbance.
public struct Epoch: Equatable, Hashable, Sendable, Codable {
  /// How often the work was done.
  public var iterations: Int
  /// Wall time of all iterations together, in nanoseconds.
  public var wall: UInt64
  /// Processor time of the thread, in nanoseconds.
  public var threadCPU: UInt64
  /// Processor time of all threads of the process, in nanoseconds.
  public var processCPU: UInt64
  /// How often the thread lost its processor to another one.
  public var involuntarySwitches: UInt64
  /// Ticks the hypervisor gave to someone else, over all cores of the machine.
  public var stealTicks: UInt64

  /// Makes a record of known numbers.
  public init(
    iterations: Int, wall: UInt64, threadCPU: UInt64, processCPU: UInt64,
    involuntarySwitches: UInt64 = 0, stealTicks: UInt64 = 0
  ) {
    self.iterations = iterations
    self.wall = wall
    self.threadCPU = threadCPU
    self.processCPU = processCPU
    self.involuntarySwitches = involuntarySwitches
    self.stealTicks = stealTicks
  }

  /// Whether something else had the processor meanwhile.
  ///
  /// Such epochs are counted and reported, never dropped: dropping the slow ones is choosing the
  /// result.
  public var isDisturbed: Bool { involuntarySwitches > 0 || stealTicks > 0 }

  /// Nanoseconds of all iterations together on one clock.
  public func nanoseconds(_ clock: ClockKind) -> UInt64 {
    switch clock {
    case .wall: wall
    case .threadCPU: threadCPU
    case .processCPU: processCPU
    }
  }

  /// Seconds for one iteration on one clock.
  public func secondsPerIteration(_ clock: ClockKind) -> Double {
    Double(nanoseconds(clock)) / Double(max(iterations, 1)) * 1e-9
  }

  /// Runs work between two readings of every clock.
  ///
  /// The thread's clock is read last before and first after the work, because it decides for most
  /// work: the others' cost does not show in it, nor does that of reading the system's counters,
  /// which leaves caches cold for the warm-up to heal. Allocates nothing.
  ///
  /// - Parameters:
  ///   - iterations: How often the work is to be done.
  ///   - warmUp: How often to do it unmeasured just before.
  ///   - time: Where times are read from.
  ///   - work: Runs the work the given number of times.
  /// - Returns: What each clock moved by.
  public static func measure(
    iterations: Int, warmUp: Int = 0, time: some TimeSource, work: (_ iterations: Int) -> Void
  ) -> Epoch {
    let steal = time.stealTicks()
    let switches = time.involuntarySwitches()
    if warmUp > 0 { work(warmUp) }
    // Nested, the clock that decides innermost:
    //
    //     process  wall  thread  | work |  thread  wall  process
    let process = time.nanoseconds(.processCPU)
    let wall = time.nanoseconds(.wall)
    let thread = time.nanoseconds(.threadCPU)
    work(iterations)
    let threadEnd = time.nanoseconds(.threadCPU)
    let wallEnd = time.nanoseconds(.wall)
    let processEnd = time.nanoseconds(.processCPU)
    let switchesEnd = time.involuntarySwitches()
    let stealEnd = time.stealTicks()
    return Epoch(
      iterations: iterations, wall: wallEnd &- wall, threadCPU: threadEnd &- thread,
      processCPU: processEnd &- process, involuntarySwitches: switchesEnd &- switches,
      stealTicks: stealEnd &- min(steal, stealEnd))
  }
}
