/// A value on its way to a statement; it is always bound, never part of the statement's text.
enum PostgresValue: Equatable {
  /// A text, or anything whose text PostgreSQL reads.
  case text(String)
  /// A whole number.
  case integer(Int64)
  case bytes([UInt8])
  /// Nothing.
  case null

  /// A text that may be missing.
  static func optional(_ text: String?) -> PostgresValue { text.map { .text($0) } ?? .null }

  /// Texts as an array.
  ///
  /// Every one is quoted, so that what it holds stays one element (PostgreSQL, section 8.15.6).
  static func array(_ texts: [String]) -> PostgresValue {
    let quoted = texts.map { text in
      "\"" + text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] } + "\""
    }
    return .text("{" + quoted.joined(separator: ",") + "}")
  }

  /// The bytes to send, and whether they are in binary format.
  var wire: (bytes: [UInt8]?, isBinary: Bool) {
    switch self {
    case .text(let text): (Array(text.utf8), false)
    case .integer(let number): (Array(String(number).utf8), false)
    case .bytes(let bytes): (bytes, true)
    case .null: (nil, false)
    }
  }
}
