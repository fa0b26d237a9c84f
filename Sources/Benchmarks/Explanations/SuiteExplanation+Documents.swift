package import HistoryReports
internal import MarkupEscaping
package import OrderedJSON

extension SuiteExplanation {
  /// All explanations for programs; the fields are a promise, kept in `Benchmarks/JSON.md`.
  package func json(_ environment: RunEnvironment) -> JSONValue {
    .object([
      .init("schema", .integer(1)),
      .init("suite", .string(title)),
      .init("sides", .string(sides)),
      .init("environment", environment.record),
      .init("explanations", .array(explanations.map(\.json))),
      .init("remarks", .array(remarks.map(JSONValue.string))),
    ])
  }

  /// All explanations as the comment of a pull request.
  package func markdown(_ environment: RunEnvironment) -> String {
    let blocks =
      ["### Why: \(Markup.markdown(title))", Markup.markdown(sides)]
      + (explanations.isEmpty ? remarks.map(Markup.markdown) : explanations.map(\.markdown))
      + ["<sub>" + Markup.markdown(environment.summary) + "</sub>"]
    return blocks.joined(separator: "\n\n") + "\n"
  }
}
