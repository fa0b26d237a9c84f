internal import CLibrary
internal import Files

/// What a file has to be before SQLite opens it: an index may have come along with a folder of others.
///
/// SQLite trusts the files beside a database. A journal may name a further file, which is deleted when the
/// journal has been played back.
enum ForeignIndex {
  /// Checks a database and the files beside it.
  ///
  /// - Returns: whether there is a database; a file without a byte is none.
  /// - Throws: ``ColorIndexError`` for what this program does not write.
  static func check(_ path: String) throws(ColorIndexError) -> Bool {
    for suffix in ["-journal", "-wal", "-shm"] { try checkSidecar(path + suffix) }
    if isLink(path) {
      throw ColorIndexError(
        .notAnIndex,
        "The index '\(PathText.printable(path))' is a link, which is not followed. Name the file that "
          + "it leads to, or delete the link.")
    }
    switch FileKind(path: path) {
    case .absent: return false
    case .folder, .special: throw .notAnIndex(path)
    case .regular: break
    }
    let start = firstBytes(ofFile: path, count: 20)
    if start.isEmpty { return false }
    guard start.starts(with: Array("SQLite format 3\u{0}".utf8)), start.count == 20,
      // Write-ahead logs are shared memory, which any writer of the folder could cut.
      start[18] == 1, start[19] == 1
    else { throw .notAnIndex(path) }
    return true
  }

  /// Checks a file that SQLite would read, write or delete together with the database.
  private static func checkSidecar(_ path: String) throws(ColorIndexError) {
    let problem = ColorIndexError(
      .damaged,
      "'\(PathText.printable(path))' beside the index was not written by this program. Delete it, and the "
        + "index if it does not come from you.")
    if isLink(path) { throw problem }
    switch FileKind(path: path) {
    case .absent: return
    case .folder, .special: throw problem
    case .regular: break
    }
    guard path.hasSuffix("-journal") else { throw problem }
    guard let (file, size) = try? openRegularFile(at: path) else { throw problem }
    defer { close(file) }
    // A journal of a transaction over several databases ends with the name of another file and this mark.
    let mark: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    var end = [UInt8](repeating: 0, count: mark.count)
    guard size >= mark.count else { return }
    let count = pread(file, &end, end.count, off_t(size - end.count))
    guard count == end.count, end != mark else { throw problem }
  }

  /// The words that our tables are made of, in all versions.
  private static let words: Set<String> = [
    "CREATE", "TABLE", "origin", "file", "searchPart", "folder", "TEXT", "NOT", "NULL", "STRICT",
    "id",
    "INTEGER", "PRIMARY", "KEY", "path", "UNIQUE", "size", "modified", "width", "height", "palette",
    "BLOB", "problem", "tones", "number", "data",
  ]

  /// Checks that a database has plain tables and nothing that computes: no views, triggers, virtual tables,
  /// columns or checks with expressions.
  static func checkSchema(
    _ connection: SQLiteConnection, path: String
  ) throws(ColorIndexError) {
    var isPlain = true
    try connection.run("SELECT type, sql FROM sqlite_master") { row throws(ColorIndexError) in
      let (type, sql) = (row.text(at: 0), row.text(at: 1))
      // The index behind UNIQUE has no text.
      if type == "index", sql.isEmpty { return }
      let parts = sql.utf8.split { " \n(),".utf8.contains($0) }
      isPlain =
        isPlain && type == "table" && !parts.isEmpty
        && parts.allSatisfy { words.contains(String(Substring($0))) }
    }
    guard isPlain else { throw .notAnIndex(path) }
  }
}
