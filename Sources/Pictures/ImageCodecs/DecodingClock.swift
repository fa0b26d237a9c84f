internal import CImageShims

/// What ``DecodingLimits/seconds`` are measured by.
package enum DecodingClock: Hashable, Sendable {
  /// The processor time of the threads that read.
  case processorTime
  /// A clock for tests, which advances by so many seconds whenever it is read.
  case stepping(seconds: Double)
}

extension DecodingLimits {
  /// The time limit as the C side takes it.
  var time: cimage_time {
    let step =
      switch clock {
      case .processorTime: UInt64(0)
      case .stepping(let seconds): max(Self.nanoseconds(seconds), 1)
      }
    return cimage_time(nanoseconds: Self.nanoseconds(seconds), step: step)
  }

  /// Nanoseconds; a time that is not a number, or too long for an integer, sets no limit.
  private static func nanoseconds(_ seconds: Double) -> UInt64 {
    UInt64(exactly: (max(seconds, 0) * 1e9).rounded()) ?? .max
  }
}
