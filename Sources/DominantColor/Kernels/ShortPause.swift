internal import CVectorShims
internal import Dispatch

/// Waits without going to sleep, for about as long as it takes to be woken.
struct ShortPause {
  /// Waking a thread takes 12 µs where its processor is awake, and 25 to 50 where a virtual one has to be
  /// started again.
  private static let limit: UInt64 = 50_000
  private static let looksAtATime = 32

  private let start = DispatchTime.now().uptimeNanoseconds
  private var looks = 0

  /// Waits for some processor cycles; whether the time is up.
  mutating func isLong() -> Bool {
    cv_pause()
    looks += 1
    guard looks >= Self.looksAtATime else { return false }
    looks = 0
    return DispatchTime.now().uptimeNanoseconds &- start > Self.limit
  }
}
