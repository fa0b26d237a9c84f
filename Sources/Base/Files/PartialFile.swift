internal import CLibrary
internal import Hashing

/// The hidden file that takes the bytes of another one until they are whole.
///
/// Its name is always the same for a target: the next writer removes what a killed one left, so
/// leftovers never pile up. A lock (`flock`), which ends with its process, tells a leftover from
/// the work of another writer; beside that one, a random name is used.
struct PartialFile {
  let path: String
  /// Open for writing, locked until it is closed.
  let descriptor: Int32

  /// Makes an empty one beside its target.
  ///
  /// - Parameters:
  ///   - target: the file that it will become.
  ///   - folder: the folder of both.
  ///   - permissions: those of the new file, less what the process's mask takes away.
  /// - Returns: the file; `nil` on failure, with the cause in `errno`.
  static func make(for target: String, in folder: String, permissions: mode_t) -> PartialFile? {
    // A hash, for a long name may be as long as names can be.
    var hash = FNV1a()
    hash.add(PathParts(target).name.utf8)
    let stem = "\(folder)/.\(String(hash.value, radix: 16))"
    let usual = "\(stem).partial"
    var file = create(usual, permissions)
    if file < 0, errno == EEXIST, removeLeftover(usual) { file = create(usual, permissions) }
    if file >= 0 {
      // Between making and locking it, another writer may have taken it for a leftover.
      if lock(file), isStill(file, at: usual) {
        return PartialFile(path: usual, descriptor: file)
      }
      close(file)
    } else if errno != EEXIST {
      return nil
    }
    let other = "\(stem)-\(UInt64.random(in: .min ... .max)).partial"
    let second = create(other, permissions)
    return second < 0 ? nil : PartialFile(path: other, descriptor: second)
  }

  private static func create(_ path: String, _ permissions: mode_t) -> Int32 {
    open(systemPath(path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
  }

  /// Removes a file that no process writes any more; `false` when one does, or it is unknown.
  private static func removeLeftover(_ path: String) -> Bool {
    // Whoever may write to the folder may have put a link or a pipe there: neither is
    // followed or waited for.
    let file = open(systemPath(path), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return errno == ENOENT }
    defer { close(file) }
    // With the lock no writer has this file; that the name is still its own says that no
    // other has begun since.
    return flock(file, LOCK_EX | LOCK_NB) == 0 && isStill(file, at: path)
      && unlink(systemPath(path)) == 0
  }

  /// Whether the file is ours: locked, or where files cannot be locked.
  private static func lock(_ file: Int32) -> Bool {
    flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }

  private static func isStill(_ file: Int32, at path: String) -> Bool {
    var (own, named) = (stat(), stat())
    return fstat(file, &own) == 0 && lstat(systemPath(path), &named) == 0
      && own.st_dev == named.st_dev && own.st_ino == named.st_ino
  }
}
