/// How a selection ends: whole up to a distance, then fading over a few steps more.
///
/// The weight of a distance *d* is 256 up to the tolerance *t*, 0 from *t* + *f* + 1 on for a
/// feather of *f* steps, and between them ⌊256 · (*t* + *f* + 1 − *d*) ÷ (*f* + 1) + ½⌋.
public struct SoftEdge: Hashable, Sendable {
  /// Steps that are selected whole.
  public let tolerance: Int
  /// Steps over which the selection fades; 0 is a hard edge.
  public let feather: Int

  /// The weight of what is selected whole.
  public static let fullWeight = 256

  /// The longest tolerance and feather: no distance is longer.
  public static let longest = 1536

  /// Makes an edge.
  ///
  /// - Parameters:
  ///   - tolerance: steps that are selected whole, 0 or more; above ``longest`` is taken as that.
  ///   - feather: steps over which the selection fades, 0 or more; above ``longest`` as that.
  public init(tolerance: Int, feather: Int = 0) {
    precondition(tolerance >= 0, "a tolerance is 0 or more")
    precondition(feather >= 0, "a feather is 0 or more")
    self.tolerance = min(tolerance, Self.longest)
    self.feather = min(feather, Self.longest)
  }

  /// The weight of a distance of 0 or more steps, in 256ths.
  public func weight(ofDistance distance: Int) -> Int {
    let width = feather + 1
    let left = min(max(tolerance + width - distance, 0), width)
    // ⌊256 l ÷ w + ½⌋ as one division:
    //
    //     distance    … t   t + 1   …   t + f   t + f + 1 …
    //     left        w     w − 1   …   1       0              w = f + 1
    return (2 * Self.fullWeight * left + width) / (2 * width)
  }
}
