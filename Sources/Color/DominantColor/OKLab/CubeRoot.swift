/// Exact integer cube roots of numbers up to 2⁵⁴.
enum CubeRoot {
  /// The largest integer whose cube is at most `value`, one bit at a time: the specification.
  static func floor(_ value: UInt64) -> UInt64 {
    var root: UInt64 = 0
    for bit in (0...18).reversed() {
      let candidate = root | 1 << UInt64(bit)
      // Under 2¹⁹.
      if candidate &* candidate &* candidate <= value { root = candidate }
    }
    return root
  }

  /// The same number as ``floor(_:)``, from tables and one step of Newton's method.
  static func quickFloor(_ value: UInt64) -> UInt64 {
    if value < 1 << 9 { return smallRoots(value) }
    // Scaled by a power of 8 the value lies in 2⁵¹ ..< 2⁵⁴, where its nine high bits choose a
    // piece of the curve.
    // Each three bits more are one bit more of the root. White's 2⁵⁴ has 55 bits: −1 ÷ 3 is
    // 0.
    let places = (54 &- (64 &- value.leadingZeroBitCount)) / 3
    let scaled = value << UInt64(truncatingIfNeeded: 3 &* places)
    let piece = Int(truncatingIfNeeded: scaled >> 45)
    let low = UInt64(pieces[piece])
    let rise = UInt64(pieces[piece &+ 1]) &- low
    //     scaled   [ piece, 9 | place in the piece, 16 | 29 ]
    //
    // Between two tabled roots the curve is taken as straight.
    let line = low &+ (rise &* (scaled >> 29 & 0xFFFF)) >> 16
    // The line is under the curve by at most 7 millionths, which is two. So one step, with the slope
    // that the piece has at its beginning, is right to the next integer; the cube decides.
    let lacking = scaled &- line &* line &* line
    let step = (lacking >> 16 &* UInt64(slopes[piece])) >> 36
    var root = (line &+ step) >> UInt64(truncatingIfNeeded: places)
    while root &* root &* root > value { root &-= 1 }
    while (root &+ 1) &* (root &+ 1) &* (root &+ 1) <= value { root &+= 1 }
    return root
  }

  /// Roots of numbers under 2⁹.
  private static func smallRoots(_ value: UInt64) -> UInt64 {
    var root: UInt64 = 0
    while (root &+ 1) &* (root &+ 1) &* (root &+ 1) <= value { root &+= 1 }
    return root
  }

  /// Cube roots of multiples of 2⁴⁵, 0 to 513 of them.
  private static let pieces: [UInt32] = (0...513).map { UInt32(floor(UInt64($0) << 45)) }

  /// How much roots rise at the beginning of each piece, times 2⁵².
  private static let slopes: [UInt32] = pieces.map { root in
    root == 0 ? 0 : UInt32(truncatingIfNeeded: (1 << 52) / (3 * UInt64(root) * UInt64(root)))
  }
}
