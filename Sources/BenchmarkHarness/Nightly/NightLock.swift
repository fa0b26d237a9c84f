#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// That only one night at a time is measured into a history.
///
/// Two of them would slow each other down, and `--resume` would go on with a night that is not dead.
/// The lock is on a file beside the history and goes with the process, however that ends.
struct NightLock {
  private let descriptor: Int32

  /// Takes the lock; `nil` when another process has it.
  ///
  /// Where the file cannot be made, there is no lock and the night goes on: that the history cannot
  /// be written is told by the history.
  init?(history: String) {
    descriptor = open("\(history)-night", O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else {
      return
    }
    close(descriptor)
    return nil
  }

  /// Gives the lock back.
  func release() {
    if descriptor >= 0 { close(descriptor) }
  }
}
