public import OrderedJSON

extension RaceRecord {
  /// The record as JSON, its fields in alphabetical order.
  public var json: JSONValue {
    .object([
      .init("base", .array(base.map(JSONValue.number))),
      .init("candidate", .array(candidate.map(JSONValue.number))),
      .init("effect", .number(effect)),
      .init("finding", .string(finding.rawValue)),
      .init("injected", .number(injected)),
      .init("links", .integer(links)),
      .init("method", .string(method.rawValue)),
      .init("seconds", .number(seconds)),
      .init("session", .integer(session)),
    ])
  }
}
