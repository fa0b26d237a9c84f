/// JSON from a file that anyone may have written: read strictly, within limits, never trusted.
///
/// The whole of RFC 8259, but for documents deeper than ``maximumDepth`` and objects that name a
/// field twice, which two readers would understand differently.
indirect enum BoundedJSON: Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([BoundedJSON])
  case object([String: BoundedJSON])

  /// Why a text is not such a document: what was wrong, and at which byte.
  struct Failure: Error, Equatable, CustomStringConvertible {
    let problem: String
    let offset: Int
    var description: String { "\(problem) at byte \(offset)" }
  }

  /// Arrays and objects within each other, at most.
  static let maximumDepth = 16

  /// Reads a document.
  ///
  /// - Complexity: O(*n*) in bytes.
  init(parsing bytes: [UInt8]) throws(Failure) {
    var parser = Parser(bytes: bytes)
    parser.skipSpace()
    self = try parser.value(depth: 0)
    parser.skipSpace()
    guard parser.place == bytes.count else { throw parser.failure("more text after the end") }
  }

  /// The fields of an object; `nil` for anything else.
  var fields: [String: BoundedJSON]? { if case .object(let fields) = self { fields } else { nil } }
  /// The elements of an array; `nil` for anything else.
  var elements: [BoundedJSON]? { if case .array(let elements) = self { elements } else { nil } }
  /// The text of a string; `nil` for anything else.
  var string: String? { if case .string(let text) = self { text } else { nil } }
  /// A number; `nil` for anything else.
  var number: Double? { if case .number(let value) = self { value } else { nil } }
  /// A truth value; `nil` for anything else.
  var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// A number without a fraction that a Double holds exactly; `nil` for anything else.
  var integer: Int? {
    guard let number, number.magnitude <= 9_007_199_254_740_992 else { return nil }
    return Int(exactly: number)
  }
}

private struct Parser {
  let bytes: [UInt8]
  var place = 0

  func failure(_ problem: String) -> BoundedJSON.Failure {
    BoundedJSON.Failure(problem: problem, offset: place)
  }

  var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      place += 1
    }
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  mutating func value(depth: Int) throws(BoundedJSON.Failure) -> BoundedJSON {
    guard let byte = next else { throw failure("the text ends too early") }
    switch byte {
    case UInt8(ascii: "{"): return try object(depth: depth + 1)
    case UInt8(ascii: "["): return try array(depth: depth + 1)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  mutating func word(
    _ text: StaticString, _ value: BoundedJSON
  ) throws(BoundedJSON.Failure) -> BoundedJSON {
    for byte in text.description.utf8 {
      guard next == byte else { throw failure("no value of JSON") }
      place += 1
    }
    return value
  }

  mutating func array(depth: Int) throws(BoundedJSON.Failure) -> BoundedJSON {
    guard depth <= BoundedJSON.maximumDepth else { throw failure("nested too deeply") }
    place += 1
    var elements: [BoundedJSON] = []
    skipSpace()
    if take("]") { return .array(elements) }
    while true {
      skipSpace()
      elements.append(try value(depth: depth))
      skipSpace()
      if take("]") { return .array(elements) }
      guard take(",") else { throw failure("neither ',' nor ']'") }
    }
  }

  mutating func object(depth: Int) throws(BoundedJSON.Failure) -> BoundedJSON {
    guard depth <= BoundedJSON.maximumDepth else { throw failure("nested too deeply") }
    place += 1
    var fields: [String: BoundedJSON] = [:]
    skipSpace()
    if take("}") { return .object(fields) }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw failure("no name of a field") }
      let name = try string()
      skipSpace()
      guard take(":") else { throw failure("no ':'") }
      skipSpace()
      guard fields.updateValue(try value(depth: depth), forKey: name) == nil else {
        throw failure("a field named twice")
      }
      skipSpace()
      if take("}") { return .object(fields) }
      guard take(",") else { throw failure("neither ',' nor '}'") }
    }
  }

  mutating func string() throws(BoundedJSON.Failure) -> String {
    place += 1
    var text: [UInt8] = []
    while let byte = next {
      place += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let result = String(validating: text, as: UTF8.self) else {
          throw failure("a string that is no UTF-8")
        }
        return result
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20: throw failure("a control character in a string")
      default: text.append(byte)
      }
    }
    throw failure("the text ends within a string")
  }

  mutating func escape(into text: inout [UInt8]) throws(BoundedJSON.Failure) {
    guard let byte = next else { throw failure("the text ends within a string") }
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var code = UInt32(try hexadecimal())
      if (0xD800..<0xDC00).contains(code) {
        guard take("\\"), take("u") else { throw failure("half a character") }
        let low = UInt32(try hexadecimal())
        guard (0xDC00..<0xE000).contains(low) else { throw failure("half a character") }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw failure("half a character") }
      text += Array(String(Character(scalar)).utf8)
    default: throw failure("an unknown escape")
    }
  }

  mutating func hexadecimal() throws(BoundedJSON.Failure) -> UInt16 {
    let digits = bytes[place..<min(place + 4, bytes.count)]
    guard digits.count == 4, digits.allSatisfy({ $0.isHexadecimalDigit }),
      let value = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw failure("no four hexadecimal digits") }
    place += 4
    return value
  }

  mutating func number() throws(BoundedJSON.Failure) -> Double {
    let start = place
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    // The grammar is checked above; Double alone would also take "inf" and "0x1".
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    guard let value = Double(text), value.isFinite else { throw failure("no number") }
    return value
  }

  mutating func digits() throws(BoundedJSON.Failure) {
    guard next?.isDigit == true else { throw failure("no value of JSON") }
    while next?.isDigit == true { place += 1 }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isHexadecimalDigit: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }
}
