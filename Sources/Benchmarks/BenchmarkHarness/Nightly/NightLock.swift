internal import CLibrary

/// A lock that allows only one night at a time to be measured into a history.
///
/// Two of them would slow each other down, and a night could be resumed that still runs. The lock
/// is on a file beside the history and ends with the process, however that ends.
package struct NightLock {
  private let descriptor: Int32

  /// Takes the lock; `nil` when another process has it.
  ///
  /// Where the file cannot be made, there is no lock and the night goes on: the history itself
  /// reports that it cannot be written.
  package init?(history: String) {
    descriptor = open("\(history)-night", O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
    // `flock`, not `lockf`: a lock of fcntl's goes as soon as any descriptor of the file is
    // closed. Only a refusal because another one holds it ends the night; file systems
    // without locks do not.
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else {
      return
    }
    close(descriptor)
    return nil
  }

  /// Releases the lock.
  package func release() {
    if descriptor >= 0 { close(descriptor) }
  }
}
