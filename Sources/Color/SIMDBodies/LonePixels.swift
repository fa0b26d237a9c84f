public import Pixels

/// Counts the pixels of rows that lie alone, by their cell of 8 levels.
///
/// A pixel lies alone when it is counted and is unlike each neighbour that it has, left, right, above and below:
/// some channel, alpha too, differs by more than ``mostStep``. Whether neighbours count is not asked.
///
/// Two rows are looked at together: where no pixel of 64 is unlike the one in the other row, none of these 128 lies
/// alone, and in a picture of things that is so nearly everywhere. Elsewhere sixteen differences of neighbours in a row are one
/// comparison and 64 are one word, in which two set bits in succession are a pixel that is alone in its row. Of these
/// pixels alone are the ones above and below looked at.
@frozen
public struct LonePixels {
  /// The most that a channel of pixels that are alike differs by.
  @inlinable @inline(__always)
  public static var mostStep: UInt8 { 40 }

  @usableFromInline let rule: VisibilityRule
  @usableFromInline let hasFilters: Bool
  @usableFromInline let counts: UnsafeMutablePointer<UInt32>

  /// - Parameters:
  ///   - rule: which pixels count.
  ///   - counts: a number for each of the 32768 cells, blue fastest.
  @inlinable @inline(__always)
  public init(rule: VisibilityRule, counts: UnsafeMutablePointer<UInt32>) {
    self.rule = rule
    hasFilters = rule.hasFilters
    self.counts = counts
  }

  /// Counts the pixels of all rows.
  ///
  /// - Parameters:
  ///   - view: the pixels.
  ///   - above: the row above the first.
  ///   - below: the row below the last.
  ///   - hasPrevious: whether the pixel before the view's first in memory is its neighbour; for views of
  ///     one row.
  ///   - hasNext: the same of the pixel after its last.
  /// - Complexity: O(*n*) in pixels; allocates nothing.
  @inlinable @inline(__always)
  public func add(
    _ view: PixelView, above: UnsafeRawPointer, below: UnsafeRawPointer, hasPrevious: Bool,
    hasNext: Bool
  ) {
    guard view.width > 0 else { return }
    var (y, above) = (0, above)
    while y < view.height {
      let row = view.row(y)
      let hasSecond = y &+ 1 < view.height
      let second = hasSecond ? view.row(y &+ 1) : below
      let third = y &+ 2 < view.height ? view.row(y &+ 2) : below
      addRows(
        row, above: above, second, below: hasSecond ? third : nil, view.width,
        hasPrevious: hasPrevious, hasNext: hasNext)
      above = second
      y &+= 2
    }
  }

  /// Counts the pixels of a row, and of the one below it, where there is a row below that.
  @inlinable @inline(__always)
  func addRows(
    _ row: UnsafeRawPointer, above: UnsafeRawPointer, _ second: UnsafeRawPointer,
    below: UnsafeRawPointer?, _ width: Int, hasPrevious: Bool, hasNext: Bool
  ) {
    // SAFETY: here and below: pixels 0 to width - 1 of each row can be read, and those beside them that the
    // caller says are there.
    var x = 0
    while x < width {
      // Bytes are dear in browsers, which do without.
      #if !hasFeature(Embedded)
        if x &+ 64 <= width, Self.areAlike(row + 4 &* x, second + 4 &* x) {
          x &+= 64
          continue
        }
      #endif
      let count = min(width &- x, 64)
      var (place, up, down) = (row + 4 &* x, above + 4 &* x, second + 4 &* x)
      for number in 0..<(below == nil ? 1 : 2) {
        if number == 1, let below { (up, place, down) = (place, down, below + 4 &* x) }
        let isUnlike = x > 0 || hasPrevious ? Self.areUnlike(place - 4, place) : true
        let isLast = x &+ count == width
        addPixels(
          place, above: up, below: down, count, isUnlike: isUnlike,
          hasNext: !isLast || hasNext)
      }
      x &+= count
    }
  }

  /// Whether none of 64 pixels is unlike the one in the other row.
  @inlinable @inline(__always)
  static func areAlike(_ row: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
    var excess = Lanes(repeating: 0)
    for place in 0..<4 {
      let pixels = Lanes(loading: row + 64 &* place)
      excess = excess | pixels.excessBytes(Lanes(loading: other + 64 &* place), step: mostStep)
    }
    return !excess.isAnyNonzero
  }

  /// Counts up to 64 pixels of a row.
  ///
  /// - Parameters:
  ///   - row: the first of them.
  ///   - above: the pixel above that.
  ///   - below: the pixel below it.
  ///   - pixels: how many, 1 to 64.
  ///   - isUnlike: whether the first is unlike the pixel before it, or has none.
  ///   - hasNext: whether there is a pixel after the last.
  @inlinable @inline(__always)
  func addPixels(
    _ row: UnsafeRawPointer, above: UnsafeRawPointer, below: UnsafeRawPointer, _ pixels: Int,
    isUnlike: Bool, hasNext: Bool
  ) {
    // Bit n: pixel n is unlike the one after it, or has none.
    let pairs = hasNext ? pixels : pixels &- 1
    var unlike =
      pairs == 64
      ? bits(row, 1) | bits(row, 17) &<< 16 | bits(row, 33) &<< 32 | bits(row, 49) &<< 48
      : firstBits(row, pairs)
    if !hasNext { unlike |= 1 &<< UInt64(truncatingIfNeeded: pairs) }
    // … and the one before it.
    var alone = unlike & (unlike &<< 1 | (isUnlike ? 1 : 0))
    while alone != 0 {
      let place = 4 &* alone.trailingZeroBitCount
      count(row + place, above: above + place, below: below + place)
      alone &= alone &- 1
    }
  }

  /// Which of up to 63 pixels are unlike the ones after them.
  @inlinable @inline(__always)
  func firstBits(_ row: UnsafeRawPointer, _ pixels: Int) -> UInt64 {
    var (unlike, x) = (UInt64(0), 0)
    while x &+ 16 <= pixels {
      unlike |= bits(row, x &+ 1) &<< UInt64(truncatingIfNeeded: x)
      x &+= 16
    }
    if x < pixels, pixels >= 16 {
      // The last sixteen, some of which were looked at.
      let last = pixels &- 16
      return unlike | bits(row, last &+ 1) &<< UInt64(truncatingIfNeeded: last)
    }
    while x < pixels {
      if Self.areUnlike(row + 4 &* x, row + 4 &* x + 4) {
        unlike |= 1 &<< UInt64(truncatingIfNeeded: x)
      }
      x &+= 1
    }
    return unlike
  }

  /// Which of sixteen pixels are unlike the ones before them.
  @inlinable @inline(__always)
  func bits(_ row: UnsafeRawPointer, _ x: Int) -> UInt64 {
    let pixels = Lanes(loading: row + 4 &* x)
    let previous = Lanes(loading: row + 4 &* (x &- 1))
    return UInt64(pixels.unlikeBits(previous, step: Self.mostStep))
  }

  /// Counts a pixel that lies alone in its row, if it is unlike those above and below, and the rule does.
  @inlinable @inline(__always)
  func count(_ place: UnsafeRawPointer, above: UnsafeRawPointer, below: UnsafeRawPointer) {
    guard Self.areUnlike(place, above), Self.areUnlike(place, below) else { return }
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
