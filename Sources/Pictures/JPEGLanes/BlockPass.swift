/// Transforms blocks as libjpeg does, where there is no transform of vectors: see ``SamplePass``.
///
/// The transform is that of `jpeg_idct_islow` (libjpeg, jidctint.c), sixteen blocks of one
/// component side by side. Its first coefficient adds `first << 15` to each of the 64 results
/// before they are rounded and shifted right by 18: `first << 13` is a multiple of what the first
/// half rounds to, so that it can be added between the halves, and after numbers were judged.
public enum BlockPass {
  /// Blocks that lie interleaved in memory: the numbers of block *b* are at `16 * number + b`, row by row.
  @inlinable public static var groupSize: Int { 16 }

  /// Eight numbers through the transform in one direction, not yet rounded.
  @inlinable @inline(__always)
  static func transform(
    _ input: (Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32)
  ) -> (Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32) {
    // jidctint.c's constants in 8192ths: 4433 is 0.541196100, 15137 is 1.847759065, 6270 is
    // 0.765366865. Inputs of the columns are within -4096...4095 where the answer counts
    // (`multiply` reports others). No output weighs an input with more than sqrt(2) in
    // absolute value, so that it is at most 8 × 4096 × 11586 < 2^29. Steps on the way may
    // wrap: what counts are the sums modulo 2^32. Of rows, whose inputs are within 8192, and
    // within 28684 at place 0, outputs are under 2^30.
    let evenSum = (input.2 &+ input.6) &* 4433
    let even2 = evenSum &- input.6 &* 15137
    let even3 = evenSum &+ input.2 &* 6270
    let even0 = (input.0 &+ input.4) &<< 13
    let even1 = (input.0 &- input.4) &<< 13
    let sum0 = even0 &+ even3
    let sum3 = even0 &- even3
    let sum1 = even1 &+ even2
    let sum2 = even1 &- even2

    // 1.175875602 (9633), 0.899976223 (7373), 2.562915447 (20995), 1.961570560 (16069),
    // 0.390180644 (3196); below 0.298631336 (2446), 2.053119869 (16819), 3.072711026 (25172),
    // 1.501321110 (12299).
    let z5 = (input.7 &+ input.3 &+ input.5 &+ input.1) &* 9633
    let z1 = (input.7 &+ input.1) &* -7373
    let z2 = (input.5 &+ input.3) &* -20995
    let z3 = (input.7 &+ input.3) &* -16069 &+ z5
    let z4 = (input.5 &+ input.1) &* -3196 &+ z5
    let odd0 = input.7 &* 2446 &+ z1 &+ z3
    let odd1 = input.5 &* 16819 &+ z2 &+ z4
    let odd2 = input.3 &* 25172 &+ z2 &+ z3
    let odd3 = input.1 &* 12299 &+ z1 &+ z4
    return (
      sum0 &+ odd3, sum1 &+ odd2, sum2 &+ odd1, sum3 &+ odd0, sum3 &- odd0, sum2 &- odd1,
      sum1 &- odd2, sum0 &- odd3
    )
  }

  /// Transforms a column in place, its numbers 8 × ``groupSize`` apart.
  @inlinable @inline(__always)
  static func transformColumn(_ column: UnsafeMutablePointer<Int32>) -> UInt32 {
    let step = 8 * groupSize
    var others: Int32 = 0
    for row in 1..<8 {
      for lane in 0..<groupSize { others |= column[row &* step &+ lane] }
    }
    var range: UInt32 = 0
    guard others != 0 else {
      // (v << 13 + 1024) >> 11, the same in all rows. Most columns of chroma are so.
      for lane in 0..<groupSize {
        // The test of `store`: 4 v + 8192 lies under 2^14 where v + 2048 lies under 2^12.
        range |= UInt32(bitPattern: column[lane] &+ 2048) &>> 12
      }
      // Row 0 is the last one, because all others are made of it.
      for row in (0..<8).reversed() {
        for lane in 0..<groupSize { column[row &* step &+ lane] = column[lane] &<< 2 }
      }
      return range
    }
    for lane in 0..<groupSize {
      let out = transform(
        (
          column[lane], column[step &+ lane], column[2 &* step &+ lane],
          column[3 &* step &+ lane], column[4 &* step &+ lane], column[5 &* step &+ lane],
          column[6 &* step &+ lane], column[7 &* step &+ lane]
        ))
      range |= store(out, column + lane)
    }
    return range &>> 14
  }

  /// Rounds what a column was transformed to, and says of which bits its numbers are, 8192 added.
  @inlinable @inline(__always)
  static func store(
    _ out: (Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32),
    _ column: UnsafeMutablePointer<Int32>
  ) -> UInt32 {
    let step = 8 * groupSize
    var range: UInt32 = 0
    @inline(__always)
    func store(_ row: Int, _ number: Int32) {
      // With 4 × the first coefficient, at most 16380, sums of two stay within 16 bits.
      let rounded = (number &+ 1024) &>> 11
      range |= UInt32(bitPattern: rounded &+ 8192)
      column[row &* step] = rounded
    }
    store(0, out.0)
    store(1, out.1)
    store(2, out.2)
    store(3, out.3)
    store(4, out.4)
    store(5, out.5)
    store(6, out.6)
    store(7, out.7)
    return range
  }

  /// Transforms a column of which only the first four numbers are not 0; the others are not read.
  @inlinable @inline(__always)
  static func transformFewOfColumn(_ column: UnsafeMutablePointer<Int32>) -> UInt32 {
    let step = 8 * groupSize
    var range: UInt32 = 0
    for lane in 0..<groupSize {
      let out = transform(
        (
          column[lane], column[step &+ lane], column[2 &* step &+ lane],
          column[3 &* step &+ lane], 0, 0, 0, 0
        ))
      range |= store(out, column + lane)
    }
    return range &>> 14
  }

  /// Transforms a row of which only the first four numbers are not 0; the others are not read.
  @inlinable @inline(__always)
  static func transformFewOfRow(_ row: UnsafeMutablePointer<Int32>) {
    for lane in 0..<groupSize {
      let out = transform(
        (
          row[lane], row[groupSize &+ lane], row[2 &* groupSize &+ lane],
          row[3 &* groupSize &+ lane], 0, 0, 0, 0
        ))
      row[lane] = out.0
      row[groupSize &+ lane] = out.1
      row[2 &* groupSize &+ lane] = out.2
      row[3 &* groupSize &+ lane] = out.3
      row[4 &* groupSize &+ lane] = out.4
      row[5 &* groupSize &+ lane] = out.5
      row[6 &* groupSize &+ lane] = out.6
      row[7 &* groupSize &+ lane] = out.7
    }
  }

  @inlinable @inline(__always)
  static func transformRow(_ row: UnsafeMutablePointer<Int32>) {
    for lane in 0..<groupSize {
      let out = transform(
        (
          row[lane], row[groupSize &+ lane], row[2 &* groupSize &+ lane],
          row[3 &* groupSize &+ lane], row[4 &* groupSize &+ lane], row[5 &* groupSize &+ lane],
          row[6 &* groupSize &+ lane], row[7 &* groupSize &+ lane]
        ))
      row[lane] = out.0
      row[groupSize &+ lane] = out.1
      row[2 &* groupSize &+ lane] = out.2
      row[3 &* groupSize &+ lane] = out.3
      row[4 &* groupSize &+ lane] = out.4
      row[5 &* groupSize &+ lane] = out.5
      row[6 &* groupSize &+ lane] = out.6
      row[7 &* groupSize &+ lane] = out.7
    }
  }
}
