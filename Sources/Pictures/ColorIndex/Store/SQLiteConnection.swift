internal import CLibrary
internal import Files
internal import GRDBSQLite

/// A connection to an SQLite database: the few calls that an index needs.
///
/// SQLite's own interface rather than GRDB's, which brings Foundation along: `showhide` is one file
/// without it. A connection serves one thread at a time.
final class SQLiteConnection {
  private let path: String
  private let handle: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]
  /// How many times a thousand steps the statement that runs may still take.
  private var budget = 0

  /// The most bytes of a value; what an index holds has a few hundred.
  private static let longestValue: Int32 = 1 << 20

  /// Opens a database, and makes one where there is none if it may be written.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - isReadOnly: whether nothing may be changed.
  ///   - patience: how long to wait for another process that writes, in seconds.
  /// - Throws: ``ColorIndexError``.
  init(_ path: String, isReadOnly: Bool, patience: Double) throws(ColorIndexError) {
    self.path = path
    var handle: OpaquePointer?
    let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let code = sqlite3_open_v2(
      systemPath(path), &handle, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let handle else {
      // A handle that could not be opened still has the reason, and has to be closed.
      defer { sqlite3_close_v2(handle) }
      throw ColorIndexError(code, Self.message(of: handle, code), path: path)
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, Int32(patience * 1000))
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.longestValue)
    sqlite3_exec(handle, "PRAGMA trusted_schema = OFF", nil, nil, nil)
    // SAFETY: the connection closes the handle before it goes away, and with it the handler.
    sqlite3_progress_handler(
      handle, 1000,
      { context in
        guard let context else { return 1 }
        let connection = Unmanaged<SQLiteConnection>.fromOpaque(context).takeUnretainedValue()
        connection.budget -= 1
        return connection.budget < 0 ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Lets a statement take as many steps as a file of this size has use for: a damaged one can make a scan
  /// endless.
  ///
  /// A row has more than sixteen bytes, and costs some thirty steps.
  private func limitSteps() {
    var status = stat()
    let size = stat(systemPath(path), &status) == 0 ? Int(status.st_size) : 0
    budget = 10_000 + size / 250
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Runs statements without parameters and results.
  func execute(_ sql: String) throws(ColorIndexError) {
    limitSteps()
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Runs a statement with parameters, and hands over its rows one by one.
  ///
  /// - Parameters:
  ///   - sql: one statement; it is compiled once for the connection.
  ///   - values: its parameters.
  ///   - body: takes a row, which is only valid during the call.
  /// - Throws: ``ColorIndexError``.
  func run(
    _ sql: String, _ values: [SQLiteValue] = [],
    body: (SQLiteRow) throws(ColorIndexError) -> Void = { _ throws(ColorIndexError) in }
  ) throws(ColorIndexError) {
    limitSteps()
    let statement = try statement(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() {
      try check(value.bind(to: statement, at: Int32(index + 1)))
    }
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw failure(code) }
      try body(SQLiteRow(statement: statement))
    }
  }

  /// The first column of the first row as a number; `nil` without a row, or for NULL.
  func integer(_ sql: String, _ values: [SQLiteValue] = []) throws(ColorIndexError) -> Int64? {
    var result: Int64?
    try run(sql, values) { row throws(ColorIndexError) in
      if result == nil { result = row.integer(at: 0) }
    }
    return result
  }

  /// Runs a body in a transaction, which is taken back where the body throws.
  func inTransaction<Result>(
    isWriting: Bool, _ body: () throws(ColorIndexError) -> Result
  ) throws(ColorIndexError) -> Result {
    // A reader that became a writer half way could not wait for another writer.
    try execute(isWriting ? "BEGIN IMMEDIATE" : "BEGIN")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
      throw error
    }
  }

  private func statement(_ sql: String) throws(ColorIndexError) -> OpaquePointer {
    if let known = statements[sql] { return known }
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
    guard let statement else { throw failure(SQLITE_MISUSE) }
    statements[sql] = statement
    return statement
  }

  private func check(_ code: Int32) throws(ColorIndexError) {
    if code != SQLITE_OK { throw failure(code) }
  }

  private func failure(_ code: Int32) -> ColorIndexError {
    ColorIndexError(code, Self.message(of: handle, code), path: path)
  }

  private static func message(of handle: OpaquePointer?, _ code: Int32) -> String {
    // SAFETY: SQLite gives terminated strings, and copies are made at once.
    let text = handle == nil ? sqlite3_errstr(code) : sqlite3_errmsg(handle)
    return text.map { String(cString: $0) } ?? "code \(code)"
  }
}

/// A parameter of a statement.
enum SQLiteValue {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  /// SQLite makes a copy of what it is given.
  private static var copied: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  fileprivate func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch self {
    case .null: return sqlite3_bind_null(statement, index)
    case .integer(let value): return sqlite3_bind_int64(statement, index, value)
    case .text(let text):
      let count = text.utf8.count
      return sqlite3_bind_text64(
        statement, index, text, sqlite3_uint64(count), Self.copied, UInt8(SQLITE_UTF8))
    case .blob(let bytes):
      return bytes.withUnsafeBytes { buffer in
        // A pointer of nothing would be NULL, not an empty blob.
        buffer.baseAddress == nil
          ? sqlite3_bind_zeroblob(statement, index, 0)
          : sqlite3_bind_blob64(
            statement, index, buffer.baseAddress, sqlite3_uint64(buffer.count), Self.copied)
      }
    }
  }
}

/// A row of a result, valid until the next one.
struct SQLiteRow {
  fileprivate let statement: OpaquePointer

  /// A number; `nil` for NULL.
  func integer(at column: Int32) -> Int64? {
    sqlite3_column_type(statement, column) == SQLITE_NULL
      ? nil : sqlite3_column_int64(statement, column)
  }

  /// A text; "" for NULL.
  func text(at column: Int32) -> String {
    guard let text = sqlite3_column_text(statement, column) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, column))
    // SAFETY: SQLite says how many bytes there are, which stay until the next step.
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }

  /// Calls a body with the bytes of a blob; none for NULL.
  func withBlob<Result>(at column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let bytes = sqlite3_column_blob(statement, column)
    // SAFETY: SQLite says how many bytes there are, which stay until the next step.
    return body(
      UnsafeRawBufferPointer(
        start: bytes, count: bytes == nil ? 0 : Int(sqlite3_column_bytes(statement, column))))
  }
}
