/// Reads a document from its characters.
struct TOMLReader {
  private let scalars: [Unicode.Scalar]
  private var place = 0
  private var line = 1
  private var root = TOMLTable(line: 1)
  /// The header under which entries are; empty before the first one.
  private var path: [String] = []
  /// Headers in single brackets, each of which may stand once.
  private var headers: Set<[String]> = []

  init(_ text: String) {
    var scalars = Array(text.unicodeScalars)
    if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
    self.scalars = scalars
  }

  mutating func document() throws(TOMLError) -> TOMLTable {
    while true {
      skipBlankLines()
      guard let next = peek else { return root }
      if next == "[" { try header() } else { try entry() }
      try endOfLine()
    }
  }

  // MARK: Lines

  private mutating func header() throws(TOMLError) {
    place += 1
    let isElement = take("[")
    var path: [String] = []
    repeat {
      skipSpaces()
      path.append(try key())
      skipSpaces()
    } while take(".")
    guard take("]"), !isElement || take("]") else {
      throw error("a header ends with \(isElement ? "]]" : "]")")
    }
    guard path.count <= TOMLDocument.maximumDepth else {
      throw error("a header has at most \(TOMLDocument.maximumDepth) parts")
    }
    if isElement {
      // The tables below a new element are new too.
      headers = headers.filter { $0.count <= path.count || Array($0.prefix(path.count)) != path }
    } else if !headers.insert(path).inserted {
      throw error("the table [\(path.joined(separator: "."))] is there twice")
    }
    try root.open(path[...], isElement: isElement, line: line)
    self.path = path
  }

  private mutating func entry() throws(TOMLError) {
    let (start, name) = (line, try key())
    skipSpaces()
    if peek == "." {
      throw error("dotted keys are not supported: use a header, [\(name)]")
    }
    guard take("=") else { throw error("'=' is missing after the key '\(name)'") }
    let value = try value(depth: 0)
    try root.insert(
      TOMLTable.Entry(key: name, value: value, line: start), under: path[...])
  }

  private mutating func endOfLine() throws(TOMLError) {
    skipSpaces()
    skipComment()
    guard let next = peek else { return }
    guard next == "\n" else {
      throw error("'\(next)' is not expected here: an entry ends with its line")
    }
  }

  // MARK: Keys and values

  private mutating func key() throws(TOMLError) -> String {
    if peek == "\"" || peek == "'" { return try text() }
    let start = place
    while let next = peek, Self.isBare(next) { place += 1 }
    guard place > start else {
      let found = peek.map { $0 == "\n" ? "the end of the line" : "'\($0)'" } ?? "the end"
      throw error("a key is expected, not \(found)")
    }
    return String(String.UnicodeScalarView(scalars[start..<place]))
  }

  private mutating func value(depth: Int) throws(TOMLError) -> TOMLValue {
    guard depth <= TOMLDocument.maximumDepth else {
      throw error("values are nested at most \(TOMLDocument.maximumDepth) deep")
    }
    skipSpaces()
    switch peek {
    case "\"", "'": return .string(try text())
    case "[": return .array(try array(depth: depth))
    case "{": return .table(try inlineTable(depth: depth))
    case nil, "\n", "#": throw error("a value is missing")
    default: return try word()
    }
  }

  private mutating func array(depth: Int) throws(TOMLError) -> [TOMLValue] {
    place += 1
    var values: [TOMLValue] = []
    while true {
      skipBlankLines()
      if take("]") { return values }
      values.append(try value(depth: depth + 1))
      skipBlankLines()
      if take(",") { continue }
      guard take("]") else { throw error("',' or ']' is missing in an array") }
      return values
    }
  }

  private mutating func inlineTable(depth: Int) throws(TOMLError) -> TOMLTable {
    place += 1
    var table = TOMLTable(line: line)
    skipSpaces()
    if take("}") { return table }
    while true {
      skipSpaces()
      let name = try key()
      skipSpaces()
      guard take("=") else { throw error("'=' is missing after the key '\(name)'") }
      let entry = TOMLTable.Entry(key: name, value: try value(depth: depth + 1), line: line)
      try table.insert(entry, under: [])
      skipSpaces()
      if take("}") { return table }
      guard take(",") else { throw error("',' or '}' is missing in a table in braces") }
    }
  }

  private mutating func word() throws(TOMLError) -> TOMLValue {
    let start = place
    while let next = peek, Self.isBare(next) || next == "+" || next == "." || next == ":" {
      place += 1
    }
    let word = String(String.UnicodeScalarView(scalars[start..<place]))
    switch word {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "": throw error("'\(peek.map(String.init) ?? "")' begins no value; texts have quotes")
    default: break
    }
    guard let value = Self.number(word) else {
      throw error("'\(word)' is not a value: texts have quotes, as in \"\(word)\"")
    }
    return value
  }

  /// A decimal number as TOML writes it; `nil` for everything else.
  private static func number(_ word: String) -> TOMLValue? {
    let digits = word.hasPrefix("+") || word.hasPrefix("-") ? word.dropFirst() : word[...]
    let parts = digits.split(separator: "_", omittingEmptySubsequences: false)
    let isWritten = parts.allSatisfy {
      $0.first?.isNumber == true && $0.last?.isNumber == true
        && $0.unicodeScalars.allSatisfy { "0123456789.eE+-".unicodeScalars.contains($0) }
    }
    guard isWritten else { return nil }
    let whole = digits.prefix { $0 != "." && $0 != "e" && $0 != "E" }
    guard whole.count == 1 || whole.first != "0" else { return nil }
    let plain = word.replacing("_", with: "")
    if let integer = Int(plain) { return .integer(integer) }
    let isFloat = digits.contains { $0 == "." || $0 == "e" || $0 == "E" }
    guard isFloat, let float = Double(plain), float.isFinite else { return nil }
    return .float(float)
  }

  // MARK: Texts

  private mutating func text() throws(TOMLError) -> String {
    let quote = scalars[place]
    if place + 2 < scalars.count, scalars[place + 1] == quote, scalars[place + 2] == quote {
      throw error("texts over several lines are not supported: use \\n, or an array of texts")
    }
    place += 1
    var result = String.UnicodeScalarView()
    while let next = peek, next != "\n" {
      place += 1
      if next == quote { return String(result) }
      if next == "\\", quote == "\"" {
        result.append(try escape())
      } else if next.value < 0x20 && next != "\t" || next.value == 0x7F {
        throw error("a text holds a control character: write it as an escape, such as \\u001b")
      } else {
        result.append(next)
      }
    }
    throw error("a text has no closing \(quote)")
  }

  private mutating func escape() throws(TOMLError) -> Unicode.Scalar {
    guard let letter = peek else { throw error("a text ends within an escape") }
    place += 1
    switch letter {
    case "\"", "\\": return letter
    case "b": return "\u{8}"
    case "t": return "\t"
    case "n": return "\n"
    case "f": return "\u{C}"
    case "r": return "\r"
    case "u", "U":
      let count = letter == "u" ? 4 : 8
      let digits = scalars[place...].prefix(count)
      guard digits.count == count, digits.allSatisfy(\.properties.isASCIIHexDigit),
        let code = UInt32(String(String.UnicodeScalarView(digits)), radix: 16),
        let scalar = Unicode.Scalar(code)
      else { throw error("\\\(letter) is followed by \(count) hexadecimal digits of a character") }
      place += count
      return scalar
    default: throw error("\\\(letter) is not an escape; a backslash is written \\\\")
    }
  }

  // MARK: Characters

  private var peek: Unicode.Scalar? {
    guard place < scalars.count else { return nil }
    // A line may end as on Windows.
    if scalars[place] == "\r", place + 1 < scalars.count, scalars[place + 1] == "\n" { return "\n" }
    return scalars[place]
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    place += 1
    return true
  }

  private mutating func skipSpaces() { while peek == " " || peek == "\t" { place += 1 } }

  private mutating func skipComment() {
    guard peek == "#" else { return }
    while let next = peek, next != "\n" { place += 1 }
  }

  private mutating func skipBlankLines() {
    while true {
      skipSpaces()
      skipComment()
      guard peek == "\n" else { return }
      if scalars[place] == "\r" { place += 1 }
      place += 1
      line += 1
    }
  }

  private static func isBare(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
    default: false
    }
  }

  private func error(_ problem: String) -> TOMLError { TOMLError(line: line, problem: problem) }
}
