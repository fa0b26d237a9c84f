internal import OrderedJSON

/// The beginning of an answer.
package struct ResponseHead: Sendable {
  /// The status code of HTTP.
  package let status: Int
  /// Header fields, names in lower case.
  package let fields: [(name: String, value: String)]
  /// How many bytes follow; `nil` where that is not known before the last.
  package let length: Int?

  init(
    _ status: Int = 200, type: String, fields: [(name: String, value: String)] = [], length: Int?
  ) {
    self.status = status
    self.fields = [("content-type", type)] + fields + Self.safeguards
    self.length = length
  }

  /// What a page may load and do: what this server sends, and nothing else.
  ///
  /// `blob:` is for pictures that the page holds itself, those that were chosen and those made.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
    + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  /// Fields of every answer.
  private static let safeguards: [(name: String, value: String)] = [
    ("content-security-policy", policy),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cache-control", "no-store"),
  ]
}

/// Where an answer goes: once a head, then pieces, then the end.
package protocol ResponseSink: Sendable {
  /// Sends the head.
  ///
  /// - Throws: what keeps it from being sent, such as a client that is gone.
  func begin(_ head: ResponseHead) async throws
  /// Sends a piece of the content, and waits while the client is slower.
  ///
  /// - Throws: what keeps it from being sent.
  func write(_ bytes: [UInt8]) async throws
  /// Says that the answer is whole; without it the client sees that it is not.
  ///
  /// - Throws: what keeps it from being said.
  func finish() async throws
}

extension ResponseSink {
  /// Sends a whole answer.
  func send(
    _ bytes: [UInt8], type: String, status: Int = 200,
    fields: [(name: String, value: String)] = []
  ) async throws {
    try await begin(ResponseHead(status, type: type, fields: fields, length: bytes.count))
    try await write(bytes)
    try await finish()
  }

  func send(_ value: JSONValue) async throws {
    try await send(Array((value.line + "\n").utf8), type: "application/json")
  }

  /// Sends a failure as JSON, for the page to say.
  func send(_ failure: RequestFailure) async throws {
    let (head, bytes) = failure.answer
    try await begin(head)
    try await write(bytes)
    try await finish()
  }
}

extension RequestFailure {
  /// The answer that says it, whole.
  package var answer: (head: ResponseHead, bytes: [UInt8]) {
    // What is left of the request is not worth reading.
    var fields: [(name: String, value: String)] = [("connection", "close")]
    if let retryAfter { fields.append(("retry-after", "\(retryAfter)")) }
    if let allowed { fields.append(("allow", allowed)) }
    let bytes = Array((JSONValue.object([.init("problem", .string(problem))]).line + "\n").utf8)
    return (
      ResponseHead(status, type: "application/json", fields: fields, length: bytes.count), bytes
    )
  }
}
