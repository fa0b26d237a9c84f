internal import CLibrary
internal import Files
internal import Synchronization

/// A folder for what is in work, which only this user may enter.
///
/// Files that arrive have no name in it; files that are made have one for as long as they are written.
/// A server that was killed leaves its folder, and the next one removes it.
final class ScratchFolder: Sendable {
  let path: String
  private let lock: Int32
  private let isRemoved = Mutex(false)
  private let lastNumber = Mutex(0)

  private static let prefix = "showhide-serve."
  private static let lockName = "lock"
  /// Ends the name of a folder whose server is gone.
  private static let endedSuffix = ".ended"

  /// Makes a folder among the system's temporary files.
  ///
  /// - Throws: ``ServerStartFailure``.
  init() throws(ServerStartFailure) {
    Self.removeLeftovers(in: temporaryFolder)
    do throws(FileAccessError) {
      path = try makeUniqueFolder(prefix: Self.prefix)
    } catch {
      throw ServerStartFailure("There is no folder for what is in work: \(error).")
    }
    // It gets its name when it is locked: a server that starts now removes folders whose lock
    // is free.
    let unlocked = PathParts.join(path, Self.lockName + ".new")
    lock = open(unlocked, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    if lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 {
      _ = rename(unlocked, PathParts.join(path, Self.lockName))
    }
  }

  deinit { remove() }

  /// Removes the folder and what is in it, the first time.
  ///
  /// Later the folder's name and the lock's descriptor may be those of something else.
  func remove() {
    let isFirst = isRemoved.withLock { isRemoved in
      defer { isRemoved = true }
      return !isRemoved
    }
    guard isFirst else { return }
    Self.remove(path)
    if lock >= 0 { close(lock) }
  }

  /// A file without a name: gone when its last descriptor is closed, whatever happens.
  ///
  /// - Returns: its descriptor; `nil` where there is no room.
  func makeNamelessFile() -> Int32? { openUnnamedFile(in: path) }

  /// Makes an empty folder for one piece of work.
  ///
  /// - Returns: its path; `nil` where it could not be made.
  func makeFolder() -> String? {
    let folder = PathParts.join(path, "out-\(number())")
    return mkdir(folder, 0o700) == 0 ? folder : nil
  }

  private func number() -> Int {
    lastNumber.withLock { number in
      number += 1
      return number
    }
  }

  /// Removes a folder with files and folders of files.
  static func remove(_ folder: String) {
    for name in names(inFolder: folder, withHidden: true) ?? [] where name != "." && name != ".." {
      let path = PathParts.join(folder, name)
      // A link to a folder is unlinked like a file: what it leads to stays.
      if unlink(path) != 0 { remove(path) }
    }
    rmdir(folder)
  }

  /// Removes the folders of servers that are no longer there: their locks are free.
  private static func removeLeftovers(in parent: String) {
    for name in names(inFolder: parent) ?? [] where name.hasPrefix(prefix) {
      let folder = PathParts.join(parent, name)
      var status = stat()
      // Anybody may make names in the folder of temporary files: a link of another user is
      // not followed.
      guard lstat(folder, &status) == 0, status.st_uid == getuid(),
        status.st_mode & S_IFMT == S_IFDIR
      else { continue }
      let lock = open(PathParts.join(folder, lockName), O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      guard lock >= 0 else { continue }
      if flock(lock, LOCK_EX | LOCK_NB) == 0 { removeLeftover(folder) }
      close(lock)
    }
  }

  /// Removes the folder of a server that was killed, whose indexing may still run.
  ///
  /// Renamed first: what still runs makes files under the old name, and one made between the last look
  /// and `rmdir` would keep the folder. The lock goes last: a removal that is cut short is finished by the
  /// next server.
  private static func removeLeftover(_ folder: String) {
    var ended = folder
    if !folder.hasSuffix(endedSuffix), rename(folder, folder + endedSuffix) == 0 {
      ended += endedSuffix
    }
    for name in names(inFolder: ended, withHidden: true) ?? []
    where ![".", "..", lockName].contains(name) {
      let path = PathParts.join(ended, name)
      if unlink(path) != 0 { remove(path) }
    }
    // A file whose making had begun before the folder was renamed may appear once more.
    for _ in 0..<3 where FileKind(path: ended) != .absent { remove(ended) }
  }
}

/// Why a server does not start, in sentences.
package struct ServerStartFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// What happened and what to do.
  package let description: String
  /// Whether this system has no sandbox.
  package let isWithoutSandbox: Bool

  init(_ description: String, isWithoutSandbox: Bool = false) {
    self.description = description
    self.isWithoutSandbox = isWithoutSandbox
  }
}
