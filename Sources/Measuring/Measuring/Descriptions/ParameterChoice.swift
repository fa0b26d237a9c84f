internal import OrderedJSON

/// A parameter that can be chosen, with the values that there are.
public struct ParameterChoice: Equatable, Sendable {
  /// What is set: `kernel`.
  public let name: String
  /// What it means, in a few words; nil if not given.
  public let about: String?
  /// The values that there are; examples, when other values are allowed too.
  public let values: [String]
  /// Whether values that are not listed are allowed: a file, a size.
  public let isOpen: Bool

  /// Makes a choice.
  ///
  /// - Parameters:
  ///   - name: what is set, a text that ``BenchmarkParameter/isName(_:)`` accepts.
  ///   - about: what it means, in a few words.
  ///   - values: the values that there are, each once; examples of an open parameter.
  ///   - isOpen: whether values that are not listed are allowed.
  public init(name: String, about: String? = nil, values: [String], isOpen: Bool = false) {
    self.name = name
    self.about = about
    self.values = values
    self.isOpen = isOpen
  }
}

extension ParameterChoice {
  /// The choice as the protocol writes it.
  var json: JSONValue {
    .object(present: [
      "name": .string(name), "about": about.map(JSONValue.string),
      "values": .array(values.map(JSONValue.string)), "open": .bool(isOpen),
    ])
  }

  /// Reads what a worker wrote.
  init(_ value: JSONValue) throws(DescriptionProblem) {
    let object = try DescribedObject(value, of: "a parameter")
    name = try object.requiredText("name")
    guard BenchmarkParameter.isName(name) else { throw .parameterName(name) }
    about = try object.text("about")
    isOpen = try object.flag("open")
    values = try object.texts("values")
    if let twice = values.firstRepeated {
      throw DescriptionProblem("the parameter '\(name)' has the value '\(twice)' twice")
    }
    guard isOpen || !values.isEmpty else {
      throw DescriptionProblem("the parameter '\(name)' has no values and is not open")
    }
  }

  /// Reads all that a worker offers.
  static func list(_ value: JSONValue) throws(DescriptionProblem) -> [ParameterChoice] {
    guard let elements = value.elements else {
      throw DescriptionProblem("the parameters are not an array")
    }
    var choices: [ParameterChoice] = []
    for element in elements { choices.append(try ParameterChoice(element)) }
    if let twice = choices.map(\.name).firstRepeated {
      throw DescriptionProblem("the parameter '\(twice)' is there twice")
    }
    return choices
  }
}
