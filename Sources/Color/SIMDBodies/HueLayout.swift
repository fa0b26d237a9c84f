/// How hues are counted: the bins of the circle, and where they lie in a table of 32-bit words.
///
/// A row is eight words: the sums of red, green and blue, the number of pixels, the sums of
/// saturation and brightness, and two that mean nothing. Row 0 counts greys; of its sums only the
/// number of pixels is right. Rows 1 to N + 1 go once around the circle of N bins, from cyan by red
/// to cyan, so that with an odd N the bin of cyan has both the first and the last. Two rows more
/// count transparent and filtered pixels.
@frozen
public struct HueLayout: Sendable {
  /// Bins around the circle, 1 to 1536.
  public let binCount: Int
  /// Pixels whose largest and smallest channel differ by less are grey; 1 or more.
  public let greyThreshold: Int

  /// Makes a layout.
  ///
  /// - Parameters:
  ///   - binCount: bins around the circle, 1 to 1536.
  ///   - greyThreshold: the least difference of channels that is a hue; 0 is taken as 1.
  @inlinable
  public init(binCount: Int, greyThreshold: Int) {
    self.binCount = binCount
    self.greyThreshold = max(greyThreshold, 1)
  }

  /// 32-bit words of a row.
  @inlinable @inline(__always)
  public static var rowWords: Int { 8 }

  /// Tables that neighbouring pixels are dealt out to, so that few additions to a row wait for the
  /// one before.
  @inlinable @inline(__always)
  public static var tableCount: Int { 4 }

  /// Pixels under which one table is used: emptying the others would cost more than they save.
  @inlinable @inline(__always)
  public static var smallestDealtView: Int { 1 << 13 }

  /// Pixels that may be added to a table before it must be emptied: 2²⁴ × 255 < 2³².
  public static let pixelsPerTable = 1 << 24

  /// Rows of a table.
  @inlinable @inline(__always)
  public var rowCount: Int { binCount &+ 4 }

  /// Rows of bins, which follow the one of greys; at most 1537.
  @inlinable @inline(__always)
  public var circleRowCount: Int { binCount &+ 1 }

  /// The bin that a row from 1 to ``circleRowCount`` counts.
  @inlinable @inline(__always)
  public func bin(ofRow row: Int) -> Int {
    let bin = row &- 1 &+ binCount / 2
    return bin < binCount ? bin : bin &- binCount
  }

  /// 32-bit words from one table to the next: its rows, and a few more so that equal rows of two
  /// tables fall into different cache sets.
  @inlinable @inline(__always)
  public var tableStride: Int { Self.rowWords &* rowCount &+ 80 }

  /// 32-bit words of all tables.
  @inlinable @inline(__always)
  public var tableWords: Int { Self.tableCount &* tableStride }

  /// 32-bit words of scratch memory that a pass needs beside its tables.
  public static let scratchWords = 64 * HuePass.slotCount
}
