/// The sRGB curve undone: encoded channels to linear light, in integers alone.
enum LinearLight {
  /// Linear light of a channel given in 1/256 of a level (0 … 65280); 2²⁴ a unit.
  ///
  /// Whole levels come from a table, right to a few millionths; between them the curve is
  /// taken as straight, which is exact up to level 10 and within 7 · 10⁻⁴ of the value above.
  static func of(_ channel: UInt32) -> UInt32 {
    let level = Int(channel >> 8)
    let low = UInt64(table[level])
    let rise = UInt64(table[level &+ 1]) &- low
    return UInt32(truncatingIfNeeded: low &+ (rise &* UInt64(channel & 255) &+ 128) >> 8)
  }

  /// Linear light of the 256 levels, 2²⁴ a unit, and once more the last.
  static let table: [UInt32] = (0...256).map { ofLevel(UInt64(min($0, 255))) }

  /// Linear light of one level v, rounded half up.
  ///
  /// With c = v / 255, c / 12.92 where c ≤ 0.04045, that is up to level 10, is 5v / 16473; above it
  /// ((c + 0.055) / 1.055)^2.4 is (n / d)² times the fifth root of (n / d)², with
  /// n = 40v + 561 and d = 10761.
  private static func ofLevel(_ level: UInt64) -> UInt32 {
    // 1 ÷ (255 · 12.92) is 5 ÷ 16473; twice 2²⁴ and a divisor more round half up.
    if level <= 10 { return UInt32(((5 * level) << 25 + 16473) / (2 * 16473)) }
    // (v ÷ 255 + 0.055) ÷ 1.055 is (v + 14.025) ÷ 269.025: times 40, both are whole.
    let numerator = UInt128(40 * level + 561)
    let square = numerator &* numerator
    let whole: UInt128 = 10761 * 10761
    // 2²⁰ · (n/d)^0.4, whose fifth power is 2¹⁰⁰ · (n/d)²; n² < 2²⁷, so nothing overflows.
    let root = fifthRoot(square << 100 / whole)
    return UInt32(truncatingIfNeeded: ((root &* square) << 5 &+ whole) / (2 &* whole))
  }

  /// The largest integer whose fifth power is at most `value`, for values up to 2¹⁰⁰.
  private static func fifthRoot(_ value: UInt128) -> UInt128 {
    var root: UInt128 = 0
    for bit in (0...20).reversed() {
      let candidate = root | 1 << UInt128(bit)
      // Under 2²¹, whose fifth power is under 2¹⁰⁵.
      let square = candidate &* candidate
      if square &* square &* candidate <= value { root = candidate }
    }
    return root
  }
}
