internal import Files
internal import GRDBSQLite

/// Why an index could not be opened, read or written.
///
/// What it held before is still there.
package struct ColorIndexError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What kind of failure it is.
  package enum Kind: String, Equatable, Sendable {
    /// There is no index.
    case notFound
    /// The file is not an index, or one of a newer version.
    case notAnIndex
    /// The file or its folder may not be written.
    case readOnly
    /// Its pages contradict each other.
    case damaged
    /// There is no room left on the disk.
    case diskFull
    /// Another process kept it locked for longer than the time allowed.
    case busy
    /// Anything else that SQLite reports.
    case failed
  }

  /// What kind of failure it is.
  package let kind: Kind
  /// What happened and what to do, in one or two sentences.
  package let description: String

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  /// Words what SQLite reports for a file.
  init(_ code: Int32, _ words: String, path: String) {
    let path = PathText.printable(path)
    // The low byte is the kind, the others say more of it.
    switch code & 0xFF {
    case SQLITE_FULL:
      self.init(
        .diskFull, "The disk is full: the index '\(path)' keeps what it held. Free some space.")
    case SQLITE_BUSY, SQLITE_LOCKED:
      self.init(
        .busy,
        "Another process has kept the index '\(path)' locked for too long. Try again when it is "
          + "done.")
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN:
      self.init(
        .readOnly,
        "The index '\(path)' cannot be written (\(words)). Make the file and its folder writable, "
          + "or choose another place.")
    case SQLITE_NOTADB:
      self = .notAnIndex(path)
    // Interrupted by what counts steps: no index takes so many.
    case SQLITE_CORRUPT, SQLITE_INTERRUPT, SQLITE_TOOBIG:
      self.init(
        .damaged, "The index '\(path)' is damaged (\(words)). Delete it and make it again.")
    default:
      self.init(.failed, "The index '\(path)' could not be used: \(words).")
    }
  }

  static func notAnIndex(_ path: String) -> ColorIndexError {
    ColorIndexError(
      .notAnIndex,
      "'\(PathText.printable(path))' is not an index of colours. It was left as it is: choose another place."
    )
  }
}
