internal import CLibrary

/// The time that a reading has taken, and whether that is more than it may.
///
/// Processor time of the thread that asks, from the start on.
struct DecodingTime {
  private let limits: DecodingLimits
  private var start: Double
  private var shown = 0.0

  /// Starts.
  init(_ limits: DecodingLimits) {
    self.limits = limits
    start = Self.processorTime
  }

  /// Looks at the clock, which takes as long as some hundred pixels.
  ///
  /// - Returns: the error where the time is over; `nil` before.
  mutating func failure() -> ImageCodecError? {
    guard limits.seconds.isFinite else { return nil }
    let spent: Double
    switch limits.clock {
    case .processorTime: spent = Self.processorTime - start
    case .stepping(let seconds):
      shown += seconds
      spent = shown
    }
    return spent > limits.seconds ? .limitExceeded(.seconds(limit: limits.seconds)) : nil
  }

  private static var processorTime: Double {
    var now = timespec()
    guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0 else { return 0 }
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}
