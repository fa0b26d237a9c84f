internal import CLibrary
internal import Files

/// Keeps other processes from building in a folder at the same time; the system frees it when the
/// process ends, however it ends.
package struct BuildLock {
  private let descriptor: Int32
  /// How often it is tried before the folder counts as used by another process.
  private static let briefTries = 20

  /// Waits until the folder is free.
  ///
  /// Where it cannot be locked, nothing is waited for.
  package init(folder: String) {
    try? makeFolder(at: folder, access: .owner)
    descriptor = open("\(folder)/.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    if descriptor >= 0 { while flock(descriptor, LOCK_EX) != 0, errno == EINTR {} }
  }

  /// Waits until the folder is free; nil where the wish to stop came first.
  ///
  /// Where it cannot be locked, nothing is waited for.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - isCancelled: asked while it waits.
  ///   - onWaiting: called once where it is not free at once.
  package init?(folder: String, isCancelled: () -> Bool, onWaiting: () -> Void = {}) {
    try? makeFolder(at: folder, access: .owner)
    descriptor = open("\(folder)/.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    var tries = 0
    while descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EINTR || errno == EWOULDBLOCK else { break }
      tries += 1
      if tries == Self.briefTries { onWaiting() }
      if isCancelled() {
        close(descriptor)
        return nil
      }
      usleep(10_000)
    }
  }

  /// Locks the folder; nil where another process has locked it.
  ///
  /// Where it cannot be locked, it counts as free.
  package init?(ifFree folder: String) {
    try? makeFolder(at: folder, access: .owner)
    descriptor = open("\(folder)/.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    // A child that this process is just starting holds a lock that was given back until it runs.
    var tries = Self.briefTries
    while descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { break }
      tries -= 1
      if tries > 0 {
        usleep(5000)
        continue
      }
      close(descriptor)
      return nil
    }
  }

  /// Lets others build.
  package func release() { if descriptor >= 0 { close(descriptor) } }
}
