internal import RowBodies

/// Groups of rows with samples of 16 bits, rounded to 8 as they are unfiltered: the high bytes of all
/// samples are unfiltered into the target, the low ones beside it.
final class WideRows {
  private let width: Int
  private let unfilterHigh: (RowGroup) -> Void
  private let unfilterLow: (RowGroup) -> Void
  private let round: (UnsafeMutablePointer<UInt32>, UnsafePointer<UInt32>, Int) -> Void
  /// The high and the low bytes of the row before the next group, and the low ones of a group.
  private let rows: UnsafeMutablePointer<UInt32>

  /// Pixels of rows that are held.
  private static let heldRows = 2 + RowGroup.rowCount

  /// Makes memory for rows; `nil` where samples have 8 bits.
  init?(width: Int, code: RowCode) {
    guard let unfilterLow = code.unfilterLow else { return nil }
    self.width = width
    self.unfilterLow = unfilterLow
    unfilterHigh = code.unfilter
    round = code.roundWideRow
    rows = .allocate(capacity: Self.heldRows * width)
    rows.initialize(repeating: 0, count: Self.heldRows * width)
  }

  deinit {
    rows.deallocate()
  }

  /// Memory of rows so wide.
  static func byteCount(width: Int) -> Int { 4 * heldRows * width }

  /// Unfilters a group of which some rows are wanted, at most `RowGroup.rowCount`.
  ///
  /// Of the group, ``RowGroup/above`` is not looked at.
  func unfilter(_ group: RowGroup, rows count: Int) {
    // SAFETY: memory for ``heldRows`` rows of `width` pixels: two, and then a whole group.
    let (aboveHigh, aboveLow, low) = (rows, rows + width, rows + 2 * width)
    var part = group
    part.above = UnsafePointer(aboveHigh)
    unfilterHigh(part)
    part.above = UnsafePointer(aboveLow)
    part.pixels = low
    part.pixelStride = width
    unfilterLow(part)
    // SAFETY: the caller's group has room for its rows, of which `count` are wanted.
    // Before rounding, which changes the high bytes: filters of the next group are of bytes
    // as they were.
    aboveHigh.update(from: group.pixels + (count - 1) * group.pixelStride, count: width)
    aboveLow.update(from: low + (count - 1) * width, count: width)
    for row in 0..<count {
      round(group.pixels + row * group.pixelStride, low + row * width, width)
    }
  }
}
