public import Pixels

/// Counts the pixels of rows that lie alone, by their cell of 8 levels.
///
/// A pixel lies alone when it is counted and is unlike each neighbour that it has, left, right, above and below:
/// some channel, alpha too, differs by more than ``mostStep``. Whether neighbours count is not asked.
///
/// Sixteen differences of neighbours are one comparison and 64 are one word, in which two set bits in
/// succession are a pixel that is alone in its row: in a picture of things nearly all words have none. Of these
/// pixels alone are the ones above and below looked at.
@frozen
public struct LonePixels {
  /// The most that a channel of pixels that are alike differs by.
  @inlinable @inline(__always)
  public static var mostStep: UInt8 { 40 }

  @usableFromInline let rule: VisibilityRule
  @usableFromInline let hasFilters: Bool
  @usableFromInline let counts: UnsafeMutablePointer<UInt32>
  /// Bytes from a row to the next.
  @usableFromInline let rowStep: Int

  /// - Parameters:
  ///   - rule: which pixels count.
  ///   - rowStep: bytes from a row to the next.
  ///   - counts: a number for each of the 32768 cells, blue fastest.
  @inlinable @inline(__always)
  public init(rule: VisibilityRule, rowStep: Int, counts: UnsafeMutablePointer<UInt32>) {
    self.rowStep = rowStep
    self.rule = rule
    hasFilters = rule.hasFilters
    self.counts = counts
  }

  /// Counts the pixels of all rows.
  ///
  /// - Parameters:
  ///   - view: the pixels, with a row above the first and one below the last in memory.
  ///   - hasPrevious: whether the pixel before the view's first in memory is its neighbour; for views of
  ///     one row.
  ///   - hasNext: the same of the pixel after its last.
  /// - Complexity: O(*n*) in pixels; allocates nothing.
  @inlinable @inline(__always)
  public func add(_ view: PixelView, hasPrevious: Bool, hasNext: Bool) {
    guard view.width > 0 else { return }
    for y in 0..<view.height {
      addRow(view.row(y), view.width, hasPrevious: hasPrevious, hasNext: hasNext)
    }
  }

  @inlinable @inline(__always)
  func addRow(
    _ row: UnsafeRawPointer, _ width: Int, hasPrevious: Bool, hasNext: Bool
  ) {
    // Whether the pixel before `x` is unlike the one before itself, or has none.
    // SAFETY: here and below: pixels 0 to width - 1 can be read, and those beside them that the caller
    // says are there.
    var isUnlike = !hasPrevious || Self.areUnlike(row - 4, row)
    var x = 1
    while x < width {
      let size = min(width &- x, 64)
      let unlike =
        size == 64
        ? bits(row, x) | bits(row, x &+ 16) &<< 16 | bits(row, x &+ 32) &<< 32
          | bits(row, x &+ 48) &<< 48
        : lastBits(row, x, width)
      // Bit n: pixel x - 1 + n is unlike the pixels on both sides.
      var alone = unlike & (unlike &<< 1 | (isUnlike ? 1 : 0))
      isUnlike = unlike &>> UInt64(truncatingIfNeeded: size &- 1) & 1 != 0
      while alone != 0 {
        count(row + 4 &* (x &- 1 &+ alone.trailingZeroBitCount))
        alone &= alone &- 1
      }
      x &+= size
    }
    let last = row + 4 &* (width &- 1)
    if isUnlike, !hasNext || Self.areUnlike(last, last + 4) { count(last) }
  }

  /// Which of sixteen pixels are unlike the ones before them.
  @inlinable @inline(__always)
  func bits(_ row: UnsafeRawPointer, _ x: Int) -> UInt64 {
    let pixels = Lanes(loading: row + 4 &* x)
    let previous = Lanes(loading: row + 4 &* (x &- 1))
    return UInt64(pixels.unlikeBits(previous, step: Self.mostStep))
  }

  /// Which of the last pixels of a row, under 64 from `x` on, are unlike the ones before them.
  @inlinable @inline(__always)
  func lastBits(_ row: UnsafeRawPointer, _ x: Int, _ width: Int) -> UInt64 {
    var (unlike, next) = (UInt64(0), x)
    while next &+ 16 <= width {
      unlike |= bits(row, next) &<< UInt64(truncatingIfNeeded: next &- x)
      next &+= 16
    }
    if next < width, width > 16 {
      // The last sixteen of the row, without those that were looked at.
      let seen = UInt64(truncatingIfNeeded: next &- (width &- 16))
      return unlike
        | (bits(row, width &- 16) &>> seen) &<< UInt64(truncatingIfNeeded: next &- x)
    }
    while next < width {
      if Self.areUnlike(row + 4 &* (next &- 1), row + 4 &* next) {
        unlike |= 1 &<< UInt64(truncatingIfNeeded: next &- x)
      }
      next &+= 1
    }
    return unlike
  }

  /// Counts a pixel that lies alone in its row, if it is unlike those above and below, and the rule does.
  @inlinable @inline(__always)
  func count(_ place: UnsafeRawPointer) {
    // SAFETY: there is a row above and one below.
    guard Self.areUnlike(place, place - rowStep), Self.areUnlike(place, place + rowStep) else {
      return
    }
    let pixel = place.loadUnaligned(as: RGBA8.self)
    // Without filters there is no look at colours, whose order no processor foresees in noise.
    let isCounted =
      hasFilters ? rule.verdict(on: pixel) == .counted : pixel.alpha >= rule.minimumAlpha
    guard isCounted else { return }
    let cell =
      Int(pixel.red &>> 3) &<< 10 | Int(pixel.green &>> 3) &<< 5 | Int(pixel.blue &>> 3)
    // SAFETY: the cell is under 32768.
    counts[cell] &+= 1
  }

  /// Whether some channel of two pixels differs by more than ``mostStep``.
  @inlinable @inline(__always)
  static func areUnlike(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
    areUnlike(one.loadUnaligned(as: RGBA8.self), other.loadUnaligned(as: RGBA8.self))
  }

  /// The same of pixels.
  @inlinable @inline(__always)
  public static func areUnlike(_ one: RGBA8, _ other: RGBA8) -> Bool {
    step(one.red, other.red) > mostStep || step(one.green, other.green) > mostStep
      || step(one.blue, other.blue) > mostStep || step(one.alpha, other.alpha) > mostStep
  }

  @inlinable @inline(__always)
  static func step(_ one: UInt8, _ other: UInt8) -> UInt8 {
    one > other ? one &- other : other &- one
  }
}
