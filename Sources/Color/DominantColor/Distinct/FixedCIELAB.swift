internal import Pixels

/// A colour in CIELAB as integers, 256 a unit: equal on every machine.
///
/// As ``CIELAB``, by ``LinearLight``, a matrix over 2³⁰ whose rows sum to exactly one, so that greys
/// have `a` and `b` of exactly 0, and the exact floor of the cube root.
struct FixedCIELAB: Hashable, Sendable {
  /// L*, 0 to 100 units.
  let lightness: Int64
  /// a*, from green to red.
  let a: Int64
  /// b*, from blue to yellow.
  let b: Int64

  /// What stands for 1.0.
  static let unit: Int64 = 256

  /// Converts an sRGB colour.
  init(_ color: RGB8) {
    let red = UInt64(LinearLight.of(UInt32(color.red) << 8))
    let green = UInt64(LinearLight.of(UInt32(color.green) << 8))
    let blue = UInt64(LinearLight.of(UInt32(color.blue) << 8))
    // Rows sum to 2³⁰ and light to 2²⁴, so a ratio to white is 0 … 2⁵⁴.
    let x = Self.compressed(465_950_201 &* red &+ 403_952_164 &* green &+ 203_839_459 &* blue)
    let y = Self.compressed(228_355_765 &* red &+ 767_888_751 &* green &+ 77_497_308 &* blue)
    let z = Self.compressed(19_065_986 &* red &+ 117_540_328 &* green &+ 937_135_510 &* blue)
    // From 2¹⁸ a unit to 256; `>>` rounds down, for negative a and b as well.
    lightness = (116 &* y &- 16 << 18) >> 10
    a = (500 &* (x &- y)) >> 10
    b = (200 &* (y &- z)) >> 10
  }

  /// CIE's cube root with a straight foot, 2¹⁸ a unit, of a ratio of which 2⁵⁴ is one.
  private static func compressed(_ ratio: UInt64) -> Int64 {
    // 216 ÷ 24389 of 2⁵⁴.
    guard ratio <= 159_543_649_926_118 else {
      return Int64(truncatingIfNeeded: CubeRoot.quickFloor(ratio))
    }
    // The foot's slope is 1 ÷ (3 · (6/29)²) = 841/108, its offset 4/29 of 2¹⁸. 20 bits go
    // before the product and 16 after it: from 2⁵⁴ to 2¹⁸.
    return Int64(truncatingIfNeeded: (ratio >> 20 &* 841 / 108) >> 16) &+ 36_158
  }
}
