internal import CImageShims
internal import CLibrary

/// The time that reading a file has taken, by whichever decoders, and whether that is more than it may.
///
/// Processor time of the threads that work on the file. One that hands a file on to another decoder hands
/// on what is left.
final class DecodingTime {
  private let limits: DecodingLimits
  private var spent = 0.0
  /// What the clock showed last.
  private var seen = 0.0
  /// Seconds of the present decoder's other threads that are counted already.
  private var secondsBeside = 0.0
  /// Pixels since the last look.
  private var pixels = 0
  private var shown = 0.0

  /// Pixels between two looks at the clock, as for libpng and libjpeg (`stopwatch.c`).
  static let pixelsALook = 1 << 18

  /// Starts.
  init(_ limits: DecodingLimits) {
    self.limits = limits
    resume()
  }

  /// Goes on; what the caller did meanwhile does not count.
  func resume() { seen = look() }

  /// Stops counting until the next ``resume()``.
  ///
  /// - Parameter beside: what other threads have spent since their decoder began.
  func pause(beside: Double = 0) { add(beside: beside) }

  /// Another decoder begins, whose threads have spent nothing.
  func beginDecoder() { secondsBeside = 0 }

  /// Whether the time is over after some more pixels; it is looked at the clock once there are enough.
  func isOver(after pixels: Int, beside: Double = 0) -> Bool {
    self.pixels += pixels
    guard self.pixels >= Self.pixelsALook else { return false }
    self.pixels = 0
    add(beside: beside)
    return spent > limits.seconds
  }

  /// The error where the time was over when it was last looked at; `nil` before.
  var exceeded: ImageCodecError? {
    spent > limits.seconds ? .limitExceeded(.seconds(limit: limits.seconds)) : nil
  }

  /// Looks at the clock, which takes as long as some hundred pixels.
  ///
  /// - Returns: the error where the time is over; `nil` before.
  func failure() -> ImageCodecError? {
    add(beside: 0)
    return exceeded
  }

  /// What is left, as the C side takes it.
  var left: cimage_time {
    let step =
      switch limits.clock {
      case .processorTime: UInt64(0)
      case .stepping(let seconds): max(Self.nanoseconds(seconds), 1)
      }
    return cimage_time(nanoseconds: Self.nanoseconds(limits.seconds - spent), step: step)
  }

  private func add(beside: Double) {
    guard limits.seconds.isFinite else { return }
    let now = look()
    spent += max(now - seen, 0)
    seen = now
    // Threads do not know the clock of tests.
    guard limits.clock == .processorTime else { return }
    // What other threads have spent is told as a sum since their decoder began: only what is
    // new counts.
    spent += max(beside - secondsBeside, 0)
    secondsBeside = max(beside, secondsBeside)
  }

  private func look() -> Double {
    switch limits.clock {
    case .stepping(let seconds):
      shown += seconds
      return shown
    case .processorTime:
      var now = timespec()
      guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0 else { return seen }
      return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }
  }

  /// Nanoseconds; a time that is not a number, or too long for an integer, sets no limit.
  private static func nanoseconds(_ seconds: Double) -> UInt64 {
    UInt64(exactly: (max(seconds, 0) * 1e9).rounded()) ?? .max
  }
}
