internal import CLibrary
internal import Measuring

/// Measured numbers as whole multiples of a power of ten, fine enough for any screen.
///
/// The smallest number keeps five digits, so rounding moves nothing by more than 1 in 20,000.
struct QuantizedNumbers {
  /// The digits that the smallest number keeps.
  static let digits = 5

  /// The power of ten that the whole numbers are multiples of.
  let exponent: Int
  private let values: [Double?]
  private let intervals: [Interval?]

  /// Takes numbers that may be missing, each with an interval that may be missing.
  init(_ values: [Double?], intervals: [Interval?]) {
    let magnitudes = values.compactMap { $0?.magnitude }.filter { $0 > 0 && $0.isFinite }
    let smallest = magnitudes.min() ?? 1
    let largest = magnitudes.max() ?? 1
    // A series over many orders of magnitude keeps what a whole number can hold.
    //     smallest 0.0123, largest 4.5     −2 − 4 = −6    12,300 and 4,500,000 millionths
    //     smallest 1e-9, largest 1e12      12 − 14 = −2   the largest has 14 digits, under 2⁵¹
    exponent = max(
      Int(log10(smallest).rounded(.down)) - (Self.digits - 1), Int(log10(largest).rounded(.up)) - 14
    )
    self.values = values
    self.intervals = intervals
  }

  /// The numbers; a missing one is 0, others are 1 or more away from it.
  var valueText: String { VariableLengthText.differences(values.map(multiple)) }

  /// How far below the number each interval begins, plus 1; 0 where there is none.
  var lowText: String {
    intervalText { value, interval in value - interval.lower }
  }

  /// How far above the number each interval ends, plus 1; 0 where there is none.
  var highText: String {
    intervalText { value, interval in interval.upper - value }
  }

  private func multiple(_ value: Double?) -> Int64 {
    guard let value, value.isFinite else { return 0 }
    return Int64(clamping: (value / pow(10, Double(exponent))))
  }

  /// Nothing where no number has an interval.
  private func intervalText(_ distance: (Double, Interval) -> Double) -> String {
    guard intervals.contains(where: { $0 != nil }) else { return "" }
    return VariableLengthText.text(distances(distance))
  }

  private func distances(_ distance: (Double, Interval) -> Double) -> [Int64] {
    zip(values, intervals).map { value, interval in
      guard let value, let interval else { return 0 }
      return min(max(multiple(distance(value, interval)), 0), .max - 1) + 1
    }
  }
}

extension Int64 {
  /// The nearest whole number; the ends of the range stand for what lies beyond.
  fileprivate init(clamping value: Double) {
    self = Int64(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
  }
}
