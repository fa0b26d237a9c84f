internal import CLibrary
internal import Files

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Where the exchanges of one comparison are kept: a folder of its own, named by the process.
///
///     exchanges-4711      the first of process 4711
///     exchanges-4711-1    another of the same process, while the first is in use
enum ExchangeFolder {
  private static let prefix = "exchanges-"

  /// A folder for exchanges that nobody uses, after those of processes that have ended are removed: they were
  /// killed.
  ///
  /// - Parameter folder: the folder of all exchanges.
  /// - Returns: the path of a folder that does not exist.
  static func unused(in folder: String) -> String {
    for name in names(inFolder: folder) ?? [] where name.hasPrefix(prefix) && !isInUse(name) {
      try? FileManager.default.removeItem(atPath: PathParts.join(folder, name))
    }
    var number = 0
    var name = "\(folder)/\(prefix)\(getpid())"
    while FileKind(path: name) != .absent {
      number += 1
      name = "\(folder)/\(prefix)\(getpid())-\(number)"
    }
    return name
  }

  /// Whether the process that a folder is named by is alive.
  private static func isInUse(_ name: String) -> Bool {
    let owner = name.dropFirst(prefix.count).prefix { $0 != "-" }
    guard let process = Int32(owner), process > 0 else { return false }
    // Another user's process may not be asked, and is one.
    return kill(process, 0) == 0 || errno == EPERM
  }
}
