/// The transform of groups of blocks to four numbers each.
extension DetailPass {
  /// The transform of a group that has no coefficients from the sixth on, as most of photos.
  @inlinable @inline(__always)
  static func transformFew(
    _ coefficients: UnsafePointer<Int32>, _ quantization: UnsafePointer<Int32>,
    _ results: UnsafeMutablePointer<Int32>
  ) -> UInt32 {
    var range = TransformRange()
    for lane in 0..<groupSize {
      @inline(__always)
      func value(_ number: Int) -> Int32 {
        range.value(coefficients[number &* groupSize &+ lane], quantization[number])
      }
      // Places of the zigzag that count here, row by row:
      //
      //     (0)  1   5
      //      2   4
      //      3
      //
      // 3 and 5 lie in an even row or column, which the transform to 2 × 2 leaves out; 0 is
      // added last. jdctred.c's constant 3.624509785 in 8192ths.
      let (right, lower, both) = (value(1), 29692 &* value(2), 29692 &* value(4))
      let upperLeft = range.sum(lower) &<< 15
      let lowerLeft = range.sum(0 &- lower) &<< 15
      let upper = 29692 &* range.sum(right &<< 15 &+ both)
      let bottom = 29692 &* range.sum(right &<< 15 &- both)
      results[lane] = upperLeft &+ upper
      results[groupSize &+ lane] = upperLeft &- upper
      results[2 &* groupSize &+ lane] = lowerLeft &+ bottom
      results[3 &* groupSize &+ lane] = lowerLeft &- bottom
    }
    return range.excess
  }

  /// The transform of a group; returns 0 where all numbers are as small as those of pictures.
  @inlinable @inline(__always)
  static func transform(
    _ coefficients: UnsafePointer<Int32>, _ quantization: UnsafePointer<Int32>,
    _ results: UnsafeMutablePointer<Int32>
  ) -> UInt32 {
    var range = TransformRange()
    for lane in 0..<groupSize {
      @inline(__always)
      func value(_ number: Int) -> Int32 {
        range.value(coefficients[number &* groupSize &+ lane], quantization[number])
      }
      /// A column's two sums, of the coefficients in rows 0, 1, 3, 5 and 7.
      @inline(__always)
      func column(
        _ even: Int32, _ one: Int, _ three: Int, _ five: Int, _ seven: Int
      ) -> (upper: Int32, lower: Int32) {
        let odd =
          // 3.624509785, 1.272758580, 0.850430095 and 0.720959822 in 8192ths; together 52991.
          // Of values within 4096 a sum is at most 4096 × (32768 + 52991) < 2^29, and one of
          // sums within 16384 four times that, under 2^31: nothing overflows where `range`
          // stays 0.
          29692 &* value(one) &- 10426 &* value(three) &+ 6967 &* value(five)
          &- 5906 &* value(seven)
        return (range.sum(even &<< 15 &+ odd), range.sum(even &<< 15 &- odd))
      }
      let first = column(0, 2, 9, 20, 35)
      let second = column(value(1), 4, 11, 22, 36)
      let fourth = column(value(6), 13, 24, 38, 49)
      let sixth = column(value(15), 26, 40, 51, 58)
      let eighth = column(value(28), 42, 53, 60, 63)
      let upper =
        29692 &* second.upper &- 10426 &* fourth.upper &+ 6967 &* sixth.upper
        &- 5906 &* eighth.upper
      let lower =
        29692 &* second.lower &- 10426 &* fourth.lower &+ 6967 &* sixth.lower
        &- 5906 &* eighth.lower
      results[lane] = first.upper &<< 15 &+ upper
      results[groupSize &+ lane] = first.upper &<< 15 &- upper
      results[2 &* groupSize &+ lane] = first.lower &<< 15 &+ lower
      results[3 &* groupSize &+ lane] = first.lower &<< 15 &- lower
    }
    return range.excess
  }
}
