/// A JSON value whose fields keep their order, so that output is stable and reads in the documented
/// order.
package indirect enum JSONValue: Hashable, Sendable {
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number.
  case integer(Int)
  /// A number; infinity and not-a-number are written as `null`.
  case number(Double)
  /// A number by its text, which must be a JSON number: every number that a parser reads.
  ///
  /// The text keeps what a `Double` would round, such as 19-digit integers.
  case literal(String)
  case string(String)
  /// Values in order.
  case array([JSONValue])
  /// Named values, in the order to write them.
  case object([Field])

  /// One name and its value.
  package struct Field: Hashable, Sendable {
    package let name: String
    package let value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// Makes a value of an optional; `nil` becomes `null`.
  package static func optional<Value>(_ value: Value?, _ make: (Value) -> JSONValue) -> JSONValue {
    value.map(make) ?? .null
  }

  /// An object of the fields that have a value, in the order given.
  package static func object(present fields: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(fields.compactMap { name, value in value.map { Field(name, $0) } })
  }

  /// A number; infinity and not-a-number become the strings "Infinity", "-Infinity" and "NaN".
  package static func anyNumber(_ value: Double) -> JSONValue {
    if value.isFinite { return .number(value) }
    return .string(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
  }

  /// The text, indented by two spaces a level; arrays of plain values stay on one line.
  package var text: String {
    var output = ""
    write(to: &output, indent: "")
    return output
  }

  /// The text on one line without spaces, for JSON lines.
  package var line: String {
    switch self {
    case .array(let elements):
      "[" + elements.map(\.line).joined(separator: ",") + "]"
    case .object(let fields):
      "{"
        + fields.map { JSONValue.string($0.name).text + ":" + $0.value.line }
        .joined(separator: ",") + "}"
    default: text
    }
  }

  private var isPlain: Bool {
    switch self {
    case .array(let elements): elements.isEmpty
    case .object(let fields): fields.isEmpty
    default: true
    }
  }

  private func write(to output: inout String, indent: String) {
    switch self {
    case .null: output += "null"
    case .bool(let value): output += value ? "true" : "false"
    case .integer(let value): output += String(value)
    // JSON has no word for infinity or not-a-number.
    case .number(let value): output += value.isFinite ? value.description : "null"
    case .literal(let text): output += text
    case .string(let value): Self.write(value, to: &output)
    case .array(let elements):
      let isOneLine = elements.allSatisfy(\.isPlain)
      Self.write(elements, between: ("[", "]"), isOneLine: isOneLine, to: &output, indent: indent) {
        element, output, indent in element.write(to: &output, indent: indent)
      }
    case .object(let fields):
      Self.write(fields, between: ("{", "}"), isOneLine: false, to: &output, indent: indent) {
        field, output, indent in
        Self.write(field.name, to: &output)
        output += ": "
        field.value.write(to: &output, indent: indent)
      }
    }
  }

  private static func write<Item>(
    _ items: [Item], between brackets: (String, String), isOneLine: Bool,
    to output: inout String, indent: String, item: (Item, inout String, String) -> Void
  ) {
    output += brackets.0
    let inner = indent + "  "
    for (index, element) in items.enumerated() {
      if index > 0 { output += isOneLine ? ", " : "," }
      if !isOneLine { output += "\n" + inner }
      item(element, &output, inner)
    }
    if !isOneLine, !items.isEmpty { output += "\n" + indent }
    output += brackets.1
  }

  private static func write(_ text: String, to output: inout String) {
    output += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      // U+2028 and U+2029 end a line of JavaScript; the others can control a terminal.
      case "\u{0}"..<" ", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: output.unicodeScalars.append(scalar)
      }
    }
    output += "\""
  }
}
