public import OrderedJSON
internal import Reporting

/// The instructions of one call, or why they could not be counted.
public enum InstructionCount: Equatable, Sendable {
  /// Counted, and by what: the processor itself or an emulation.
  case counted(Int, by: String)
  /// Not counted: the reason in words.
  case unavailable(String)

  /// The number, if there is one.
  public var number: Int? {
    if case .counted(let number, _) = self { number } else { nil }
  }
}

/// The instructions of both sides of a comparison.
public struct InstructionComparison: Equatable, Sendable {
  /// The side to compare with.
  public let base: InstructionCount
  /// The side to judge.
  public let candidate: InstructionCount

  /// The change as a fraction; `nil` unless both were counted in the same way.
  public var change: Double? {
    guard case .counted(let first, let firstSource) = base,
      case .counted(let second, let secondSource) = candidate,
      firstSource == secondSource, first > 0
    else { return nil }
    return Double(second) / Double(first) - 1
  }

  /// A line for people.
  public var words: String {
    switch (base, candidate) {
    case (.counted(let first, let source), .counted(let second, _)):
      let change = change.map { ": " + Decimals.change($0) } ?? ""
      return "instructions a call: \(second) against \(first)\(change) (\(source))"
    case (.unavailable(let why), _), (_, .unavailable(let why)):
      return "instructions not counted: \(why)"
    }
  }

  /// The object in JSON.
  public var json: JSONValue {
    var reason: String?
    var source: String?
    for side in [base, candidate] {
      switch side {
      case .counted(_, let by): source = source ?? by
      case .unavailable(let why): reason = reason ?? why
      }
    }
    return .object([
      .init("base", .optional(base.number, JSONValue.integer)),
      .init("candidate", .optional(candidate.number, JSONValue.integer)),
      .init("change", .optional(change, JSONValue.number)),
      .init("by", .optional(source, JSONValue.string)),
      .init("unavailable", .optional(reason, JSONValue.string)),
    ])
  }
}
