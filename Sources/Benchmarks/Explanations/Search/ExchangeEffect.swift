/// How much an exchange changes the time, as log ratios to the base.
package struct ExchangeEffect: Equatable, Sendable {
  /// The most probable value; above 0 is slower.
  package let median: Double
  /// The exact interval.
  package let interval: ClosedRange<Double>
  /// Whether it is known without timing, because the code is the same.
  package let isProven: Bool

  /// Wraps a measured effect.
  package init(median: Double, interval: ClosedRange<Double>, isProven: Bool = false) {
    self.median = median
    self.interval = interval
    self.isProven = isProven
  }

  /// No effect, because both sides run the same code.
  package static let sameCode = ExchangeEffect(median: 0, interval: 0...0, isProven: true)

  /// No effect.
  static let none = ExchangeEffect(median: 0, interval: 0...0)

  /// The sum of effects, with an interval that holds it wherever each lies in its own.
  package static func + (a: ExchangeEffect, b: ExchangeEffect) -> ExchangeEffect {
    ExchangeEffect(
      median: a.median + b.median,
      interval: a.interval.lowerBound + b.interval.lowerBound...a.interval.upperBound
        + b.interval.upperBound)
  }

  /// What is left of an effect when another is taken off.
  package static func - (a: ExchangeEffect, b: ExchangeEffect) -> ExchangeEffect {
    ExchangeEffect(
      median: a.median - b.median,
      interval: a.interval.lowerBound - b.interval.upperBound...a.interval.upperBound
        - b.interval.lowerBound)
  }

  /// Whether there is a change, by more than what does not matter.
  func isChange(beyond margin: Double) -> Bool {
    abs(median) > margin && !interval.contains(0)
  }
}

/// What became of measuring an exchange.
package enum ExchangeOutcome: Equatable, Sendable {
  /// It was measured.
  case measured(ExchangeEffect)
  /// It does not link, fails or answers wrongly; why.
  case unusable(String)
  /// There is no time left, or it is no longer wanted.
  case stopped
}
