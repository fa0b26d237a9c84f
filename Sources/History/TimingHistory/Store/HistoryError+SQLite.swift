internal import CLibrary
internal import Files
internal import GRDB

extension HistoryError {
  /// Words an error of the database for a file; errors that are already worded pass through.
  init(_ error: any Error, path: String) {
    if let known = error as? HistoryError {
      self = known
      return
    }
    guard let error = error as? DatabaseError else {
      self.init(.failed, "The history '\(path)' could not be used: \(error)")
      return
    }
    let words = error.message ?? "no further words"
    switch error.resultCode {
    case .SQLITE_FULL:
      self.init(
        .diskFull,
        "The disk is full: nothing was added to the history '\(path)', and what it held is still"
          + " there. Free some space or choose another place.")
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self.init(
        .busy,
        "Another process has kept the history '\(path)' locked for too long. Wait until it is"
          + " done and try again.")
    case .SQLITE_READONLY, .SQLITE_PERM:
      self.init(
        Self.unwritable(path),
        "The history '\(path)' cannot be written (\(words)). Make the file and its folder"
          + " writable or choose another place.")
    case .SQLITE_CANTOPEN:
      self.init(
        Self.unwritable(path),
        "The history '\(path)' could not be opened (\(words)). SQLite also needs to make files"
          + " beside it: make its folder writable or choose another place.")
    case .SQLITE_NOTADB:
      self = .notADatabase(path)
    case .SQLITE_CORRUPT:
      self = .damaged(path, words)
    case .SQLITE_IOERR:
      self.init(
        .failed,
        "The disk failed under the history '\(path)' (\(words)). Check the disk, and copy the"
          + " file to another one.")
    default:
      self.init(.failed, "The history '\(path)' could not be used: \(words).")
    }
  }

  /// What it is that a history cannot be written: SQLite says the same where it may not, and where its disk is
  /// full or fails.
  private static func unwritable(_ path: String) -> Kind {
    guard access(systemPath(PathParts(path).folder), W_OK) == 0,
      access(systemPath(path), W_OK) == 0 || errno == ENOENT
    else { return .readOnly }
    return .failed
  }

  static func notADatabase(_ path: String) -> HistoryError {
    HistoryError(
      .notADatabase,
      "'\(path)' is not an SQLite database, so it cannot be a history. It was left as it is: choose"
        + " another place.")
  }

  static func damaged(_ path: String, _ words: String) -> HistoryError {
    HistoryError(
      .damaged,
      "The history '\(path)' is damaged (\(words)). It was left as it is: bring back a copy, or"
        + " save what can be saved with `sqlite3 '\(path)' .recover`.")
  }
}
