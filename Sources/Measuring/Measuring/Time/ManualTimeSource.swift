internal import Synchronization

/// A time source that advances only when a test moves it.
///
/// ```swift
/// let time = ManualTimeSource()
/// let work = Contender("work") { time.advance(by: 1_000) }  // "takes" 1 µs of wall and CPU
/// ```
public final class ManualTimeSource: TimeSource {
  private struct State: Sendable {
    var clocks: [ClockKind: UInt64] = [:]
    var switches: UInt64 = 0
    var steal: UInt64 = 0
  }

  private let state = Mutex(State())

  /// Makes a source at which every clock reads 0.
  public init() {}

  /// Lets time pass on all clocks: a thread that computes without disturbance.
  public func advance(by nanoseconds: UInt64) {
    state.withLock { state in
      for clock in ClockKind.allCases { state.clocks[clock, default: 0] += nanoseconds }
    }
  }

  /// Lets time pass on one clock only: `.wall` for example while a thread waits.
  public func advance(_ clock: ClockKind, by nanoseconds: UInt64) {
    state.withLock { $0.clocks[clock, default: 0] += nanoseconds }
  }

  /// Lets the thread lose its processor, or the machine its turn.
  public func disturb(involuntarySwitches: UInt64 = 0, stealTicks: UInt64 = 0) {
    state.withLock { state in
      state.switches += involuntarySwitches
      state.steal += stealTicks
    }
  }

  /// The time a clock stands at.
  public func nanoseconds(_ clock: ClockKind) -> UInt64 {
    state.withLock { $0.clocks[clock, default: 0] }
  }

  /// The switches so far.
  public func involuntarySwitches() -> UInt64 { state.withLock { $0.switches } }

  /// The ticks so far.
  public func stealTicks() -> UInt64 { state.withLock { $0.steal } }
}
