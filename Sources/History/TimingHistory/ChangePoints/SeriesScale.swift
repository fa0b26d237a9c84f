internal import CLibrary

/// What the numbers of a series are, which decides how a change is put in percent.
public enum SeriesScale: String, Sendable, Codable {
  /// Plain quantities: times, rates, counts, ratios.
  case values
  /// Natural logarithms of ratios.
  case logRatios

  /// The relative change from one level to another.
  ///
  /// From a level of 0 every change is infinite.
  public func effect(from before: Double, to after: Double) -> Double {
    switch self {
    case .logRatios: return expm1(after - before)
    case .values:
      guard before != 0 else { return after == 0 ? 0 : after < 0 ? -.infinity : .infinity }
      return (after - before) / abs(before)
    }
  }
}
