/// The points of one cluster, added up.
struct ClusterSums {
  /// Their weights.
  var weight: Int64 = 0
  /// Lightness times weight.
  var l: Int64 = 0
  /// Component `a` times weight.
  var a: Int64 = 0
  /// Component `b` times weight.
  var b: Int64 = 0

  /// Adds a point, or with a negative weight takes one away.
  @inline(__always)
  mutating func add(_ color: FixedOKLab, weight: Int64) {
    self.weight &+= weight
    l &+= weight &* Int64(color.l)
    a &+= weight &* Int64(color.a)
    b &+= weight &* Int64(color.b)
  }

  /// The weighted mean, each component rounded half up; `nil` without weight.
  var mean: FixedOKLab? {
    guard weight > 0 else { return nil }
    func rounded(_ sum: Int64) -> Int32 {
      // ⌊sum ÷ weight + ½⌋ is ⌊(2 sum + weight) ÷ 2 weight⌋; Swift's division rounds towards
      // 0, so that of negative numbers with a remainder one more has to go. Sums are under
      // 2³² · 2¹⁴, and twice that fits 64 bits.
      let (quotient, remainder) = (2 &* sum &+ weight)
        .quotientAndRemainder(dividingBy: 2 &* weight)
      return Int32(truncatingIfNeeded: remainder < 0 ? quotient &- 1 : quotient)
    }
    return FixedOKLab(l: rounded(l), a: rounded(a), b: rounded(b))
  }
}
