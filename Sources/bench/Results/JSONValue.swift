/// JSON whose fields keep the order in which they were written, so that output is stable and
/// reads in the documented order.
indirect enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Field])

  /// One name and its value.
  struct Field: Equatable, Sendable {
    let name: String
    let value: JSONValue

    init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// An optional value; nothing is `null`.
  static func optional<Value>(_ value: Value?, _ make: (Value) -> JSONValue) -> JSONValue {
    value.map(make) ?? .null
  }

  /// The text, indented by two spaces a level; arrays of plain values stay on one line.
  var text: String {
    var output = ""
    write(to: &output, indent: "")
    return output
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
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: output.unicodeScalars.append(scalar)
      }
    }
    output += "\""
  }
}
