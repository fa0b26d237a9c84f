package import OrderedJSON

extension RaceRecord {
  /// The record as JSON, its fields in alphabetical order.
  package var json: JSONValue {
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

  /// Reads what ``json`` gives; `nil` where a field is missing or has another kind of value.
  package init?(_ json: JSONValue) {
    guard let method = json["method"]?.string.flatMap(RacedMethod.init(rawValue:)),
      let finding = json["finding"]?.string.flatMap(Finding.init(rawValue:)),
      let injected = json["injected"]?.number, let session = json["session"]?.integer,
      let effect = json["effect"]?.number, let seconds = json["seconds"]?.number,
      let links = json["links"]?.integer, let base = json["base"]?.elements(\.number),
      let candidate = json["candidate"]?.elements(\.number)
    else { return nil }
    self.init(
      method: method, injected: injected, session: session, finding: finding, effect: effect,
      seconds: seconds, links: links, base: base, candidate: candidate)
  }
}
