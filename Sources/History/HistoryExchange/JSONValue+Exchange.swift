internal import OrderedJSON

extension JSONValue {
  /// Reads a JSON file of another program.
  ///
  /// - Throws: ``ExchangeError`` with the line of the first problem.
  init(exchanged text: String) throws(ExchangeError) {
    do throws(JSONError) {
      self = try JSONValue(parsing: Array(text.utf8))
    } catch {
      throw ExchangeError("This is not JSON: \(error.problem).", line: error.line)
    }
  }

  /// Reads a file of results, in which numbers that JSON does not know are null: `NaN`, `Infinity`.
  ///
  /// - Throws: ``ExchangeError`` with the line of the first problem.
  init(results text: String) throws(ExchangeError) {
    self = try JSONValue(exchanged: Self.withoutNotANumber(text))
  }

  /// The text with null for NaN and infinity, which JSON does not know and programs write.
  private static func withoutNotANumber(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "N")) || text.utf8.contains(UInt8(ascii: "I")) else {
      return text
    }
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    let words = ["NaN", "-Infinity", "Infinity"].map { Array($0.utf8) }
    var isInString = false
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      if isInString {
        output.append(byte)
        // What is escaped ends no string: `"\""`.
        if byte == UInt8(ascii: "\\"), place + 1 < bytes.count {
          place += 1
          output.append(bytes[place])
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
      } else if byte == UInt8(ascii: "N") || byte == UInt8(ascii: "I") || byte == UInt8(ascii: "-"),
        let word = words.first(where: { bytes[place...].starts(with: $0) })
      {
        output += Array("null".utf8)
        place += word.count - 1
      } else {
        isInString = byte == UInt8(ascii: "\"")
        output.append(byte)
      }
      place += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// An object of fields in order.
  static func fields(_ fields: [(name: String, value: JSONValue)]) -> JSONValue {
    .object(fields.map { Field($0.name, $0.value) })
  }

  /// A number as the shortest text that reads back as the same value.
  static func decimal(_ value: Double) -> JSONValue { .literal(DecimalText.text(value)) }

  /// A whole number of 64 bits.
  static func whole(_ value: Int64) -> JSONValue { .literal("\(value)") }

  /// The number times a power of ten, without rounding in between; `nil` when this is not a number
  /// or is out of range.
  func double(movedBy power: Int = 0) -> Double? {
    numberText.flatMap { DecimalText.value($0, movedBy: power) }
  }

  /// The number rounded to a whole one; `nil` when this is not a number or is out of range.
  var wholeNumber: Int64? { double().flatMap { Int64(exactly: $0.rounded()) } }
}
