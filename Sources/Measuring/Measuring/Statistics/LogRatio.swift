internal import CLibrary

/// The logarithm of a ratio of two times.
///
/// Logarithms make slower and faster symmetric (twice as slow is +0.69, twice as fast −0.69), turn
/// the machine's common factor of the moment into a term that cancels, and add up along a chain
/// of comparisons; ratios do none of these.
public struct LogRatio: Equatable, Hashable, Comparable, Sendable, Codable {
  /// ln(time ÷ reference time): above 0 is slower.
  public let value: Double

  /// Wraps a logarithm.
  public init(_ value: Double) { self.value = value }

  /// The logarithm of one time over another; nil unless both are positive.
  public init?(of time: Double, over reference: Double) {
    guard time > 0, reference > 0 else { return nil }
    value = log(time / reference)
  }

  /// The logarithm of a factor such as 1.01; nil unless it is positive.
  public init?(factor: Double) {
    guard factor > 0 else { return nil }
    value = log(factor)
  }

  /// The ratio itself: 2 is twice the time.
  public var factor: Double { exp(value) }

  /// The change in percent: +100 is twice the time, −50 half of it.
  public var percent: Double { expm1(value) * 100 }

  /// Orders by value.
  public static func < (a: LogRatio, b: LogRatio) -> Bool { a.value < b.value }

  /// The logarithms of two series' ratios, element by element, as long as the shorter one.
  ///
  /// Pairs in which either time is not positive are left out; a clock that stood still has
  /// measured nothing.
  public static func paired(_ times: [Double], over references: [Double]) -> [Double] {
    zip(times, references).compactMap { LogRatio(of: $0, over: $1)?.value }
  }
}
