internal import CLibPQ
internal import CLibrary

/// A connection to a server.
///
/// Statements are constants (`StaticString`) and every value is bound, so nothing that was read
/// from anywhere can become part of one. No call waits longer than the patience for the next byte.
final class PostgresConnection {
  /// Where it leads.
  let address: FleetAddress
  private let connection: OpaquePointer
  private let pq: cpq_functions
  private let patience: Int32

  /// Connects.
  ///
  /// - Parameters:
  ///   - address: The server and the database.
  ///   - patience: How long to wait for the next sign of the server, in seconds.
  /// - Throws: ``FleetError``.
  init(_ address: FleetAddress, patience: Double) throws(FleetError) {
    self.address = address
    self.patience = Int32(clamping: Int((patience * 1000).rounded(.up)))
    let pq = try PostgresSettings.library()
    guard let connection = pq.PQconnectStart(address.uri) else {
      throw FleetError(.failed, "There is not enough memory for a connection.")
    }
    self.pq = pq
    self.connection = connection
    // What the server remarks is not for the users of a command.
    _ = pq.PQsetNoticeProcessor(connection, { _, _ in }, nil)
    // Every property is set: where this throws, `deinit` ends the connection.
    try connect()
  }

  deinit { pq.PQfinish(connection) }

  private func connect() throws(FleetError) {
    var state = CPQ_POLLING_WRITING
    while true {
      guard pq.PQstatus(connection) != CPQ_BAD else { throw unreachable() }
      switch state {
      case CPQ_POLLING_OK:
        guard pq.PQsetnonblocking(connection, 1) == 0,
          pq.PQsetClientEncoding(connection, "UTF8") == 0
        else { throw unreachable() }
        return
      case CPQ_POLLING_READING: try wait(for: POLLIN)
      case CPQ_POLLING_WRITING: try wait(for: POLLOUT)
      default: throw unreachable()
      }
      state = Int(pq.PQconnectPoll(connection))
    }
  }

  /// Runs a statement and returns its rows.
  @discardableResult
  func run(
    _ statement: StaticString, _ values: [PostgresValue] = []
  ) throws(FleetError) -> [PostgresRow] {
    let wires = values.map(\.wire)
    let isSent = Self.withPointers(wires.map(\.bytes)) { pointers, lengths in
      // SAFETY: the statement is a constant with a zero at its end; pointers, lengths and formats
      // are as long as there are values and live until libpq has copied them.
      statement.withUTF8Buffer { text in
        text.withMemoryRebound(to: CChar.self) { text in
          pq.PQsendQueryParams(
            connection, text.baseAddress, Int32(wires.count), nil, pointers, lengths,
            wires.map { $0.isBinary ? 1 : 0 }, 1)
        }
      }
    }
    guard isSent == 1 else { throw lost() }
    return try answer()
  }

  /// Runs constant statements without values, such as a step of a migration.
  func runScript(_ script: StaticString) throws(FleetError) {
    let isSent = script.withUTF8Buffer { text in
      text.withMemoryRebound(to: CChar.self) { pq.PQsendQuery(connection, $0.baseAddress) }
    }
    guard isSent == 1 else { throw lost() }
    _ = try answer()
  }

  /// Does work in a transaction, which is taken back when it fails.
  func transaction<Value>(
    _ begin: StaticString = "BEGIN", _ work: () throws(FleetError) -> Value
  ) throws(FleetError) -> Value {
    try run(begin)
    do throws(FleetError) {
      let value = try work()
      try run("COMMIT")
      return value
    } catch {
      // A server takes back itself what a lost connection began; a stalled one would only
      // cost the patience again.
      if error.kind != .connectionLost, error.kind != .stalled { _ = try? run("ROLLBACK") }
      throw error
    }
  }

  private func answer() throws(FleetError) -> [PostgresRow] {
    try flush()
    var rows: [PostgresRow] = []
    var failure: FleetError?
    while true {
      while pq.PQisBusy(connection) == 1 {
        try wait(for: POLLIN)
        guard pq.PQconsumeInput(connection) == 1 else { throw lost() }
      }
      // To the end, also after a failure: a connection takes no statement before its last
      // result was fetched.
      guard let result = pq.PQgetResult(connection) else { break }
      defer { pq.PQclear(result) }
      switch Int(pq.PQresultStatus(result)) {
      case CPQ_TUPLES_OK: rows = self.rows(result)
      case CPQ_COMMAND_OK, CPQ_EMPTY_QUERY: break
      default: failure = failure ?? self.failure(of: result)
      }
    }
    if let failure { throw failure }
    return rows
  }

  private func flush() throws(FleetError) {
    while true {
      switch pq.PQflush(connection) {
      case 0: return
      case 1:
        // Reading while it writes: a server whose answers nobody takes stops reading too, and
        // both would wait for good.
        let events = try wait(for: POLLIN | POLLOUT)
        if events & Int32(POLLIN) != 0 {
          guard pq.PQconsumeInput(connection) == 1 else { throw lost() }
        }
      default: throw lost()
      }
    }
  }

  /// Waits until the socket can be used; a silence longer than the patience is an error.
  @discardableResult
  private func wait(for events: Int32) throws(FleetError) -> Int32 {
    var poll = pollfd(
      fd: pq.PQsocket(connection), events: Int16(truncatingIfNeeded: events), revents: 0)
    while true {
      let count = CLibrary.poll(&poll, 1, patience)
      if count > 0 { return Int32(poll.revents) }
      guard count < 0, errno == EINTR else { break }
    }
    throw FleetError(
      .stalled,
      "The server of the history (\(address)) has said nothing for \(patience / 1000) seconds.")
  }

  /// Calls a function with a pointer to the bytes of each value.
  private static func withPointers(
    _ values: [[UInt8]?], _ body: ([UnsafePointer<CChar>?], [Int32]) -> Int32
  ) -> Int32 {
    //     values     "ab", nil, "c"
    //     all        a b 0 0 c 0 0
    //     starts     0     3 4   6         of nil a start too, which is not used
    let starts = values.reduce(into: [0]) { $0.append($0[$0.count - 1] + ($1?.count ?? 0) + 1) }
    // Texts end with a zero, which their length does not count.
    let all: [UInt8] = values.flatMap { ($0 ?? []) + [0] } + [0]
    return all.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { buffer in
        // SAFETY: every start is inside the buffer, which lives during the call.
        let pointers = values.indices.map { index -> UnsafePointer<CChar>? in
          values[index] == nil ? nil : buffer.baseAddress.map { $0 + starts[index] }
        }
        return body(pointers, values.map { Int32($0?.count ?? 0) })
      }
    }
  }

  private func rows(_ result: OpaquePointer) -> [PostgresRow] {
    (0..<pq.PQntuples(result)).map { row in
      PostgresRow(
        columns: (0..<pq.PQnfields(result)).map { column -> [UInt8]? in
          guard pq.PQgetisnull(result, row, column) == 0,
            let value = pq.PQgetvalue(result, row, column)
          else { return nil }
          // SAFETY: libpq keeps that many bytes of the value until the result is cleared.
          let bytes = UnsafeRawBufferPointer(
            start: value, count: Int(pq.PQgetlength(result, row, column)))
          return Array(bytes)
        })
    }
  }

  private func unreachable() -> FleetError {
    let words = Self.oneLine(pq.PQerrorMessage(connection))
    let isRefusal = ["authentication", "password", "role \"", "pg_hba.conf", "client certificate"]
      .contains { words.contains($0) }
    if !isRefusal, words.contains("certificate") {
      return FleetError(
        .untrusted,
        "The server of the history (\(address)) is not trusted: \(words). Check its name, and the"
          + " certificates that sslrootcert names.")
    }
    if isRefusal {
      return FleetError(
        .refused,
        "The server of the history (\(address)) refuses this role: \(words). Check the role, and"
          + " the password file that PGPASSFILE names.")
    }
    return FleetError(
      .unreachable, "The server of the history (\(address)) cannot be reached: \(words).")
  }

  private func lost() -> FleetError {
    FleetError(
      .connectionLost,
      "The connection to the server of the history (\(address)) was lost:"
        + " \(Self.oneLine(pq.PQerrorMessage(connection))).")
  }

  private func failure(of result: OpaquePointer) -> FleetError {
    // SAFETY: libpq's own letter for the five characters of SQLSTATE.
    let state = pq.PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
    let words = pq.PQresultErrorField(result, Int32(UInt8(ascii: "M"))).map { String(cString: $0) }
    return FleetError(
      sqlState: state ?? "", words: words ?? Self.oneLine(pq.PQresultErrorMessage(result)),
      address: address)
  }

  private static func oneLine(_ text: UnsafePointer<CChar>?) -> String {
    let lines = text.map { String(cString: $0) } ?? ""
    let line = lines.split { $0.isWhitespace }.joined(separator: " ")
    return line.isEmpty ? "no further words" : line
  }
}
