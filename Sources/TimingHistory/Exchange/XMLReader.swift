/// Reads the elements of a small XML file, in order, with their attributes.
///
/// Just enough for test results: elements, attributes, text that is passed over, comments, CDATA
/// and the five named entities. A document type is refused, so no entity can grow into a bomb.
struct XMLReader {
  /// What comes next in the file.
  enum Event: Equatable {
    case start(name: String, attributes: [String: String])
    case end(name: String)
  }

  /// How deep elements may lie in each other.
  static let maximumDepth = 64

  private var rest: Substring.UTF8View
  private var line = 1
  private var open: [String] = []
  private var pendingEnd: String?
  private var hasRoot = false

  init(_ text: String) { rest = Substring(text).utf8 }

  /// The next start or end of an element; nil at the end of a whole file.
  mutating func next() throws(ExchangeError) -> Event? {
    if let name = pendingEnd {
      pendingEnd = nil
      return .end(name: name)
    }
    while true {
      let text = take { $0 != UInt8(ascii: "<") }
      guard !open.isEmpty || text.utf8.allSatisfy({ Self.isSpace($0) || $0 > 0x7F }) else {
        throw failure("there is text outside of the root element")
      }
      guard !rest.isEmpty else {
        guard open.isEmpty, hasRoot else { throw failure("the file is cut off") }
        return nil
      }
      if skip("<!--") {
        try skipPast("-->")
      } else if skip("<![CDATA[") {
        try skipPast("]]>")
      } else if skip("<?") {
        try skipPast("?>")
      } else if skip("<!") {
        throw failure("document types are not read")
      } else if skip("</") {
        return try end()
      } else {
        _ = skip("<")
        return try start()
      }
    }
  }

  private func failure(_ words: String) -> ExchangeError {
    ExchangeError("This is not XML that can be read: \(words).", line: line)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private mutating func take(while condition: (UInt8) -> Bool) -> String {
    let taken = rest.prefix(while: condition)
    line += taken.count { $0 == UInt8(ascii: "\n") }
    rest = rest[taken.endIndex...]
    return String(decoding: taken, as: UTF8.self)
  }

  private mutating func skip(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  private mutating func skipPast(_ text: String) throws(ExchangeError) {
    while !rest.isEmpty {
      if skip(text) { return }
      if rest.removeFirst() == UInt8(ascii: "\n") { line += 1 }
    }
    throw failure("'\(text)' is missing")
  }

  private mutating func name() throws(ExchangeError) -> String {
    let ends = Array("=/<>\"'&".utf8)
    let name = take { !Self.isSpace($0) && !ends.contains($0) }
    guard !name.isEmpty else { throw failure("a name is missing") }
    return name
  }

  private mutating func end() throws(ExchangeError) -> Event {
    let name = try self.name()
    _ = take(while: Self.isSpace)
    guard skip(">"), open.popLast() == name else {
      throw failure("'</\(name)>' closes nothing")
    }
    return .end(name: name)
  }

  private mutating func start() throws(ExchangeError) -> Event {
    guard !open.isEmpty || !hasRoot else { throw failure("there are two root elements") }
    hasRoot = true
    let name = try self.name()
    var attributes: [String: String] = [:]
    while true {
      _ = take(while: Self.isSpace)
      if skip("/>") {
        pendingEnd = name
        return .start(name: name, attributes: attributes)
      }
      if skip(">") {
        guard open.count < Self.maximumDepth else {
          throw failure("it is nested more than \(Self.maximumDepth) levels deep")
        }
        open.append(name)
        return .start(name: name, attributes: attributes)
      }
      let attribute = try self.name()
      _ = take(while: Self.isSpace)
      guard skip("=") else { throw failure("the attribute '\(attribute)' has no value") }
      _ = take(while: Self.isSpace)
      guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
        throw failure("the attribute '\(attribute)' has no quotes")
      }
      rest.removeFirst()
      let raw = take { $0 != quote && $0 != UInt8(ascii: "<") }
      guard rest.popFirst() == quote else { throw failure("an attribute does not end") }
      guard attributes.updateValue(try decoded(raw), forKey: attribute) == nil else {
        throw failure("the attribute '\(attribute)' is there twice")
      }
    }
  }

  private func decoded(_ raw: String) throws(ExchangeError) -> String {
    var result = ""
    var rest = raw[...]
    while let ampersand = rest.firstIndex(of: "&") {
      result += rest[..<ampersand]
      guard let end = rest[ampersand...].firstIndex(of: ";") else {
        throw failure("an entity does not end")
      }
      let entity = rest[rest.index(after: ampersand)..<end]
      guard let character = Self.character(of: entity) else {
        throw failure("the entity '&\(entity);' is unknown")
      }
      result.unicodeScalars.append(character)
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func character(of entity: Substring) -> Unicode.Scalar? {
    switch entity {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard entity.hasPrefix("#") else { return nil }
      let digits = entity.dropFirst()
      let code = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return code.flatMap { Unicode.Scalar($0) }
    }
  }

  /// Text as it stands in an attribute; characters that XML cannot hold become U+FFFD.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\t", "\r": result += "&#\(scalar.value);"
      case "\u{0}"..<" ", "\u{FFFE}"..."\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
