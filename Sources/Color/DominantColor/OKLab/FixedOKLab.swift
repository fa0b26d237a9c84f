internal import Pixels

/// A colour in OKLab (Björn Ottosson, 2020) as integers, 2¹⁴ a unit: equal on every machine.
///
/// Made from sRGB by integer arithmetic alone: ``LinearLight`` undoes the sRGB curve,
/// Ottosson's matrices are integers over 2³⁰ and 2²⁴ whose rows sum to exactly one (or zero), and
/// ``CubeRoot`` is the exact floor. Greys therefore have `a` and `b` of exactly 0, black is
/// (0, 0, 0) and white (16384, 0, 0). Over all 2²⁴ colours each component is within 4 · 10⁻⁵ of a
/// double-precision computation, 1/500 of a just-noticeable step (0.02); the tests check it.
struct FixedOKLab: Hashable, Sendable {
  /// Lightness, 0 to ``unit``.
  var l: Int32
  /// Green to red, about −3833 to 4522.
  var a: Int32
  /// Blue to yellow, about −5107 to 3254.
  var b: Int32

  /// What stands for 1.0: 2¹⁴, so that a component fits 16 bits and a squared distance 30.
  static let unit: Int32 = 1 << 14

  /// Makes a colour from its components.
  init(l: Int32, a: Int32, b: Int32) {
    self.l = l
    self.a = a
    self.b = b
  }

  /// Converts an 8-bit sRGB colour.
  init(_ color: RGB8) {
    self.init(
      linear: LinearLight.of(UInt32(color.red) << 8), LinearLight.of(UInt32(color.green) << 8),
      LinearLight.of(UInt32(color.blue) << 8), cubeRoot: CubeRoot.floor)
  }

  /// As ``init(_:)``, faster.
  init(quick color: RGB8) {
    self.init(
      linear: LinearLight.of(UInt32(color.red) << 8), LinearLight.of(UInt32(color.green) << 8),
      LinearLight.of(UInt32(color.blue) << 8), cubeRoot: CubeRoot.quickFloor)
  }

  /// Converts the mean of pixels, of which there is at least one, each channel rounded half up to
  /// 1/256 of a level.
  init(meanOf sums: ColorSums) {
    self.init(meanOf: sums, cubeRoot: CubeRoot.floor)
  }

  /// As ``init(meanOf:)``, with a cube root of the caller's choice.
  init(meanOf sums: ColorSums, cubeRoot: (UInt64) -> UInt64) {
    func mean(_ sum: UInt64) -> UInt32 {
      if sum < 1 << 54 {
        // ⌊256 · sum ÷ count + ½⌋. A sum under 2⁵⁴ has room for nine bits more; larger ones,
        // of 2⁴⁶ pixels and more, take twice the width.
        UInt32(truncatingIfNeeded: (sum << 9 &+ sums.count) / (sums.count << 1))
      } else {
        UInt32(
          truncatingIfNeeded: (UInt128(sum) << 9 &+ UInt128(sums.count))
            / (UInt128(sums.count) << 1))
      }
    }
    self.init(
      linear: LinearLight.of(mean(sums.red)), LinearLight.of(mean(sums.green)),
      LinearLight.of(mean(sums.blue)), cubeRoot: cubeRoot)
  }

  /// Converts linear light, 2²⁴ a unit.
  private init(
    linear red: UInt32, _ green: UInt32, _ blue: UInt32, cubeRoot: (UInt64) -> UInt64
  ) {
    let (red, green, blue) = (UInt64(red), UInt64(green), UInt64(blue))
    // Rows sum to 2³⁰, so a cone's response is 0 … 2⁵⁴ and its cube root 0 … 2¹⁸.
    let long = Int64(
      cubeRoot(442_619_434 &* red &+ 575_882_676 &* green &+ 55_239_714 &* blue))
    let middle = Int64(
      cubeRoot(227_529_649 &* red &+ 730_895_571 &* green &+ 115_316_604 &* blue))
    let short = Int64(
      cubeRoot(94_814_047 &* red &+ 302_493_299 &* green &+ 676_434_478 &* blue))
    self.init(
      l: Self.rounded(3_530_836 &* long &+ 13_314_698 &* middle &- 68_318 &* short),
      a: Self.rounded(33_185_308 &* long &- 40_745_016 &* middle &+ 7_559_708 &* short),
      b: Self.rounded(434_598 &* long &+ 13_132_731 &* middle &- 13_567_329 &* short))
  }

  /// Drops the 28 bits that make 2⁴² a unit into 2¹⁴, rounding half up.
  private static func rounded(_ value: Int64) -> Int32 {
    Int32(truncatingIfNeeded: (value &+ 1 << 27) >> 28)
  }

  /// The square of the distance to black, under 2³⁰.
  var squaredLength: Int32 { l &* l &+ a &* a &+ b &* b }

  /// The square of the distance to another colour, 2²⁸ a unit; under 2³⁰ within the sRGB gamut.
  func squaredDistance(to other: FixedOKLab) -> Int32 {
    let (dl, da, db) = (l &- other.l, a &- other.a, b &- other.b)
    return dl &* dl &+ da &* da &+ db &* db
  }
}
