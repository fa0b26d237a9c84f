internal import CLibrary

/// What the numbers of a series are, which decides how a change is put in percent.
package enum SeriesScale: String, Sendable, Codable {
  /// Plain quantities: times, rates, counts, ratios.
  case values
  /// Natural logarithms of ratios.
  case logRatios

  /// The relative change from one level to another.
  ///
  /// From a level of 0 every change is the whole of it: 1 or −1.
  package func effect(from before: Double, to after: Double) -> Double {
    switch self {
    case .logRatios: return expm1(after - before)
    case .values:
      let base = before == 0 ? abs(after) : abs(before)
      return base == 0 ? 0 : (after - before) / base
    }
  }
}
