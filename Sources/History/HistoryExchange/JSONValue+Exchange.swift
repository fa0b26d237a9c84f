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
