public import CVectorShims

/// Thirty-two 16-bit numbers worked on at once: the halves of ``Lanes``.
///
/// Numbers of two vectors take turns in it, so that what is made of both goes back where it came
/// from. Each operation is one function of `CVectorShims.h`, which says what it does to a half.
@frozen
public struct Halves: Sendable {
  /// The vector itself.
  public let raw: cv_u32x16

  /// Wraps a vector.
  @inlinable @inline(__always)
  public init(_ raw: cv_u32x16) { self.raw = raw }

  /// Every half the same, modulo 2¹⁶.
  @inlinable @inline(__always)
  public init(repeating value: Int) { raw = cv_splat_halves(UInt32(truncatingIfNeeded: value)) }

  /// The low halves of both vectors in turn.
  @inlinable @inline(__always)
  public init(lowOf first: Lanes, _ second: Lanes) { raw = cv_low_halves(first.raw, second.raw) }

  /// The high halves of both vectors in turn.
  @inlinable @inline(__always)
  public init(highOf first: Lanes, _ second: Lanes) { raw = cv_high_halves(first.raw, second.raw) }

  /// Lanes taken as signed, which fit halves or keep their sign, in the order of the halves that
  /// ``pairs(with:)`` paired.
  @inlinable @inline(__always)
  public init(narrowing pairs: (Lanes, Lanes)) { raw = cv_narrow(pairs.0.raw, pairs.1.raw) }

  /// As many halves, from any address.
  @inlinable @inline(__always)
  public init(loading address: UnsafeRawPointer) { raw = cv_load(address) }

  /// The numbers of a table of 256 at the low bytes of indexes.
  @inlinable @inline(__always)
  public init(of table: UnsafePointer<UInt16>, at indexes: Halves) {
    raw = cv_look_up_halves(table, indexes.raw)
  }

  /// Writes all halves to any address.
  @inlinable @inline(__always)
  public func store(to address: UnsafeMutableRawPointer) { cv_store(address, raw) }

  /// Each half beside its counterpart, which is the higher one, in two vectors.
  @inlinable @inline(__always)
  public func pairs(with higher: Halves) -> (Lanes, Lanes) {
    (Lanes(cv_pairs_first(raw, higher.raw)), Lanes(cv_pairs_second(raw, higher.raw)))
  }

  /// The larger of each pair, taken as signed.
  @inlinable @inline(__always)
  public func max(_ other: Halves) -> Halves { Halves(cv_max_halves(raw, other.raw)) }

  /// The smaller of each pair, taken as signed.
  @inlinable @inline(__always)
  public func min(_ other: Halves) -> Halves { Halves(cv_min_halves(raw, other.raw)) }

  /// The sizes of signed numbers above −2¹⁵.
  @inlinable @inline(__always)
  public var size: Halves { Halves(cv_size_halves(raw)) }

  /// How much each is more than its counterpart, both unsigned; 0 where it is not.
  @inlinable @inline(__always)
  public func excess(over other: Halves) -> Halves { Halves(cv_excess_halves(raw, other.raw)) }

  /// The high halves of the products of unsigned numbers.
  @inlinable @inline(__always)
  public func highProduct(_ other: Halves) -> Halves {
    Halves(cv_multiply_high_halves(raw, other.raw))
  }

  /// All ones where a number is under its counterpart, both taken as signed.
  @inlinable @inline(__always)
  public func isLess(than other: Halves) -> Halves { Halves(cv_less_halves(raw, other.raw)) }

  /// All ones where a number equals its counterpart.
  @inlinable @inline(__always)
  public func isEqual(to other: Halves) -> Halves { Halves(cv_equal_halves(raw, other.raw)) }

  /// This where `mask` is all ones, `other` where it is zero.
  @inlinable @inline(__always)
  public func selected(by mask: Halves, else other: Halves) -> Halves {
    Halves(cv_select(mask.raw, raw, other.raw))
  }

  /// Whether any number is not zero.
  @inlinable @inline(__always)
  public var isAnyNonzero: Bool { cv_any_nonzero(raw) != 0 }

  /// Bitwise and.
  @inlinable @inline(__always)
  public static func & (left: Halves, right: Halves) -> Halves {
    Halves(cv_and(left.raw, right.raw))
  }

  /// Bitwise or.
  @inlinable @inline(__always)
  public static func | (left: Halves, right: Halves) -> Halves {
    Halves(cv_or(left.raw, right.raw))
  }

  /// Bitwise exclusive or.
  @inlinable @inline(__always)
  public static func ^ (left: Halves, right: Halves) -> Halves {
    Halves(cv_xor(left.raw, right.raw))
  }

  /// The sum modulo 2¹⁶.
  @inlinable @inline(__always)
  public static func &+ (left: Halves, right: Halves) -> Halves {
    Halves(cv_add_halves(left.raw, right.raw))
  }

  /// The difference modulo 2¹⁶.
  @inlinable @inline(__always)
  public static func &- (left: Halves, right: Halves) -> Halves {
    Halves(cv_subtract_halves(left.raw, right.raw))
  }

  /// The product modulo 2¹⁶.
  @inlinable @inline(__always)
  public static func &* (left: Halves, right: Halves) -> Halves {
    Halves(cv_multiply_halves(left.raw, right.raw))
  }

  /// Every number shifted down by 0 to 15 bits.
  @inlinable @inline(__always)
  public static func &>> (left: Halves, right: UInt32) -> Halves {
    Halves(cv_shift_right_halves(left.raw, right))
  }

  /// Every number shifted down by its counterpart, 0 to 15 bits.
  @inlinable @inline(__always)
  public static func &>> (left: Halves, right: Halves) -> Halves {
    Halves(cv_shift_right_each_half(left.raw, right.raw))
  }

  /// Every number shifted up by 0 to 15 bits.
  @inlinable @inline(__always)
  public static func &<< (left: Halves, right: UInt32) -> Halves {
    Halves(cv_shift_left_halves(left.raw, right))
  }
}

extension Lanes {
  /// The low halves of two vectors whose halves are in turn in `low`, and their high halves in
  /// `high`: the inverse of both initialisers of ``Halves``.
  ///
  /// - Returns: both vectors.
  @inlinable @inline(__always)
  public static func pair(low: Halves, high: Halves) -> (Lanes, Lanes) {
    (Lanes(cv_low_halves(low.raw, high.raw)), Lanes(cv_high_halves(low.raw, high.raw)))
  }

  /// The sum of each lane's signed halves times two factors.
  ///
  /// - Parameters:
  ///   - low: the factor of the low half, which fits 16 bits with its sign.
  ///   - high: that of the high half, alike.
  /// - Returns: the sums.
  @inlinable @inline(__always)
  public func sumOfHalves(times low: Int, _ high: Int) -> Lanes {
    let factors = UInt32(truncatingIfNeeded: low & 0xFFFF | high << 16)
    return Lanes(cv_multiply_add_halves(raw, cv_splat(factors)))
  }

  /// The whole part of this divided by another, exact within the bounds of `cv_whole_quotient`.
  @inlinable @inline(__always)
  public func wholeQuotient(by divisor: Lanes) -> Lanes {
    Lanes(cv_whole_quotient(raw, divisor.raw))
  }

  /// The whole part of this, taken as signed, times `scale` and `more`, in `Float`.
  @inlinable @inline(__always)
  public func scaled(by scale: Float, adding more: Float) -> Lanes {
    Lanes(cv_scaled(raw, scale, more))
  }

  /// Writes the first `count` lanes (0 to 16) to any address.
  @inlinable @inline(__always)
  public func store(to address: UnsafeMutableRawPointer, first count: Int) {
    cv_store_first(address, raw, UInt32(truncatingIfNeeded: count))
  }
}
