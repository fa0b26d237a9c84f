internal import CLibrary
internal import Files

/// What can be known of a history's file before SQLite touches it.
enum HistoryFile {
  /// What is at a path.
  enum Content: Equatable {
    /// Nothing, or a file without a byte: a history can be made here.
    case nothing
    /// A file that begins as SQLite's files do.
    case database
  }

  /// The sixteen bytes that every SQLite database starts with.
  private static let magic = Array("SQLite format 3\u{0}".utf8)

  /// Looks at a path that is to be written.
  ///
  /// A file without any permission to write is refused even to the superuser, who could write it
  /// all the same: the permission was taken away for a reason.
  static func check(_ path: String, forWriting: Bool) throws(HistoryError) -> Content {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw unreadable(path) }
      guard forWriting else {
        throw HistoryError(.notFound, "There is no history at '\(path)'.")
      }
      try checkFolder(of: path)
      return .nothing
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw HistoryError(
        .notADatabase,
        "'\(path)' is a folder. Give the file in it, for example '\(path)/history.sqlite'.")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw HistoryError(
        .notADatabase,
        "'\(path)' is a pipe, socket or device. A history is a file: choose another place.")
    }
    if forWriting { try checkWritable(path, status.st_mode) }
    guard status.st_size > 0 else { return .nothing }
    guard try firstBytes(path) == magic else { throw HistoryError.notADatabase(path) }
    return .database
  }

  private static func checkWritable(_ path: String, _ mode: mode_t) throws(HistoryError) {
    guard mode & (S_IWUSR | S_IWGRP | S_IWOTH) != 0, access(path, W_OK) == 0 else {
      throw HistoryError(
        .readOnly,
        "The history '\(path)' is read-only. Allow writing with `chmod u+w '\(path)'` or choose"
          + " another place.")
    }
  }

  private static func checkFolder(of path: String) throws(HistoryError) {
    let folder = PathParts(path).folder
    var status = stat()
    guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw HistoryError(
        .notFound,
        "The folder '\(folder)' for the history '\(path)' does not exist. Make it with"
          + " `mkdir -p '\(folder)'`.")
    }
    let anyoneWrites = status.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH) != 0
    guard anyoneWrites, access(folder, W_OK) == 0 else {
      throw HistoryError(
        .readOnly,
        "The folder '\(folder)' for the history '\(path)' is read-only. Allow writing or choose"
          + " another place.")
    }
  }

  private static func firstBytes(_ path: String) throws(HistoryError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw unreadable(path) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: magic.count)
    let count = read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw unreadable(path) }
    return Array(bytes.prefix(count))
  }

  private static func unreadable(_ path: String) -> HistoryError {
    HistoryError(
      .notFound, "The history '\(path)' could not be read: \(systemMessage(errno)).")
  }
}
