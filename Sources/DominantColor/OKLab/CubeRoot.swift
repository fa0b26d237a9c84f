/// Exact integer cube roots of numbers up to 2⁵⁴.
enum CubeRoot {
  /// The largest integer whose cube is at most `value`, one bit at a time: the specification.
  static func floor(_ value: UInt64) -> UInt64 {
    var root: UInt64 = 0
    for bit in (0...18).reversed() {
      let candidate = root | 1 << UInt64(bit)
      if candidate * candidate * candidate <= value { root = candidate }
    }
    return root
  }

  /// The same number as ``floor(_:)``, from a table and one step of Newton's method.
  static func quickFloor(_ value: UInt64) -> UInt64 {
    if value < 1 << 9 { return smallRoots(value) }
    // Scaled by a power of 8 the value lies in 2⁵¹ ..< 2⁵⁴, where its nine high bits choose a
    // piece of the curve.
    let places = (54 &- (64 &- value.leadingZeroBitCount)) / 3
    let scaled = value << UInt64(truncatingIfNeeded: 3 &* places)
    let piece = Int(truncatingIfNeeded: scaled >> 45)
    let low = UInt64(pieces[piece])
    let rise = UInt64(pieces[piece &+ 1]) &- low
    let line = low &+ (rise &* (scaled >> 29 & 0xFFFF)) >> 16
    // The line is under the curve by at most 7 millionths, so that one step, which overshoots by
    // the square of that, is right to the next integer; the cube decides.
    var root =
      ((2 &* line &+ scaled / (line &* line)) / 3) >> UInt64(truncatingIfNeeded: places)
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
}
