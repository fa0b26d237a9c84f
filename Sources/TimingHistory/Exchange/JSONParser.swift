/// Reads JSON (RFC 8259), strictly, with a limit to its depth.
struct JSONParser {
  /// How deep arrays and objects may lie in each other.
  static let maximumDepth = 64

  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0

  private init(_ text: String) { bytes = Array(text.utf8) }

  /// Reads a whole text.
  static func parse(_ text: String) throws(ExchangeError) -> JSONText {
    var parser = JSONParser(text)
    parser.skipSpace()
    let value = try parser.value()
    parser.skipSpace()
    guard parser.place == parser.bytes.count else {
      throw parser.failure("there is something after the end of the JSON value")
    }
    return value
  }

  private func failure(_ words: String) -> ExchangeError {
    let line = 1 + bytes.prefix(place).count { $0 == UInt8(ascii: "\n") }
    return ExchangeError("This is not JSON: \(words).", line: line)
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      place += 1
    }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(ExchangeError) {
    guard skip(character) else { throw failure("a '\(character)' is missing") }
  }

  private mutating func value() throws(ExchangeError) -> JSONText {
    switch next {
    case UInt8(ascii: "{"):
      return try nested { parser throws(ExchangeError) in try parser.object() }
    case UInt8(ascii: "["): return try nested { parser throws(ExchangeError) in try parser.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func nested(
    _ read: (inout JSONParser) throws(ExchangeError) -> JSONText
  ) throws(ExchangeError) -> JSONText {
    guard depth < Self.maximumDepth else {
      throw failure("it is nested more than \(Self.maximumDepth) levels deep")
    }
    depth += 1
    place += 1
    let value = try read(&self)
    depth -= 1
    return value
  }

  private mutating func object() throws(ExchangeError) -> JSONText {
    var members: [JSONText.Member] = []
    skipSpace()
    if skip("}") { return .object([]) }
    repeat {
      skipSpace()
      let key = try string()
      skipSpace()
      try expect(":")
      skipSpace()
      members.append(JSONText.Member(key: key, value: try value()))
      skipSpace()
    } while skip(",")
    try expect("}")
    return .object(members)
  }

  private mutating func array() throws(ExchangeError) -> JSONText {
    var values: [JSONText] = []
    skipSpace()
    if skip("]") { return .array([]) }
    repeat {
      skipSpace()
      values.append(try value())
      skipSpace()
    } while skip(",")
    try expect("]")
    return .array(values)
  }

  private mutating func word(
    _ word: String, _ value: JSONText
  ) throws(ExchangeError) -> JSONText {
    guard bytes[place...].starts(with: word.utf8) else { throw failure("a value is missing") }
    place += word.utf8.count
    return value
  }

  private mutating func number() throws(ExchangeError) -> JSONText {
    let start = place
    func isDigit(_ byte: UInt8?) -> Bool {
      byte.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    }
    _ = skip("-")
    guard isDigit(next) else { throw failure("a value is missing") }
    if !skip("0") { while isDigit(next) { place += 1 } }
    if skip(".") {
      guard isDigit(next) else { throw failure("a number has no digit after its point") }
      while isDigit(next) { place += 1 }
    }
    if skip("e") || skip("E") {
      if !skip("-") { _ = skip("+") }
      guard isDigit(next) else { throw failure("a number has no digit in its exponent") }
      while isDigit(next) { place += 1 }
    }
    return .number(String(decoding: bytes[start..<place], as: UTF8.self))
  }

  private mutating func string() throws(ExchangeError) -> String {
    try expect("\"")
    var result: [UInt8] = []
    while let byte = next {
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: result, as: UTF8.self)
      case UInt8(ascii: "\\"): result += Array(String(try escape()).utf8)
      case 0..<0x20: throw failure("a string holds a control character")
      default: result.append(byte)
      }
    }
    throw failure("a string does not end")
  }

  private mutating func escape() throws(ExchangeError) -> Character {
    guard let byte = next else { throw failure("a string does not end") }
    place += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return Character(Unicode.Scalar(byte))
    case UInt8(ascii: "u"): return Character(try unicodeEscape())
    default: throw failure("a string holds an unknown escape")
    }
  }

  private mutating func unicodeEscape() throws(ExchangeError) -> Unicode.Scalar {
    let first = try fourDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    // Half of a pair: the other half has to follow.
    guard (0xD800..<0xDC00).contains(first), skip("\\"), skip("u") else {
      throw failure("a string holds half of a character")
    }
    let second = try fourDigits()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw failure("a string holds half of a character") }
    return scalar
  }

  private mutating func fourDigits() throws(ExchangeError) -> UInt32 {
    let digits = bytes[place...].prefix(4)
    guard digits.count == 4, !digits.contains(UInt8(ascii: "+")),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw failure("a \\u escape needs four hexadecimal digits") }
    place += 4
    return value
  }
}
