package import OrderedJSON
internal import Reporting

/// What one call takes on both sides of a comparison, judged by count.
package struct CostComparison: Equatable, Sendable {
  /// The side to compare with.
  package let base: CallCostCount
  /// The side to judge.
  package let candidate: CallCostCount

  package init(base: CallCostCount, candidate: CallCostCount) {
    self.base = base
    self.candidate = candidate
  }

  /// What is counted.
  package enum Quantity: String, CaseIterable, Sendable {
    case instructions
    /// Calls of the allocator.
    case allocations
    /// Bytes that were allocated.
    case allocatedBytes

    var title: String { self == .allocatedBytes ? "allocated bytes" : rawValue }

    /// The counts of a quantity.
    package func of(_ cost: CallCost) -> CountRange {
      switch self {
      case .instructions: cost.instructions
      case .allocations: cost.allocations
      case .allocatedBytes: cost.allocatedBytes
      }
    }
  }

  /// What counts say.
  package enum Verdict: String, Sendable {
    /// The candidate takes more: both of its counts are above both of the base.
    case more
    /// The candidate takes less.
    case less
    /// The counts overlap, or differ by less than a thousandth.
    case same
  }

  /// The smallest difference that is called one, as a fraction; of less than one it is that of one.
  package static let smallestChange = 0.001

  /// A quantity of both sides with its verdict; `nil` unless both were counted.
  package func counts(
    _ quantity: Quantity
  ) -> (base: CountRange, candidate: CountRange, verdict: Verdict)? {
    guard case .counted(let before) = base, case .counted(let after) = candidate else {
      return nil
    }
    let (old, new) = (quantity.of(before), quantity.of(after))
    let least = Self.smallestChange * max(old.value, 1)
    let isLarge = (new.value - old.value).magnitude >= least
    let verdict: Verdict =
      //     base         |---|              |---|
      //     candidate         |---|           |---|
      //                  more               same, for they overlap
      isLarge && new.low > old.high ? .more : isLarge && new.high < old.low ? .less : .same
    return (old, new, verdict)
  }

  /// Lines for people: one for each quantity, or one that says why there is none.
  package var words: [String] {
    switch (base, candidate) {
    case (.unavailable(let why), _), (_, .unavailable(let why)):
      return ["instructions and allocations not counted: \(why)"]
    case (.counted, .counted):
      return Quantity.allCases.compactMap { quantity in
        guard let (old, new, verdict) = counts(quantity) else { return nil }
        let name = "\(quantity.title) a call"
        if verdict == .same {
          let both = Self.number(new.value)
          guard old.value != new.value else { return "\(name): \(both) on both sides" }
          return "\(name): \(Self.number(old.value)) → \(both), same"
        }
        let change = old.value > 0 ? Decimals.change(new.value / old.value - 1) + ", " : ""
        return
          "\(name): \(Self.number(old.value)) → \(Self.number(new.value)), \(change)"
          + verdict.rawValue
      }
    }
  }

  /// Lines for people about what is not the same, or not known.
  package var changes: [String] {
    let quantities = Quantity.allCases
    let isKnown = counts(.instructions) != nil
    return zip(quantities, words).filter { !isKnown || counts($0.0)?.verdict != .same }.map(\.1)
  }

  /// The object of a quantity in JSON.
  package func json(_ quantity: Quantity) -> JSONValue {
    var reason: String?
    if case .unavailable(let why) = base { reason = why }
    if case .unavailable(let why) = candidate { reason = reason ?? why }
    let found = counts(quantity)
    let change = found.flatMap { $0.base.value > 0 ? $0.candidate.value / $0.base.value - 1 : nil }
    return .object([
      .init("base", .optional(found?.base.value, JSONValue.number)),
      .init("candidate", .optional(found?.candidate.value, JSONValue.number)),
      .init("change", .optional(change, JSONValue.number)),
      .init("verdict", .optional(found?.verdict.rawValue, JSONValue.string)),
      .init("by", .optional(found.map { _ in ValgrindCounter.source }, JSONValue.string)),
      .init("unavailable", .optional(reason, JSONValue.string)),
    ])
  }

  /// A count: whole where it is large, with its fraction where that matters.
  package static func number(_ value: Double) -> String {
    let isWhole = value >= 1000 || value == value.rounded()
    return Decimals.fixed(value, places: isWhole ? 0 : 2)
  }
}
