internal import CLibrary

/// The risk that each try of a referee may take, so that few of all that is kept is kept wrongly.
///
/// Whoever tries hundreds of changes keeps some that do nothing, if each is judged by itself. Here the *t*-th
/// try is kept only at a risk of
///
///     risk(t) = q · γ(t) · (1 + kept before),   γ(t) = t^−1.2 ÷ ζ(1.2),
///
/// and then the expected share of wrong ones among those kept is at most *q*, however many are tried, in
/// whatever order, and whatever the next try learns from those before (e-LOND: Xu and Ramdas, "Online
/// multiple testing with e-values", AISTATS 2024). It needs tests whose evidence may be looked at at any
/// moment, which ``AnytimeBound`` is.
package struct KeepLevels: Equatable, Sendable {
  /// The expected share of wrong ones among all that is kept, at most.
  package let falseKeeps: Double

  /// - Parameter falseKeeps: the expected share of wrong ones among all that is kept, at most.
  package init(falseKeeps: Double) { self.falseKeeps = falseKeeps }

  /// How fast the risk of one try falls; the powers of all numbers from 1 add up to ``sum``.
  private static let exponent = 1.2
  /// Riemann's zeta function at the exponent.
  private static let sum = 5.591582441177751

  /// The risk of a try.
  ///
  /// - Parameters:
  ///   - number: which of the tries that were measured it is, from 1.
  ///   - kept: how many of those before were kept.
  /// - Returns: a probability.
  package func risk(ofTry number: Int, kept: Int) -> Double {
    //     q = 0.1     try 1, none kept       0.1 · 1     / 5.59     = 0.018
    //                 try 100, none kept     0.1 · 1/251 / 5.59     = 0.000071
    //                 try 100, 9 kept        0.1 · 1/251 / 5.59 · 10 = 0.00071
    min(falseKeeps * pow(Double(max(number, 1)), -Self.exponent) / Self.sum * Double(1 + kept), 1)
  }
}
