internal import Dispatch
internal import Synchronization

/// Bands of work that the calling thread and its helpers share.
///
/// Unchecked, because of the body: it is read by threads that have taken part, and set free by the
/// caller once none of them runs any more, which ``running`` orders.
final class BandJob: @unchecked Sendable {
  typealias Body = @Sendable (_ worker: Int, _ band: Int) -> Void

  private let bands: Int
  private var body: Body?
  private let next = Atomic(0)
  /// Helpers that were called and have not finished; ``waits`` is added while the caller is asleep.
  private let running = Atomic(0)
  /// Signalled by the last helper, where the caller is asleep.
  private var done: DispatchSemaphore?

  private static let waits = 1 << 32

  init(bands: Int, _ body: @escaping Body) {
    (self.bands, self.body) = (bands, body)
  }

  /// Takes one band after the other as long as there are any.
  // Not inlined, so that what this retains is released when it returns.
  @inline(never)
  func work(as worker: Int) {
    guard let body else { return }
    while true {
      let band = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard band < bands else { return }
      body(worker, band)
    }
  }

  /// Notes that a helper is called.
  func noteCalled() { running.wrappingAdd(1, ordering: .relaxed) }

  /// Notes that a helper that was called has finished, or was called back.
  func noteFinished() {
    let left = running.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue
    if left == Self.waits { done?.signal() }
  }

  /// Returns once no helper runs any more, and releases the body.
  func end() {
    // Most bands take less than a millisecond: spinning until the rest are done costs less than to
    // sleep and be woken.
    var pause = ShortPause(microseconds: 1000)
    while running.load(ordering: .acquiring) > 0 {
      guard !pause.isLong() else {
        done = DispatchSemaphore(value: 0)
        let left = running.wrappingAdd(Self.waits, ordering: .acquiringAndReleasing).oldValue
        if left > 0 { done?.wait() }
        break
      }
    }
    body = nil
  }
}
