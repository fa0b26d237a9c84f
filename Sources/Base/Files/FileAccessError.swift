/// Why a file could not be read or written.
///
/// The description names the file and the cause.
public enum FileAccessError: Error, Hashable, Sendable {
  /// No such file, or a folder on the way to it is missing.
  case missing(path: String)
  /// The folder that a file was to be written into does not exist.
  case missingFolder(path: String)
  /// A folder could not be made, for a reason in the system's words.
  case folderNotMade(path: String, reason: String)
  /// The path names a folder.
  case isDirectory(path: String)
  /// The path names a pipe, socket or device.
  case notRegular(path: String)
  /// The path names a link where none is followed.
  case isLink(path: String)
  /// The file or a folder on the way to it may not be used by this user.
  case permissionDenied(path: String)
  /// The file has more bytes than the caller takes.
  case tooLarge(path: String, count: Int, limit: Int)
  /// The file is there already and was not to be replaced.
  case exists(path: String)
  /// The disk, or the user's share of it, is full.
  case diskFull(path: String)
  /// Anything else, in the system's words.
  case system(path: String, reason: String)

  /// The file.
  public var path: String {
    switch self {
    case .missing(let path), .missingFolder(let path), .folderNotMade(let path, _),
      .isDirectory(let path), .notRegular(let path), .isLink(let path),
      .permissionDenied(let path),
      .tooLarge(let path, _, _), .exists(let path), .diskFull(let path), .system(let path, _):
      path
    }
  }
}

extension FileAccessError: CustomStringConvertible {
  /// A sentence naming the file and the cause; the name is ``PathText/printable(_:)``.
  public var description: String {
    let path = PathText.printable(path)
    return switch self {
    case .missing: "'\(path)' does not exist."
    case .missingFolder:
      "'\(path)' could not be written: the folder does not exist. Make it first."
    case .folderNotMade(_, let reason):
      "'\(path)' could not be made: \(reason)."
    case .isDirectory: "'\(path)' is a folder, not a file."
    case .notRegular:
      "'\(path)' is a pipe, socket or device; only regular files are taken."
    case .isLink: "'\(path)' is a link, which is not followed here."
    case .permissionDenied: "'\(path)' may not be opened: permission denied."
    case .tooLarge(_, let count, let limit):
      "'\(path)' has \(count) bytes, above the limit of \(limit). Raise the limit if you trust "
        + "the source."
    case .exists: "'\(path)' exists already and was not replaced."
    case .diskFull: "'\(path)' could not be written: the disk is full."
    case .system(_, let reason): "'\(path)' failed: \(reason)."
    }
  }
}
