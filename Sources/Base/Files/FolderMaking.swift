internal import CLibrary

/// Who may use a folder that is made, before the process's mask takes rights away.
public enum FolderAccess: Sendable {
  /// Every user.
  case everybody
  /// This user alone, as the XDG Base Directory Specification has it.
  case owner

  var permissions: mode_t { self == .owner ? 0o700 : 0o777 }
}

/// Makes a folder, and those above it that are missing.
///
/// - Parameters:
///   - path: the folder; it may be there already.
///   - access: who may use what is made.
/// - Throws: ``FileAccessError/folderNotMade(path:reason:)`` with the whole path.
public func makeFolder(
  at path: String, access: FolderAccess = .everybody
) throws(FileAccessError) {
  var made = path.hasPrefix("/") ? "" : "."
  for part in path.split(separator: "/") {
    made += "/" + part
    guard mkdir(systemPath(made), access.permissions) != 0 else { continue }
    let code = errno
    guard FileKind(path: made) == .folder else {
      throw .folderNotMade(path: path, reason: systemMessage(code))
    }
  }
}

/// The folder for temporary files: `TMPDIR`, or `/tmp`.
public var temporaryFolder: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

/// Makes an empty folder with a name that no other has, which only this user may enter.
///
/// - Parameters:
///   - prefix: how its name begins.
///   - parent: the folder in which it is made.
/// - Returns: its path.
/// - Throws: ``FileAccessError/folderNotMade(path:reason:)`` with the parent and the prefix.
public func makeUniqueFolder(
  prefix: String, in parent: String = temporaryFolder
) throws(FileAccessError) -> String {
  let path = PathParts.join(parent, prefix)
  // The six places that mkdtemp fills in.
  var template = Array((path + String(repeating: "X", count: 6)).utf8CString)
  guard mkdtemp(&template) != nil else {
    throw .folderNotMade(path: path, reason: systemMessage(errno))
  }
  return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
