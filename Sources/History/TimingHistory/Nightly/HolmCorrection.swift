/// Holm's step-down correction for many tests at once (Scandinavian Journal of Statistics, 1979).
package enum HolmCorrection {
  /// Which hypotheses are rejected when the probability of rejecting any true one is at most alpha.
  package static func rejected(pValues: [Double], alpha: Double) -> [Bool] {
    var rejected = [Bool](repeating: false, count: pValues.count)
    let order = pValues.indices.sorted { pValues[$0] < pValues[$1] }
    for (place, index) in order.enumerated() {
      // The smallest of n against α ÷ n, the next against α ÷ (n − 1); after the first that
      // fails none is rejected.
      guard pValues[index] <= alpha / Double(pValues.count - place) else { break }
      rejected[index] = true
    }
    return rejected
  }
}
