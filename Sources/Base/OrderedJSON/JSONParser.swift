extension JSONValue {
  /// Reads a JSON document from an untrusted source (RFC 8259), strictly and within limits.
  ///
  /// Objects that name a field twice are refused, because two readers would understand them
  /// differently. Numbers are kept as text (``literal(_:)``).
  ///
  /// - Parameters:
  ///   - bytes: the document in UTF-8. The caller bounds its length: memory is proportional to it.
  ///   - maximumDepth: how many arrays and objects may be nested in each other.
  /// - Throws: ``JSONError`` with the first problem and its place.
  /// - Complexity: O(*n*) in bytes.
  package init(parsing bytes: [UInt8], maximumDepth: Int = 64) throws(JSONError) {
    var parser = JSONParser(bytes: bytes, maximumDepth: maximumDepth)
    self = try parser.document()
  }
}

/// Reads one document.
private struct JSONParser {
  let bytes: [UInt8]
  let maximumDepth: Int
  var offset = 0
  var depth = 0

  mutating func document() throws(JSONError) -> JSONValue {
    skipSpace()
    let value = try value()
    skipSpace()
    guard offset == bytes.count else { throw error("there is text after the end of the value") }
    return value
  }

  func error(_ problem: String) -> JSONError {
    let line = 1 + bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") }
    return JSONError(problem: problem, offset: offset, line: line)
  }

  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      offset += 1
    }
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  mutating func value() throws(JSONError) -> JSONValue {
    guard let byte = next else { throw error("the text ends too early") }
    switch byte {
    case UInt8(ascii: "{"):
      return try nested { parser throws(JSONError) in try parser.object() }
    case UInt8(ascii: "["):
      return try nested { parser throws(JSONError) in try parser.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  mutating func nested(
    _ read: (inout JSONParser) throws(JSONError) -> JSONValue
  ) throws(JSONError) -> JSONValue {
    guard depth < maximumDepth else {
      throw error("the value is nested more than \(maximumDepth) levels deep")
    }
    depth += 1
    offset += 1
    let value = try read(&self)
    depth -= 1
    return value
  }

  mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
    guard bytes[offset...].starts(with: word.utf8) else { throw error("a value is missing") }
    offset += word.utf8.count
    return value
  }

  mutating func array() throws(JSONError) -> JSONValue {
    var elements: [JSONValue] = []
    skipSpace()
    if take("]") { return .array(elements) }
    while true {
      skipSpace()
      elements.append(try value())
      skipSpace()
      if take("]") { return .array(elements) }
      guard take(",") else { throw error("',' or ']' is missing") }
    }
  }

  mutating func object() throws(JSONError) -> JSONValue {
    var fields: [JSONValue.Field] = []
    var names: Set<String> = []
    skipSpace()
    if take("}") { return .object(fields) }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw error("the name of a field is missing") }
      let name = try string()
      guard names.insert(name).inserted else {
        throw error("an object has two fields of the same name")
      }
      skipSpace()
      guard take(":") else { throw error("':' is missing") }
      skipSpace()
      fields.append(JSONValue.Field(name, try value()))
      skipSpace()
      if take("}") { return .object(fields) }
      guard take(",") else { throw error("',' or '}' is missing") }
    }
  }

  mutating func number() throws(JSONError) -> JSONValue {
    let start = offset
    _ = take("-")
    // A number begins with 0 only where that is its whole part.
    if !take("0") { try digits(or: "a value is missing") }
    if take(".") { try digits(or: "a number has no digit after its point") }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits(or: "a number has no digit in its exponent")
    }
    return .literal(String(decoding: bytes[start..<offset], as: UTF8.self))
  }

  mutating func digits(or problem: String) throws(JSONError) {
    guard next?.isDigit == true else { throw error(problem) }
    while next?.isDigit == true { offset += 1 }
  }

  mutating func string() throws(JSONError) -> String {
    offset += 1
    var text: [UInt8] = []
    while let byte = next {
      offset += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let result = String(validating: text, as: UTF8.self) else {
          throw error("a string is not valid UTF-8")
        }
        return result
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20: throw error("a string contains a control character")
      default: text.append(byte)
      }
    }
    throw error("a string does not end")
  }

  mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    guard let byte = next else { throw error("a string does not end") }
    offset += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text += Array(String(Character(try unicodeEscape())).utf8)
    default: throw error("a string contains an unknown escape")
    }
  }

  mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
    let first = UInt32(try fourDigits())
    if let scalar = Unicode.Scalar(first) { return scalar }
    // The first half of a surrogate pair needs its second half.
    guard (0xD800..<0xDC00).contains(first), take("\\"), take("u") else {
      throw error("a string contains half of a surrogate pair")
    }
    let second = UInt32(try fourDigits())
    guard (0xDC00..<0xE000).contains(second),
      // Ten bits in each half, of a number that is 0x10000 less (RFC 8259, 7).
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw error("a string contains half of a surrogate pair") }
    return scalar
  }

  mutating func fourDigits() throws(JSONError) -> UInt16 {
    let digits = bytes[offset..<min(offset + 4, bytes.count)]
    guard digits.count == 4, digits.allSatisfy(\.isHexadecimalDigit),
      let value = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw error("a \\u escape needs four hexadecimal digits") }
    offset += 4
    return value
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isHexadecimalDigit: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }
}
