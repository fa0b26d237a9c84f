public import CRowShims

/// The checksum of a zlib stream, Adler-32.
public enum AdlerSum {
  /// The sum of bytes that follow others.
  @inlinable @inline(__always)
  public static func add(_ bytes: UnsafePointer<UInt8>, count: Int, to before: UInt32) -> UInt32 {
    let modulus: UInt64 = 65521
    var low = UInt64(before & 0xFFFF)
    var high = UInt64(before &>> 16)
    var next = bytes
    var left = count
    while left >= 32 {
      // So many that no word of the sums overflows: 173 × 173 ÷ 2 × 8 × 255 is under 2^25.
      var blocks = min(left / 32, 173)
      left -= 32 * blocks
      // Of n bytes b[0], b[1], … the sums become low + Σ b[i] and high + n · low + Σ (n - i)
      // · b[i]. In a run of blocks of 32 the weight n - i is 32 for each block behind byte
      // i's, which `earlier` adds up, and 32 to 1 within its block, which `weighed` does. 32
      // × 173 bytes are the 5536 that fit into zlib's 5552 (NMAX).
      high += low * 32 * UInt64(blocks)
      var sums = crow_u32x8(repeating: 0)
      var earlier = crow_u32x8(repeating: 0)
      var weighed = crow_u32x8(repeating: 0)
      repeat {
        let block = crow_load_bytes(next)
        earlier = crow_add_words(earlier, sums)
        sums = crow_add_words(sums, crow_sum_bytes(block))
        weighed = crow_add_words(weighed, crow_weigh_bytes(block))
        next += 32
        blocks -= 1
      } while blocks > 0
      high += 32 * crow_total(earlier) + crow_total(weighed)
      low += crow_total(sums)
      low %= modulus
      high %= modulus
    }
    while left > 0 {
      low += UInt64(next.pointee)
      high += low
      next += 1
      left -= 1
    }
    return UInt32(truncatingIfNeeded: high % modulus) &<< 16
      | UInt32(truncatingIfNeeded: low % modulus)
  }
}
