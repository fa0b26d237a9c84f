internal import CLibrary

/// Who may use a folder that is made, before the process's mask takes rights away.
public enum FolderAccess: Sendable {
  /// Everybody.
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
      throw .folderNotMade(path: path, reason: String(cString: strerror(code)))
    }
  }
}
