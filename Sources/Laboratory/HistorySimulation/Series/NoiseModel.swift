internal import CLibrary

/// How the values of a series scatter when nothing changes, for testing detectors.
///
/// All have about unit deviation around a level of 0.
package enum NoiseModel: String, CaseIterable, Sendable, Codable {
  /// Normal noise.
  case normal
  /// Skewed to the right as times are: the logarithm is normal.
  case skewed
  /// Each value resembles the one before, with a correlation of 0.3.
  case autoregressive
  /// Normal, with 3 % of the values eight deviations too high.
  case outliers
  /// Each value resembles the one before, with a correlation of 0.6.
  case persistent
  /// Normal, with a season of seven points and a height of one deviation.
  case weekly
  /// Normal, rounded to a coarse clock.
  case quantized

  /// Draws a series without any change.
  package func series(
    count: Int, using generator: inout some RandomNumberGenerator
  ) -> [Double] {
    let rho = self == .persistent ? 0.6 : 0.3
    var previous = Self.normal(&generator)
    return (0..<max(count, 0)).map { index in
      let draw = Self.normal(&generator)
      switch self {
      case .normal: return draw
      // exp of a normal variable with deviation 0.75, scaled to deviation 1 and mean near 0.
      case .skewed: return (exp(0.75 * draw) - 1.3248) / 1.1506
      case .autoregressive, .persistent:
        // ρ² + (1 − ρ²): the variance stays 1.
        previous = rho * previous + draw * (1 - rho * rho).squareRoot()
        return previous
      case .outliers: return draw + (Self.uniform(&generator) < 0.03 ? 8 : 0)
      case .weekly: return draw + sin(2 * Double.pi * Double(index) / 7)
      case .quantized: return (draw / 1.5).rounded() * 1.5
      }
    }
  }

  /// A normal variable (Box & Muller).
  static func normal(_ generator: inout some RandomNumberGenerator) -> Double {
    // 1 less a number that may be 0, never the logarithm of 0.
    let radius = (-2 * log(1 - uniform(&generator))).squareRoot()
    return radius * cos(2 * Double.pi * uniform(&generator))
  }

  /// A number from 0 to just under 1.
  static func uniform(_ generator: inout some RandomNumberGenerator) -> Double {
    // A Double has 53 bits: more would round, and some numbers up to 1.
    Double(generator.next() >> 11) * 0x1p-53
  }
}
