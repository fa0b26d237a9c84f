internal import CLibrary

extension Statistics {
  /// The value below which a standard normal variable lies with a given probability.
  ///
  /// Found by bisection of the complementary error function, so it is as exact as `erfc`. It is
  /// used to plan how many samples a decision needs, never to make the decision.
  ///
  /// - Returns: −∞ for 0 and below, +∞ for 1 and above.
  public static func normalQuantile(_ probability: Double) -> Double {
    if probability <= 0 { return -.infinity }
    if probability >= 1 { return .infinity }
    // erfc(40 ÷ √2) is about 10⁻³⁴⁹, under the least number above 0: no probability lies
    // beyond.
    var low = -40.0
    var high = 40.0
    while true {
      let middle = low + (high - low) / 2
      if middle <= low || middle >= high { return middle }
      // Above the middle the upper tail is compared, where erfc keeps its digits.
      let isBelow =
        middle < 0
        ? 0.5 * erfc(-middle / 2.0.squareRoot()) < probability
        : 0.5 * erfc(middle / 2.0.squareRoot()) > 1 - probability
      if isBelow { low = middle } else { high = middle }
    }
  }
}
