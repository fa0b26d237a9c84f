extension JSONValue {
  /// The fields of an object in order; `nil` for anything else.
  package var fields: [Field]? { if case .object(let fields) = self { fields } else { nil } }

  /// The elements of an array; `nil` for anything else.
  package var elements: [JSONValue]? { if case .array(let values) = self { values } else { nil } }

  /// The elements of an array as values of a type; `nil` for anything else, and when one of them is
  /// not such a value.
  ///
  /// - Complexity: O(*n*) in the elements.
  package func elements<Element>(_ read: (JSONValue) -> Element?) -> [Element]? {
    guard let values = elements else { return nil }
    let read = values.compactMap(read)
    return read.count == values.count ? read : nil
  }

  /// The text of a string; `nil` for anything else.
  package var string: String? { if case .string(let text) = self { text } else { nil } }

  /// A truth value; `nil` for anything else.
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// A finite number, rounded to the nearest `Double`; `nil` for anything else.
  package var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value.isFinite ? value : nil
    case .literal(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  /// The text of a number as it was written; `nil` for anything else.
  package var numberText: String? {
    switch self {
    case .integer, .number: number == nil ? nil : text
    case .literal(let text): text
    default: nil
    }
  }

  /// A number without a fraction and of at most 2⁵³, which a `Double` holds exactly; `nil` for
  /// anything else.
  package var integer: Int? {
    guard let number, number.magnitude <= 9_007_199_254_740_992 else { return nil }
    return Int(exactly: number)
  }

  /// The value of an object's field; `nil` when there is no such field or this is no object.
  ///
  /// - Complexity: O(*n*) in the object's fields.
  package subscript(name: String) -> JSONValue? { fields?.first { $0.name == name }?.value }

  /// The fields of an object by name; `nil` for anything else.
  ///
  /// - Complexity: O(*n*) in the object's fields.
  package var fieldsByName: [String: JSONValue]? {
    fields.map { Dictionary($0.map { ($0.name, $0.value) }) { first, _ in first } }
  }
}
