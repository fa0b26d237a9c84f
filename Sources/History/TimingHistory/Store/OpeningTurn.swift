internal import CLibrary
internal import Files

/// A turn at opening a history: one process at a time looks at the file and makes its tables.
///
/// SQLite guards each transaction, but a history comes to be in several; seen in between, it looks
/// like a database of another program, and two that make it at once make its tables twice. The lock
/// is an advisory one on the folder (`flock`), so that it leaves no file behind, ends with its
/// process, and does not touch SQLite's own locks on the file.
final class OpeningTurn {
  private let descriptor: Int32

  /// Waits for the turn, at most so many seconds; goes on without where it is not to be had.
  init(inFolderOf path: String, patience: Double) {
    descriptor = open(PathParts(path).folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    var left = patience
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR,
      left > 0
    {
      usleep(1000)
      left -= 0.001
    }
  }

  /// Ends the turn.
  deinit { if descriptor >= 0 { close(descriptor) } }
}
