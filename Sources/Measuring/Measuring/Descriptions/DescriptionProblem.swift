internal import OrderedJSON

/// Why what a worker says of itself is not what the protocol asks for.
struct DescriptionProblem: Error, Equatable {
  /// What is wrong, as a clause: `the parameter 'kernel' is there twice`.
  let text: String

  init(_ text: String) { self.text = text }

  /// A parameter has a name that no parameter can have.
  static func parameterName(_ name: String) -> DescriptionProblem {
    DescriptionProblem(
      "'\(name)' cannot name a parameter, whose name has lowercase letters, digits and hyphens")
  }

  /// Reads a JSON document.
  static func parsing(_ text: Substring) throws(DescriptionProblem) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue(parsing: Array(text.utf8))
    } catch {
      throw DescriptionProblem("its JSON cannot be read: \(error)")
    }
  }

  /// Refuses a text that is empty or would move a terminal's cursor.
  static func check(
    _ text: String, as name: String, mayBeEmpty: Bool = false
  ) throws(DescriptionProblem) {
    guard mayBeEmpty || !text.isEmpty else { throw DescriptionProblem("\(name) is empty") }
    guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { throw DescriptionProblem("\(name) contains a control character") }
  }
}

extension [String] {
  /// The first element that was there before.
  var firstRepeated: String? {
    var seen: Set<String> = []
    return first { !seen.insert($0).inserted }
  }
}
