internal import BenchmarkHarness
internal import Measuring
package import OrderedJSON

extension Explanation {
  /// The explanation for programs; the fields are a promise, kept in `Benchmarks/JSON.md`.
  package var json: JSONValue {
    var found: Attribution?
    var kind: Kind?
    var parts: [ExchangeablePart] = []
    var reason: String?
    switch outcome {
    case .searched(let attribution, let exchanged, let all):
      (found, kind, parts) = (attribution, exchanged, all)
    case .sameCode(let text), .notDivided(let text), .notCompared(let text): reason = text
    }
    return .object([
      .init("benchmark", .string(benchmark)),
      .init("answer", .string(answer)),
      .init("verdict", .string(isSameCode ? "same code" : verdict.word)),
      .init("complete", .bool(isComplete)),
      .init("reason", .optional(reason, JSONValue.string)),
      .init("whole", .optional(whole, Self.effect)),
      .init("exchanged", .optional(kind) { .string($0.rawValue) }),
      .init("parts", .array(parts.map(Self.part))),
      .init(
        "shares",
        .array(
          (found?.shares ?? []).map { share in
            .object(
              [.init("parts", .array(share.parts.map(JSONValue.integer)))]
                + Self.fields(share.effect))
          })),
      .init("others", .array((found?.rest ?? []).map(JSONValue.integer))),
      .init("othersEffect", .optional(found?.restEffect, Self.effect)),
      .init("together", .optional(found?.together(margin: margin), Self.effect)),
      .init("suspects", .array((found?.suspects ?? []).map(JSONValue.integer))),
      .init(
        "refused",
        .array(
          (found?.refusals ?? []).map { refusal in
            .object([
              .init("parts", .array(refusal.parts.map(JSONValue.integer))),
              .init("reason", .string(refusal.reason)),
            ])
          })),
      .init("sessions", .integer(found?.sessions ?? 0)),
      .init("ran", .optional(ran?.json) { $0 }),
      .init("notRun", .optional(notRun) { .array($0.map { .string($0.name) }) }),
    ])
  }

  private var isSameCode: Bool { if case .sameCode = outcome { true } else { false } }

  private static func effect(_ effect: ExchangeEffect) -> JSONValue { .object(fields(effect)) }

  private static func fields(_ effect: ExchangeEffect) -> [JSONValue.Field] {
    func fraction(_ value: Double) -> JSONValue { .number(LogRatio(value).percent / 100) }
    return [
      .init("change", fraction(effect.median)),
      .init(
        "interval",
        .array([fraction(effect.interval.lowerBound), fraction(effect.interval.upperBound)])),
      .init("sameCode", .bool(effect.isProven)),
    ]
  }

  private static func part(_ part: ExchangeablePart) -> JSONValue {
    .object([
      .init("title", .string(part.title)),
      .init("files", .array(part.files.map(JSONValue.string))),
      .init("function", .bool(part.isFunction)),
      .init(
        "changes",
        .array(
          part.changes.map { change in
            .object([
              .init("name", .string(change.name)),
              .init("symbol", .string(change.symbol)),
              .init("kind", .string(change.kind.rawValue)),
              .init("code", .bool(change.isCode)),
              .init("file", .string(change.file)),
              .init("line", .optional(change.line, JSONValue.integer)),
            ])
          })),
    ])
  }
}
