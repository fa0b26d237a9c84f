package import Measuring
package import OrderedJSON
internal import Reporting

/// What a suite has to measure: benchmarks, and the parameters that choose among them.
package struct SuiteInventory: Sendable {
  /// The name of the suite.
  package let suite: String
  /// The state that it was listed in.
  package let state: String
  /// The parameters, with their values.
  package let parameters: [ParameterChoice]
  /// The benchmarks that were meant.
  package let benchmarks: [SuiteBenchmark]

  /// For people: parameters, then benchmarks.
  package var table: String {
    var text = ""
    if !parameters.isEmpty {
      var table = TextTable(columns: ["parameter", "values"].map { .init($0, .left) })
      for parameter in parameters {
        table.append([.init("--" + parameter.name), .init(Self.words(parameter))])
      }
      text = table.lines().joined(separator: "\n") + "\n\n"
    }
    var table = TextTable(columns: [.init("benchmark", .left), .init("parameters", .left)])
    for benchmark in benchmarks {
      let values = benchmark.description.parameters.map { "\($0.name)=\($0.value)" }
      table.append([
        .init(printable(benchmark.name)), .init(printable(values.joined(separator: " "))),
      ])
    }
    return text + table.withoutEmptyColumns().lines().joined(separator: "\n") + "\n"
  }

  /// The values of a parameter in a line.
  static func words(_ parameter: ParameterChoice) -> String {
    let values = parameter.values.map(printable).joined(separator: ", ")
    let open = parameter.isOpen ? (values.isEmpty ? "any text" : ", or another") : ""
    return values + open + (parameter.about.map { " (\(printable($0)))" } ?? "")
  }

  /// For programs; the fields are documented in `Benchmarks/JSON.md`.
  package var json: JSONValue {
    .object([
      .init("schema", .integer(1)),
      .init("suite", .string(suite)),
      .init("revision", .string(state)),
      .init(
        "parameters",
        .array(
          parameters.map { parameter in
            .object([
              .init("name", .string(parameter.name)),
              .init("about", .optional(parameter.about, JSONValue.string)),
              .init("values", .array(parameter.values.map(JSONValue.string))),
              .init("open", .bool(parameter.isOpen)),
            ])
          })),
      .init("benchmarks", .array(benchmarks.map(Self.json))),
    ])
  }

  private static func json(_ benchmark: SuiteBenchmark) -> JSONValue {
    let description = benchmark.description
    return .object([
      .init("benchmark", .string(benchmark.name)),
      .init(
        "parameters",
        .object(description.parameters.map { .init($0.name, .string($0.value)) })),
      .init(
        "references",
        .object(description.references.map { .init($0.name, .string($0.benchmark)) })),
      .init("items", .optional(description.items, JSONValue.number)),
      .init("unit", .optional(description.unit, JSONValue.string)),
      .init("bytes", .optional(description.bytes, JSONValue.number)),
    ])
  }
}
