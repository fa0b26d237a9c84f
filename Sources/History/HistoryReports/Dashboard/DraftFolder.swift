internal import CLibrary
internal import Foundation

/// A hidden folder that is filled before it takes its name.
///
/// Its lock (`flock`) ends with its process, and so shows the next one what was left by a killed
/// one.
struct DraftFolder {
  let path: String
  private let descriptor: Int32

  /// Makes an empty one, and removes what killed processes left of others for the same name.
  ///
  /// - Parameters:
  ///   - name: the name it will take.
  ///   - parent: the folder of both.
  /// - Throws: what the system says when it cannot be made.
  init(for name: String, in parent: String) throws {
    let (prefix, suffix) = (".\(name)-", ".partial")
    for old in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    where old.hasPrefix(prefix) && old.hasSuffix(suffix) {
      let lock = Self.lock("\(parent)/\(old)")
      guard lock >= 0 else { continue }
      try? FileManager.default.removeItem(atPath: "\(parent)/\(old)")
      close(lock)
    }
    path = "\(parent)/\(prefix)\(UInt64.random(in: .min ... .max))\(suffix)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    descriptor = Self.lock(path)
  }

  /// Removes it, unless it has taken its name, and ends the lock.
  func remove() {
    try? FileManager.default.removeItem(atPath: path)
    if descriptor >= 0 { close(descriptor) }
  }

  /// A lock on a folder; -1 when another process has it.
  private static func lock(_ path: String) -> Int32 {
    let file = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0, flock(file, LOCK_EX | LOCK_NB) != 0 else { return file }
    close(file)
    return -1
  }
}
