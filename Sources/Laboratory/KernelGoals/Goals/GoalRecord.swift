package import OrderedJSON

/// What one machine measured last.
package struct GoalRecord: Equatable, Sendable {
  package let machine: GoalMachine
  /// The day, as 2026-11-22.
  package let day: String
  /// The commit of the build; `nil` outside of a checkout.
  package let commit: String?
  package let results: [GoalResult]

  package init(machine: GoalMachine, day: String, commit: String?, results: [GoalResult]) {
    self.machine = machine
    self.day = day
    self.commit = commit
    self.results = results
  }
}

extension GoalRecord {
  /// The document of a record file.
  package var json: JSONValue {
    .object([
      .init("schema", .integer(1)),
      .init(
        "machine",
        .object([
          .init("name", .string(machine.name)), .init("fingerprint", .string(machine.fingerprint)),
        ])),
      .init("day", .string(day)), .init("commit", .optional(commit) { .string($0) }),
      .init("goals", .array(results.map(\.json))),
    ])
  }

  /// Reads a document; `nil` when it is not one of a record.
  package init?(_ value: JSONValue) {
    guard value["schema"]?.integer == 1, let name = value["machine"]?["name"]?.string,
      let fingerprint = value["machine"]?["fingerprint"]?.string, let day = value["day"]?.string,
      let results = value["goals"]?.elements(GoalResult.init)
    else { return nil }
    self.init(
      machine: GoalMachine(name: name, fingerprint: fingerprint), day: day,
      commit: value["commit"]?.string, results: results)
  }
}

extension GoalResult {
  /// The result for programs and records.
  package var json: JSONValue {
    let kind = if case .atMost = limit { "atMost" } else { "atLeast" }
    return .object([
      .init("image", .string(image)), .init("pixels", .integer(pixelCount)),
      .init("what", .string(title)), .init("unit", .string(isTime ? "seconds" : "ratio")),
      .init("value", .number(value)),
      .init(
        "interval",
        .optional(interval) { .array([.number($0.lowerBound), .number($0.upperBound)]) }),
      .init(kind, .number(limit.value)), .init("verdict", .string(verdict.rawValue)),
    ])
  }

  /// Reads a result; `nil` when it is not one.
  package init?(_ value: JSONValue) {
    guard let image = value["image"]?.string, let pixels = value["pixels"]?.integer,
      let title = value["what"]?.string, let unit = value["unit"]?.string,
      let measured = value["value"]?.number
    else { return nil }
    let limit: Goal.Limit
    switch (value["atMost"]?.number, value["atLeast"]?.number) {
    case (let most?, nil): limit = .atMost(most)
    case (nil, let least?): limit = .atLeast(least)
    default: return nil
    }
    var interval: ClosedRange<Double>?
    if let ends = value["interval"]?.elements(\.number) {
      guard ends.count == 2, ends[0] <= ends[1] else { return nil }
      interval = ends[0]...ends[1]
    }
    self.init(
      image: image, pixelCount: pixels, title: title, isTime: unit == "seconds", value: measured,
      interval: interval, limit: limit)
  }
}
