internal import Synchronization

/// Does something when a time is over, unless it is cancelled before.
final class Deadline: Sendable {
  private let over = Mutex(false)
  private let timer = Mutex<Task<Void, Never>?>(nil)

  init(
    seconds: Int, clock: any Clock<Duration>, _ action: @escaping @Sendable () -> Void
  ) {
    timer.withLock { timer in
      timer = Task { [self] in
        guard (try? await clock.sleep(for: .seconds(seconds))) != nil else { return }
        over.withLock { $0 = true }
        action()
      }
    }
  }

  /// Whether the time was over.
  var isOver: Bool { over.withLock { $0 } }

  /// Forgets the action.
  func cancel() { timer.withLock { $0?.cancel() } }
}
