public import Pixels

/// How far colours look from a given one: their distance in OKLab, in integers.
///
/// Equal on every machine, so that a picture cut out by distance has the same bits everywhere.
///
/// ```swift
/// let red = ColorDistance(from: RGB8(red: 255, green: 0, blue: 0))
/// red.thousandths(to: RGB8(red: 250, green: 10, blue: 10))  // 9
/// ```
public struct ColorDistance: Hashable, Sendable {
  let origin: FixedOKLab

  /// Measures from a colour.
  public init(from color: RGB8) {
    origin = FixedOKLab(color)
  }

  /// The distance to a colour in thousandths of OKLab's unit, rounded up; black to white is 1000.
  ///
  /// About 20 is just noticeable. Rounding up makes "at most *t* thousandths" exact.
  ///
  /// - Complexity: O(1).
  public func thousandths(to color: RGB8) -> Int {
    let sums = ColorSums(
      count: 1, red: UInt64(color.red), green: UInt64(color.green), blue: UInt64(color.blue))
    let other = FixedOKLab(meanOf: sums, cubeRoot: CubeRoot.quickFloor)
    let squared = Int64(origin.squaredDistance(to: other)) * 1_000_000
    let unit = Int64(FixedOKLab.unit)
    // A guess that is right within one; integers decide.
    var steps = Int64(Double(squared).squareRoot()) / unit
    // steps · unit ≥ 1000 · √square in integers: both sides squared. Of at most 1536 · 2¹⁴
    // the square is under 2⁵⁰, which 64 bits hold.
    while steps > 0, (steps - 1) * unit * ((steps - 1) * unit) >= squared { steps -= 1 }
    while steps * unit * (steps * unit) < squared { steps += 1 }
    return Int(steps)
  }
}
