internal import Files
internal import Synchronization

/// The colours of the pictures of a folder and of those below it, in one SQLite file.
///
/// Records are added in transactions, so that a process that is killed loses at most the records
/// that it has not handed over. Several processes may read and write at once; each waits for the
/// other.
///
/// A file may have come along with a folder of others, and nothing in it is trusted: paths that lead out of
/// the folder are passed over, and a file that is more than our plain tables is none of ours.
///
/// ```swift
/// let store = try ColorIndexStore(making: "holiday/.showhide-index.sqlite", of: "/home/me/holiday")
/// try store.add([IndexRecord(entry, .picture(width: 4000, height: 3000, palette: palette), readAt: now)])
/// let table = try store.toneTable()
/// ```
package final class ColorIndexStore: Sendable {
  /// The file.
  package let path: String
  /// The folder whose pictures it knows, from the root of the file system.
  package let folder: String
  // SAFETY: a connection serves one thread at a time; it is only used while `turn` is held.
  nonisolated(unsafe) private let connection: SQLiteConnection
  private let turn = Mutex(())
  /// Whether the file was written by an older version, which knew less of each picture: opened to read,
  /// it is searched by palettes alone; opened to add to it, its pictures are to be read again.
  package let isOld: Bool
  /// Whether nothing may be added.
  let isReadOnly: Bool

  /// The name of an index in the folder whose pictures it knows.
  package static let usualName = ".showhide-index.sqlite"
  /// How long a reader or writer waits for another writer, in seconds.
  static let patience = 20.0

  /// Opens an index to add to it, and makes one where there is none.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - folder: the folder whose pictures it is to know, from the root of the file system; an
  ///     index of another folder is changed to this one.
  /// - Throws: ``ColorIndexError``.
  package init(making path: String, of folder: String) throws(ColorIndexError) {
    self.path = path
    self.folder = folder
    _ = try ForeignIndex.check(path)
    let connection = try SQLiteConnection(path, isReadOnly: false, patience: Self.patience)
    var isOld = false
    try connection.inTransaction(isWriting: true) { () throws(ColorIndexError) in
      // One whose writer was killed before it made tables has none yet.
      if try connection.integer("SELECT COUNT(*) FROM sqlite_master") == 0 {
        try connection.execute(ColorIndexSchema.tables)
      } else {
        let version = try Self.inspect(connection, path)
        isOld = version < ColorIndexSchema.version
        if isOld { try connection.execute(ColorIndexSchema.update(from: version)) }
      }
      try connection.run("DELETE FROM origin")
      try connection.run("INSERT INTO origin (folder) VALUES (?)", [.text(folder)])
    }
    self.isOld = isOld
    isReadOnly = false
    self.connection = connection
  }

  /// Opens an index to search it; nothing is changed, but for taking back what a killed writer left
  /// half done.
  ///
  /// - Throws: ``ColorIndexError``.
  package init(reading path: String) throws(ColorIndexError) {
    self.path = path
    guard try ForeignIndex.check(path) else {
      throw ColorIndexError(.notFound, "There is no index '\(PathText.printable(path))'.")
    }
    let connection = try Self.connectionForReading(path)
    var folder = ""
    try connection.run("SELECT folder FROM origin") { row throws(ColorIndexError) in
      folder = row.text(at: 0)
    }
    self.folder = folder
    isReadOnly = true
    isOld =
      try connection.integer("PRAGMA user_version") ?? 0 < ColorIndexSchema.version
    self.connection = connection
  }

  private static func connectionForReading(
    _ path: String
  ) throws(ColorIndexError) -> SQLiteConnection {
    do {
      let connection = try SQLiteConnection(path, isReadOnly: true, patience: patience)
      try inspect(connection, path)
      return connection
    } catch  where error.kind == .readOnly {
      // A writer was killed in the middle of a transaction. Only a connection that may write can
      // take back the half of it.
      let connection = try SQLiteConnection(path, isReadOnly: false, patience: patience)
      try inspect(connection, path)
      return connection
    }
  }

  /// The version of an index; throws unless the database is one of this version or an older one.
  @discardableResult private static func inspect(
    _ connection: SQLiteConnection, _ path: String
  ) throws(ColorIndexError) -> Int64 {
    let application = try connection.integer("PRAGMA application_id")
    guard application == ColorIndexSchema.applicationID else { throw .notAnIndex(path) }
    try ForeignIndex.checkSchema(connection, path: path)
    let version = try connection.integer("PRAGMA user_version") ?? 0
    guard version <= ColorIndexSchema.version else {
      throw ColorIndexError(
        .notAnIndex,
        "The index '\(PathText.printable(path))' was written by a newer version of this program. "
          + "Update, or choose another place.")
    }
    return version
  }

  /// Reads in one transaction.
  func read<Result: Sendable>(
    _ body: (SQLiteConnection) throws(ColorIndexError) -> Result
  ) throws(ColorIndexError) -> Result {
    try turn.withLock { _ throws(ColorIndexError) in
      try connection.inTransaction(isWriting: false) { () throws(ColorIndexError) in
        try body(connection)
      }
    }
  }

  /// Writes in one transaction.
  func write<Result: Sendable>(
    _ body: (SQLiteConnection) throws(ColorIndexError) -> Result
  ) throws(ColorIndexError) -> Result {
    try turn.withLock { _ throws(ColorIndexError) in
      try connection.inTransaction(isWriting: true) { () throws(ColorIndexError) in
        try body(connection)
      }
    }
  }
}
