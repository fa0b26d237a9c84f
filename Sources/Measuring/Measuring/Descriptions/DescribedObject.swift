internal import OrderedJSON

/// An object of a worker's JSON, read field by field.
///
/// Fields that are not asked for are skipped, so that later versions may have more; one that is `null` counts as
/// missing.
struct DescribedObject {
  private let values: [String: JSONValue]
  private let name: String

  /// Reads an object.
  ///
  /// - Parameters:
  ///   - value: what should be an object.
  ///   - name: what it describes, with its article: `a metric`.
  /// - Throws: ``DescriptionProblem`` when it is none.
  init(_ value: JSONValue, of name: String) throws(DescriptionProblem) {
    guard let fields = value.fieldsByName else {
      throw DescriptionProblem("\(name) is not an object")
    }
    values = fields.filter { $0.value != .null }
    self.name = name
  }

  /// The value of a field; nil when it is missing.
  subscript(field: String) -> JSONValue? { values[field] }

  /// A text; nil when the field is missing.
  func text(_ field: String, orEmpty: Bool = false) throws(DescriptionProblem) -> String? {
    guard let value = self[field] else { return nil }
    guard let text = value.string else { throw wrong(field, "not a text") }
    try DescriptionProblem.check(text, as: "'\(field)' of \(name)", mayBeEmpty: orEmpty)
    return text
  }

  /// A text that must be there.
  func requiredText(_ field: String) throws(DescriptionProblem) -> String {
    guard let text = try text(field) else { throw wrong(field, "missing") }
    return text
  }

  /// Several texts; none when the field is missing.
  func texts(_ field: String) throws(DescriptionProblem) -> [String] {
    guard let value = self[field] else { return [] }
    guard let texts = value.elements(\.string) else { throw wrong(field, "not an array of texts") }
    for text in texts { try DescriptionProblem.check(text, as: "a text in '\(field)' of \(name)") }
    return texts
  }

  /// Whether something is so; false when the field is missing.
  func flag(_ field: String) throws(DescriptionProblem) -> Bool {
    guard let value = self[field] else { return false }
    guard let flag = value.bool else { throw wrong(field, "neither true nor false") }
    return flag
  }

  /// An amount; nil when the field is missing, and when it is 0, from which no rate follows.
  func amount(_ field: String) throws(DescriptionProblem) -> Double? {
    guard let value = self[field] else { return nil }
    guard let number = value.number, number >= 0 else {
      throw wrong(field, "not a finite number of at least 0")
    }
    return number == 0 ? nil : number
  }

  /// The fields of an object in order; none when the field is missing.
  func fields(_ field: String) throws(DescriptionProblem) -> [JSONValue.Field] {
    guard let value = self[field] else { return [] }
    guard let fields = value.fields else { throw wrong(field, "not an object") }
    return fields
  }

  /// The elements of an array; none when the field is missing.
  func elements(_ field: String) throws(DescriptionProblem) -> [JSONValue] {
    guard let value = self[field] else { return [] }
    guard let elements = value.elements else { throw wrong(field, "not an array") }
    return elements
  }

  private func wrong(_ field: String, _ problem: String) -> DescriptionProblem {
    DescriptionProblem("'\(field)' of \(name) is \(problem)")
  }
}
