internal import Pixels

/// Where a colour lies for a ``ColorFamily``: its OKLab with lightness and chroma in steps of
/// 1/1000 · 2⁻¹⁴.
struct ColorPlace {
  let lightness: Int64
  /// Chroma, rounded down.
  let chroma: Int64
  /// Green to red and blue to yellow, 2¹⁴ a unit.
  let a: Int64
  let b: Int64

  /// What stands for a thousandth of OKLab's unit.
  static let thousandth = Int64(FixedOKLab.unit)

  init(_ color: RGB8) {
    let lab = FixedOKLab(quick: color)
    (a, b) = (Int64(lab.a), Int64(lab.b))
    lightness = 1000 * Int64(lab.l)
    chroma = Self.root(1_000_000 * (a * a + b * b))
  }

  /// The integer root, rounded down, of a number under 2⁵².
  private static func root(_ square: Int64) -> Int64 {
    // A guess that is right within one; integers decide.
    var root = Int64(Double(square).squareRoot())
    while root * root > square { root -= 1 }
    while (root + 1) * (root + 1) <= square { root += 1 }
    return root
  }

  /// A squared distance in thousandths, rounded up.
  static func thousandths(ofSquared square: Int64) -> Int {
    let root = root(square)
    let up = root * root < square ? root + 1 : root
    return Int((up + thousandth - 1) / thousandth)
  }
}
