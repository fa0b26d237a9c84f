internal import Measuring
internal import OrderedJSON
internal import Reporting

/// What a comparison with a gate says.
extension ComparisonResult {
  /// Whether both sides were proven to run the same code, and nothing was measured.
  var isSameCode: Bool {
    if case .proof = basis { true } else { false }
  }

  /// The gate as people read it: "1 %"; `nil` without one.
  var gateText: String? { rule.gate.map { Self.text(LogRatio($0.limit).percent) } }

  /// The change that the candidate is no slower than, as a fraction; `nil` without a gate and with too few
  /// launches.
  package var bound: Double? {
    guard let gate = rule.gate else { return nil }
    return isSameCode ? 0 : Self.fraction(gate.bound(ratios))
  }

  /// The change that the candidate is slower than, as a fraction.
  var leastChange: Double? {
    guard let gate = rule.gate else { return nil }
    return isSameCode ? 0 : Self.fraction(gate.leastChange(ratios))
  }

  /// About the smallest gate that the launches of an undecided session would have decided, as a fraction.
  var resolution: Double? {
    guard let gate = rule.gate, case .cannotTell = session.verdict else { return nil }
    return Self.fraction(gate.resolution(ratios, margin: rule.margin))
  }

  /// What an undecided session can say instead.
  var gateNote: String? {
    guard let resolution, let gateText else { return nil }
    return "these \(session.launches.count) launches can decide a gate of about "
      + "\(Self.text(resolution * 100)) here, not of \(gateText)"
  }

  /// The verdict with its bound.
  var gatedVerdict: String {
    let gate = "gate \(gateText ?? "")"
    let least = leastChange.map { ", at least \(Decimals.change($0))" } ?? ""
    let most = bound.map { "no slower than \(Decimals.change($0))" } ?? "no slower"
    switch session.verdict {
    case .slower: return "slower\(least) (\(gate))"
    case .faster: return "faster, \(most) (\(gate))"
    case .same, .noSlower: return "\(most) (\(gate))"
    case .cannotTell(let more):
      guard let bound else { return "cannot tell: too few launches (\(gate))" }
      let pairs = more.map { ", ≈ \($0) more pairs" } ?? ""
      return "cannot tell: slower by at most \(Decimals.change(bound)) (\(gate)\(pairs))"
    }
  }

  /// The gate and its bound for programs; null without one.
  var gateJSON: JSONValue {
    guard let gate = rule.gate else { return .null }
    return .object([
      // As it was typed, without what the way there and back rounds off.
      .init("limit", .number((LogRatio(gate.limit).percent * 1e7).rounded() / 1e9)),
      .init("bound", .optional(bound, JSONValue.number)),
      .init("atLeast", .optional(leastChange, JSONValue.number)),
      .init("resolution", .optional(resolution, JSONValue.number)),
    ])
  }

  private var ratios: [Double] { session.logRatios(session.clock) }

  private static func fraction(_ logRatio: Double?) -> Double? {
    logRatio.map { LogRatio($0).percent / 100 }
  }

  private static func text(_ percent: Double) -> String {
    Percentage.text(fraction: percent / 100)
  }
}
