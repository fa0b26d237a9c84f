/// Where times and signs of disturbance are read from: the machine, or a script in a test.
///
/// Everything in this module that measures takes one, so that all arithmetic can be tested without
/// waiting: see ``ManualTimeSource``.
public protocol TimeSource: Sendable {
  /// Nanoseconds since some fixed moment. Never falls.
  func nanoseconds(_ clock: ClockKind) -> UInt64

  /// How often the calling thread has lost its processor to another one so far.
  func involuntarySwitches() -> UInt64

  /// Ticks for which the hypervisor gave this machine's processors to someone else so far.
  func stealTicks() -> UInt64
}
