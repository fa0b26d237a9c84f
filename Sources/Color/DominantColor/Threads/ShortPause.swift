internal import CVectorShims
internal import Dispatch

/// Spins: waits without going to sleep.
struct ShortPause {
  private let limit: UInt64
  private static let looksAtATime = 32

  private let start = DispatchTime.now().uptimeNanoseconds
  private var looks = 0

  /// Begins to wait.
  ///
  /// - Parameter microseconds: when the time is up; waking a thread takes 12 µs where its processor is
  ///   awake, and 25 to 100 where a virtual one has to be started again.
  init(microseconds: UInt64) { limit = 1000 * microseconds }

  /// Waits for some processor cycles; whether the time is up.
  mutating func isLong() -> Bool {
    cv_pause()
    looks += 1
    guard looks >= Self.looksAtATime else { return false }
    looks = 0
    return DispatchTime.now().uptimeNanoseconds &- start > limit
  }
}
