internal import CLibrary

/// A lock that a child process finds free: `fork` waits for it, and both processes go on without it.
///
/// A `Mutex` of another thread stays taken in a child forever, because that thread is not in it. What a lock
/// of this kind guards is whole in the child, as it is whenever the lock is free.
///
/// Handlers of `fork` (`pthread_atfork`) take it before and give it back in both processes; they have no context,
/// so that it is to be a lock which they can name.
final class ForkLock: @unchecked Sendable {
  // SAFETY: Sendable because the mutex is what threads are to share; its address never changes, and it is freed
  // with the object, when no thread can hold it.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    mutex = .allocate(capacity: 1)
    let code = pthread_mutex_init(mutex, nil)
    precondition(code == 0, "pthread_mutex_init fails with \(code)")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Waits until the lock is free, and takes it.
  func lock() {
    let code = pthread_mutex_lock(mutex)
    precondition(code == 0, "pthread_mutex_lock fails with \(code)")
  }

  /// Gives the lock back, in the thread that took it or in its copy in a child.
  func unlock() {
    let code = pthread_mutex_unlock(mutex)
    precondition(code == 0, "pthread_mutex_unlock fails with \(code)")
  }
}
