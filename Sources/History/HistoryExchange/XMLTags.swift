/// The tags of an XML document one after the other, with their attributes; text between them is passed
/// over.
struct XMLTags {
  struct Tag {
    let name: String
    var attributes: [String: String] = [:]
    /// Whether it ends an element: `</name>`.
    let isEnd: Bool
    /// Whether it is a whole element: `<name/>`.
    var isEmpty = false
    /// The line of the file, from 1.
    let line: Int
  }

  private let bytes: [UInt8]
  private var place = 0
  private var line = 1

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The next tag; nil at the end.
  ///
  /// - Throws: ``ExchangeError`` when a tag does not end.
  mutating func next() throws(ExchangeError) -> Tag? {
    while skip(past: "<") {
      if skipped("!--") {
        guard skip(past: "-->") else { throw failure("A comment") }
      } else if skipped("![CDATA[") {
        guard skip(past: "]]>") else { throw failure("A section of text") }
      } else if skipped("?") || skipped("!") {
        guard skip(past: ">") else { throw failure("A declaration") }
      } else {
        return try tag()
      }
    }
    return nil
  }

  private mutating func tag() throws(ExchangeError) -> Tag {
    let isEnd = skipped("/")
    var tag = Tag(name: name(), isEnd: isEnd, line: line)
    while true {
      skipSpace()
      if skipped(">") { return tag }
      if skipped("/>") {
        tag.isEmpty = true
        return tag
      }
      let key = name()
      skipSpace()
      guard !key.isEmpty, skipped("="), let value = quoted() else { throw failure("A tag") }
      tag.attributes[key] = value
    }
  }

  private mutating func quoted() -> String? {
    skipSpace()
    guard place < bytes.count, bytes[place] == 0x22 || bytes[place] == 0x27 else { return nil }
    let end = bytes[(place + 1)...].firstIndex(of: bytes[place])
    guard let end else { return nil }
    let text = String(decoding: bytes[(place + 1)..<end], as: UTF8.self)
    line += bytes[place..<end].count { $0 == 0x0A }
    place = end + 1
    return Self.unescaped(text)
  }

  private mutating func name() -> String {
    let start = place
    while place < bytes.count, !" \t\r\n=/>\"'<".utf8.contains(bytes[place]) { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private mutating func skipSpace() {
    while place < bytes.count, " \t\r\n".utf8.contains(bytes[place]) {
      if bytes[place] == 0x0A { line += 1 }
      place += 1
    }
  }

  /// Passes over a text that is next.
  private mutating func skipped(_ text: StaticString) -> Bool {
    let isNext = text.withUTF8Buffer { bytes[place...].starts(with: $0) }
    if isNext { place += text.utf8CodeUnitCount }
    return isNext
  }

  /// Passes over everything up to the end of a text; false when there is none.
  private mutating func skip(past text: StaticString) -> Bool {
    while place < bytes.count {
      if skipped(text) { return true }
      if bytes[place] == 0x0A { line += 1 }
      place += 1
    }
    return false
  }

  private func failure(_ what: String) -> ExchangeError {
    ExchangeError("This is not XML: \(what) does not end.", line: line)
  }

  /// Text of an attribute with its references replaced; unknown ones stay.
  private static func unescaped(_ text: String) -> String {
    guard text.contains("&") else { return text }
    let parts = text.split(separator: "&", omittingEmptySubsequences: false)
    var result = String(parts[0])
    for part in parts.dropFirst() {
      guard let end = part.firstIndex(of: ";"), let known = character(part[..<end]) else {
        result += "&" + part
        continue
      }
      result += known + part[part.index(after: end)...]
    }
    return result
  }

  private static func character(_ reference: Substring) -> String? {
    switch reference {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard reference.hasPrefix("#") else { return nil }
      let digits = reference.dropFirst()
      let code =
        digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return code.flatMap { Unicode.Scalar($0) }.map { String(Character($0)) }
    }
  }
}
