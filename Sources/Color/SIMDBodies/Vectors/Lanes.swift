public import CVectorShims

/// Sixteen 32-bit words worked on at once: the whole vector vocabulary of the kernels.
///
/// It stands in for `SIMD16<UInt32>`, whose integer operators the compiler takes apart into single
/// lanes. Each operation is one function of `CVectorShims.h`, which says what it does to a lane.
@frozen
public struct Lanes: Sendable {
  /// The vector itself.
  public let raw: cv_u32x16

  /// Wraps a vector.
  @inlinable @inline(__always)
  public init(_ raw: cv_u32x16) { self.raw = raw }

  /// Whether gathering is faster than loading words one by one.
  @inlinable @inline(__always)
  public static var areGathered: Bool { cv_gathers() != 0 }

  /// Begins to fetch the 32 pixels that are 4 KB after an address.
  ///
  /// What a processor fetches by itself is not far enough ahead where each pixel takes long. Nothing
  /// need be there.
  @inlinable @inline(__always)
  static func prefetchPixels(after address: UnsafeRawPointer) {
    cv_prefetch(address + 4096)
    cv_prefetch(address + 4160)
  }

  /// Begins to fetch a vector of each of sixteen rows that are `step` bytes apart.
  ///
  /// Nothing need be there.
  @inlinable @inline(__always)
  static func prefetchRows(_ address: UnsafeRawPointer, step: Int) {
    for row in 0..<16 { cv_prefetch(address + row &* step) }
  }

  /// Every lane the same.
  @inlinable @inline(__always)
  public init(repeating value: UInt32) { raw = cv_splat(value) }

  /// Sixteen words from any address.
  @inlinable @inline(__always)
  public init(loading address: UnsafeRawPointer) { raw = cv_load(address) }

  /// The first `count` words (0 to 16) from any address; the other lanes are 0.
  @inlinable @inline(__always)
  public init(loading address: UnsafeRawPointer, first count: Int) {
    raw = cv_load_first(address, UInt32(truncatingIfNeeded: count))
  }

  /// Every fourth of 64 words from any address, from the fourth on.
  @inlinable @inline(__always)
  public init(loadingFourths address: UnsafeRawPointer) { raw = cv_load_fourths(address) }

  /// The words of a table at indexes under 2³¹.
  @inlinable @inline(__always)
  public init(of table: UnsafePointer<UInt32>, at indexes: Lanes) {
    raw = cv_gather_words(table, indexes.raw)
  }

  /// The 16-bit numbers of a table at indexes under 2³¹, as low halves; the high ones mean nothing.
  ///
  /// The table has one number more than the indexes reach.
  @inlinable @inline(__always)
  public init(of table: UnsafePointer<UInt16>, at indexes: Lanes) {
    raw = cv_gather_halves(table, indexes.raw)
  }

  /// Writes all lanes to any address.
  @inlinable @inline(__always)
  public func store(to address: UnsafeMutableRawPointer) { cv_store(address, raw) }

  /// Writes the lanes whose bit in `mask` is set, in order; up to 16 words may be overwritten.
  @inlinable @inline(__always)
  public func compress(to address: UnsafeMutablePointer<UInt32>, where mask: UInt32) {
    cv_compress_store(address, raw, mask)
  }

  /// Lane 0.
  @inlinable @inline(__always)
  public var first: UInt32 { raw[0] }

  /// The sum of all lanes modulo 2³².
  @inlinable @inline(__always)
  public var sum: UInt32 { cv_sum(raw) }

  /// The larger of each pair of lanes.
  @inlinable @inline(__always)
  public func larger(_ other: Lanes) -> Lanes { Lanes(cv_larger(raw, other.raw)) }

  /// The largest lane.
  @inlinable @inline(__always)
  public var largest: UInt32 { cv_largest(raw) }

  /// The lanes from the second on, and the first of `next`.
  @inlinable @inline(__always)
  public func withoutFirst(then next: Lanes) -> Lanes { Lanes(cv_without_first(raw, next.raw)) }

  /// The lanes from the third on, and the first two of `next`.
  @inlinable @inline(__always)
  public func withoutTwo(then next: Lanes) -> Lanes { Lanes(cv_without_two(raw, next.raw)) }

  /// The lanes' numbers, 0 to 15.
  @inlinable @inline(__always)
  public static var indices: Lanes { Lanes(cv_indices()) }

  /// One bit a lane, set where the lane is not that of `other`.
  @inlinable @inline(__always)
  public func differingBits(_ other: Lanes) -> UInt32 { cv_differing_bits(raw, other.raw) }

  /// One bit a lane, set where a byte differs from that of `other` by more than `step`.
  @inlinable @inline(__always)
  public func unlikeBits(_ other: Lanes, step: UInt8) -> UInt32 {
    excessBytes(other, step: step).differingBits(Lanes(repeating: 0))
  }

  /// By how much each byte differs by more than `step` from its counterpart; 0 where it does not.
  @inlinable @inline(__always)
  public func excessBytes(_ other: Lanes, step: UInt8) -> Lanes {
    Lanes(cv_excess_bytes(raw, other.raw, step))
  }

  /// The sum of this and the lanes of `other` where `left` equals `right`; this elsewhere.
  @inlinable @inline(__always)
  public func adding(_ other: Lanes, whereEqual left: Lanes, _ right: Lanes) -> Lanes {
    Lanes(cv_add_where_equal(raw, other.raw, left.raw, right.raw))
  }

  /// The weighed sum of each lane's bytes b0 to b3: (b0·w0 + b1·w1)·p0 + (b2·w2 + b3·w3)·p1.
  ///
  /// - Parameters:
  ///   - bytes: the weights w0 to w3, lowest byte first, each 0 to 127.
  ///   - pairs: the weights p0 (low) and p1, each 0 to 127.
  /// - Returns: the sums.
  @inlinable @inline(__always)
  public func weighed(bytes: UInt32, pairs: UInt32) -> Lanes {
    Lanes(cv_weigh(raw, bytes, pairs))
  }

  /// Whether any lane is not zero.
  @inlinable @inline(__always)
  public var isAnyNonzero: Bool { cv_any_nonzero(raw) != 0 }

  /// All ones where a lane is under its counterpart.
  @inlinable @inline(__always)
  public func isLess(than other: Lanes) -> Lanes { Lanes(cv_less(raw, other.raw)) }

  /// All ones where a lane is under its counterpart, both taken as signed.
  @inlinable @inline(__always)
  public func isLessSigned(than other: Lanes) -> Lanes { Lanes(cv_less_signed(raw, other.raw)) }

  /// All ones where a lane equals its counterpart.
  @inlinable @inline(__always)
  public func isEqual(to other: Lanes) -> Lanes { Lanes(cv_equal(raw, other.raw)) }

  /// The differences of both halves of each lane, modulo 2¹⁶.
  @inlinable @inline(__always)
  public func subtractingHalves(_ other: Lanes) -> Lanes {
    Lanes(cv_subtract_halves(raw, other.raw))
  }

  /// The sum of the squares of each lane's signed halves.
  @inlinable @inline(__always)
  public var squaredHalves: Lanes { Lanes(cv_square_halves(raw)) }

  /// As eight 64-bit sums, one for each two lanes: this and the products of both lanes.
  @inlinable @inline(__always)
  public func addingProducts(of left: Lanes, and right: Lanes) -> Lanes {
    Lanes(cv_add_products(raw, left.raw, right.raw))
  }

  /// The sum of eight 64-bit sums, modulo 2⁶⁴.
  @inlinable @inline(__always)
  public var longSum: UInt64 { cv_sum_long(raw) }

  /// The larger of each pair of bytes.
  @inlinable @inline(__always)
  public func maxBytes(_ other: Lanes) -> Lanes { Lanes(cv_max_bytes(raw, other.raw)) }

  /// The smaller of each pair of bytes.
  @inlinable @inline(__always)
  public func minBytes(_ other: Lanes) -> Lanes { Lanes(cv_min_bytes(raw, other.raw)) }

  /// The least of each byte over this and other pixels, gathered in whatever lanes are quickest: where
  /// all pixels of some lanes have at least a bound, all of all lanes have.
  @inlinable @inline(__always)
  public func leastBytes(_ other: Lanes) -> Lanes { Lanes(cv_least_bytes(raw, other.raw)) }

  /// This where `mask` is all ones, `other` where it is zero.
  @inlinable @inline(__always)
  public func selected(by mask: Lanes, else other: Lanes) -> Lanes {
    Lanes(cv_select(mask.raw, raw, other.raw))
  }

  /// Bitwise and.
  @inlinable @inline(__always)
  public static func & (left: Lanes, right: Lanes) -> Lanes { Lanes(cv_and(left.raw, right.raw)) }

  /// Bitwise and with the same word in every lane.
  @inlinable @inline(__always)
  public static func & (left: Lanes, right: UInt32) -> Lanes { left & Lanes(repeating: right) }

  /// Bitwise or.
  @inlinable @inline(__always)
  public static func | (left: Lanes, right: Lanes) -> Lanes { Lanes(cv_or(left.raw, right.raw)) }

  /// Bitwise or with the same word in every lane.
  @inlinable @inline(__always)
  public static func | (left: Lanes, right: UInt32) -> Lanes { left | Lanes(repeating: right) }

  /// Bitwise exclusive or.
  @inlinable @inline(__always)
  public static func ^ (left: Lanes, right: Lanes) -> Lanes { Lanes(cv_xor(left.raw, right.raw)) }

  /// The sum modulo 2³².
  @inlinable @inline(__always)
  public static func &+ (left: Lanes, right: Lanes) -> Lanes { Lanes(cv_add(left.raw, right.raw)) }

  /// The difference modulo 2³².
  @inlinable @inline(__always)
  public static func &- (left: Lanes, right: Lanes) -> Lanes {
    Lanes(cv_subtract(left.raw, right.raw))
  }

  /// Every lane shifted down by 0 to 31 bits.
  @inlinable @inline(__always)
  public static func &>> (left: Lanes, right: UInt32) -> Lanes {
    Lanes(cv_shift_right(left.raw, right))
  }

  /// Every lane shifted up by 0 to 31 bits.
  @inlinable @inline(__always)
  public static func &<< (left: Lanes, right: UInt32) -> Lanes {
    Lanes(cv_shift_left(left.raw, right))
  }

  /// Writes the lanes of this and of `other` in pairs, 32 words, to any address.
  ///
  /// Which pairs come first is the instruction set's choice.
  @inlinable @inline(__always)
  public func storePairs(with other: Lanes, to address: UnsafeMutableRawPointer) {
    cv_store(address, cv_word_pairs_first(raw, other.raw))
    cv_store(address + 64, cv_word_pairs_second(raw, other.raw))
  }
}
