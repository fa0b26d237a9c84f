/// A JSON value with its members in order and its numbers as they were written.
///
/// Numbers stay text, because moving a decimal point must not round (see ``DecimalText``).
enum JSONText: Equatable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONText])
  case object([Member])

  /// A member of an object.
  struct Member: Equatable {
    let key: String
    let value: JSONText
  }

  /// An object of members in order.
  static func fields(_ members: [(key: String, value: JSONText)]) -> JSONText {
    .object(members.map { Member(key: $0.key, value: $0.value) })
  }

  static func decimal(_ value: Double) -> JSONText { .number(DecimalText.text(value)) }
  static func whole(_ value: Int64) -> JSONText { .number("\(value)") }

  /// The first member of a name; nil when there is none or this is no object.
  subscript(key: String) -> JSONText? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  var stringValue: String? { if case .string(let value) = self { value } else { nil } }
  var arrayValue: [JSONText]? { if case .array(let value) = self { value } else { nil } }
  var members: [(key: String, value: JSONText)]? {
    guard case .object(let members) = self else { return nil }
    return members.map { ($0.key, $0.value) }
  }

  /// The number, times a power of ten; nil when this is no number or out of range.
  func double(movedBy power: Int = 0) -> Double? {
    if case .number(let text) = self { DecimalText.value(text, movedBy: power) } else { nil }
  }

  /// The number, where it is a whole one.
  var integer: Int64? {
    double().flatMap { Int64(exactly: $0.rounded()) }
  }

  /// The value as text, indented by two spaces, arrays of numbers on one line.
  var text: String {
    var result = ""
    write(to: &result, indent: "")
    return result
  }

  private func write(to result: inout String, indent: String) {
    let inner = indent + "  "
    switch self {
    case .null: result += "null"
    case .bool(let value): result += value ? "true" : "false"
    case .number(let value): result += value
    case .string(let value): Self.write(value, to: &result)
    case .array(let values) where values.allSatisfy(\.isScalar):
      result += "["
      for (index, value) in values.enumerated() {
        if index > 0 { result += ", " }
        value.write(to: &result, indent: inner)
      }
      result += "]"
    case .array(let values):
      for (index, value) in values.enumerated() {
        result += (index == 0 ? "[\n" : ",\n") + inner
        value.write(to: &result, indent: inner)
      }
      result += "\n\(indent)]"
    case .object(let members) where members.isEmpty: result += "{}"
    case .object(let members):
      for (index, member) in members.enumerated() {
        result += (index == 0 ? "{\n" : ",\n") + inner
        Self.write(member.key, to: &result)
        result += ": "
        member.value.write(to: &result, indent: inner)
      }
      result += "\n\(indent)}"
    }
  }

  private var isScalar: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }

  private static func write(_ string: String, to result: inout String) {
    result += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      // U+2028 and U+2029 end a line of JavaScript, which `data.js` is.
      case "\u{0}"..<" ", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    result += "\""
  }
}
