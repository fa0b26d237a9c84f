/// What one call of a benchmark takes, counted and not timed.
package struct CallCost: Equatable, Sendable {
  /// The instructions that it executes.
  package let instructions: CountRange
  /// How often it allocates memory.
  package let allocations: CountRange
  /// The bytes that it allocates.
  package let allocatedBytes: CountRange
  /// How many calls the counts are means of.
  package let calls: Int
}

/// A number that was counted twice: equal counts are exact, others leave it uncertain.
package struct CountRange: Equatable, Sendable {
  /// The smaller count.
  package let low: Double
  /// The larger count.
  package let high: Double

  /// Takes two counts, in any order; what is below 0 is the uncertainty of none, and counts as 0.
  package init(_ first: Double, _ second: Double) {
    low = max(min(first, second), 0)
    high = max(first, second, 0)
  }

  /// The middle.
  package var value: Double { (low + high) / 2 }
}

/// What one call of a benchmark takes, or why that is not known.
package enum CallCostCount: Equatable, Sendable {
  case counted(CallCost)
  /// Not counted: the reason in words.
  case unavailable(String)
}
