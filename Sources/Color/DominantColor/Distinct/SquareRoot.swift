/// Exact integer square roots.
enum SquareRoot {
  /// The largest integer whose square is at most `value`.
  ///
  /// - Complexity: O(1): the rounded root in double precision is at most one off, and squares decide.
  static func floor(_ value: UInt64) -> UInt64 {
    // IEEE 754 defines conversion and root to the last bit, so this is the same on every machine.
    var root = min(UInt64(Double(value).squareRoot()), 0xFFFF_FFFF)
    while root &* root > value { root &-= 1 }
    while root < 0xFFFF_FFFF, (root &+ 1) &* (root &+ 1) <= value { root &+= 1 }
    return root
  }

  /// The same for numbers that are not negative.
  static func floor(_ value: Int64) -> Int64 {
    // Up to here doubles hold the number, and no root of a number under a square is rounded up to that square's.
    if value < 1 << 50 { return Int64(Double(max(value, 0)).squareRoot()) }
    return Int64(floor(UInt64(value)))
  }
}
