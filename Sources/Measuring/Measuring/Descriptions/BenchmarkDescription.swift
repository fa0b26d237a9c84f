internal import OrderedJSON

/// What a worker says of one of its benchmarks, beside its name.
public struct BenchmarkDescription: Equatable, Sendable {
  /// What it was made with, in the order in which the worker says it; each name once.
  public var parameters: [BenchmarkParameter]
  /// The benchmarks that its ratios are taken to, the most important one first.
  public var references: [BenchmarkReference]
  /// How many things one iteration works on, more than 0; nil when that is not known.
  public var items: Double?
  /// What these things are called: `pixels`; nil for a word that fits all.
  public var unit: String?
  /// How many bytes one iteration works on, more than 0; nil when that is not known.
  public var bytes: Double?
  /// The time that decides, `wall` or `cpu`; nil for what the suite says.
  public var clock: String?
  /// Whether it is prepared again before each pair of a comparison, so that its memory lies elsewhere.
  public var preparesForEachPair: Bool

  /// Makes a description; without arguments that of a benchmark of which nothing is known.
  public init(
    parameters: [BenchmarkParameter] = [], references: [BenchmarkReference] = [],
    items: Double? = nil, unit: String? = nil, bytes: Double? = nil, clock: String? = nil,
    preparesForEachPair: Bool = false
  ) {
    self.parameters = parameters
    self.references = references
    self.items = items
    self.unit = unit
    self.bytes = bytes
    self.clock = clock
    self.preparesForEachPair = preparesForEachPair
  }
}

extension BenchmarkDescription {
  /// The description as the protocol writes it: what is not known is left out.
  var json: JSONValue {
    let values = parameters.map { JSONValue.Field($0.name, .string($0.value)) }
    return .object(present: [
      "parameters": values.isEmpty ? nil : .object(values),
      "references": references.isEmpty ? nil : .array(references.map(\.json)),
      "items": items.map(JSONValue.number), "unit": unit.map(JSONValue.string),
      "bytes": bytes.map(JSONValue.number), "clock": clock.map(JSONValue.string),
      "reprepare": preparesForEachPair ? .bool(true) : nil,
    ])
  }

  /// Reads what a worker wrote.
  init(_ value: JSONValue) throws(DescriptionProblem) {
    let object = try DescribedObject(value, of: "a description")
    self.init()
    for field in try object.fields("parameters") {
      guard BenchmarkParameter.isName(field.name) else { throw .parameterName(field.name) }
      guard let text = field.value.string ?? field.value.numberText else {
        throw DescriptionProblem(
          "the value of the parameter '\(field.name)' is neither a text nor a number")
      }
      try DescriptionProblem.check(text, as: "the value of the parameter '\(field.name)'")
      parameters.append(BenchmarkParameter(field.name, text))
    }
    for element in try object.elements("references") {
      references.append(try BenchmarkReference(element))
    }
    if let twice = references.map(\.name).firstRepeated {
      throw DescriptionProblem("the reference '\(twice)' is there twice")
    }
    items = try object.amount("items")
    unit = try object.text("unit")
    bytes = try object.amount("bytes")
    clock = try object.text("clock")
    if let clock, clock != "wall", clock != "cpu" {
      throw DescriptionProblem("'clock' is '\(clock)', which is neither 'wall' nor 'cpu'")
    }
    preparesForEachPair = try object.flag("reprepare")
  }
}
