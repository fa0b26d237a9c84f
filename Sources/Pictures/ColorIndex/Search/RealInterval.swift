/// The numbers from one to another, both included.
struct RealInterval: Equatable {
  var low: Double
  var high: Double

  init(_ low: Double, _ high: Double) {
    self.low = low
    self.high = high
  }

  /// The interval between two numbers in either order.
  init(between first: Double, and second: Double) {
    self.init(min(first, second), max(first, second))
  }

  /// How far the nearest numbers of two intervals are apart; 0 where they overlap.
  func gap(to other: RealInterval) -> Double { max(0, other.low - high, low - other.high) }

  func contains(_ value: Double) -> Bool { low <= value && value <= high }
}
