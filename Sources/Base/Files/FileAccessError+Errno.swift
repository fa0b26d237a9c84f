internal import CLibrary

extension FileAccessError {
  /// Describes what the last failed system call left in `errno`.
  static func afterFailure(path: String) -> FileAccessError {
    let code = errno
    switch code {
    case ENOENT, ENOTDIR: return .missing(path: path)
    case EISDIR: return .isDirectory(path: path)
    case EACCES, EPERM: return .permissionDenied(path: path)
    case EEXIST: return .exists(path: path)
    case ENOSPC, EDQUOT: return .diskFull(path: path)
    case ENXIO: return .notRegular(path: path)
    default: return .system(path: path, reason: systemMessage(code))
    }
  }
}
