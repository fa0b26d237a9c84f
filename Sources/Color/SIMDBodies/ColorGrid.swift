/// The numbers that tell one grid of colour cells from another: 16 or 32 cells a channel.
///
/// A pixel is a 32-bit word with red in its lowest byte. A cell's *offset* is its index times 16,
/// the bytes of a table row (red, green and blue sums and the count, 32 bits each), so that it
/// addresses the table as it is.
@frozen
public struct ColorGrid: Sendable {
  /// Bits of a channel that name the cell: 4 or 5.
  public let cellBits: UInt32

  /// Cells of 16 levels: 16 × 16 × 16.
  @inlinable @inline(__always)
  public static var standard: ColorGrid { ColorGrid(cellBits: 4) }

  /// Cells of 8 levels: 32 × 32 × 32.
  @inlinable @inline(__always)
  public static var fine: ColorGrid { ColorGrid(cellBits: 5) }

  @inlinable @inline(__always)
  init(cellBits: UInt32) {
    self.cellBits = cellBits
  }

  /// Bits of a channel that a cell does not tell apart: 4 or 3.
  @inlinable @inline(__always)
  public var lowBits: UInt32 { 8 &- cellBits }

  /// Those bits of red, green and blue in a pixel word.
  @inlinable @inline(__always)
  public var lowMask: UInt32 { (1 &<< lowBits &- 1) &* 0x01_0101 }

  /// The bits of red, green and blue that name the cell.
  @inlinable @inline(__always)
  public var cellMask: UInt32 { 0xFF_FFFF & ~lowMask }

  /// Cells along one channel: 16 or 32.
  @inlinable @inline(__always)
  public var cellsPerChannel: Int { 1 &<< Int(cellBits) }

  /// Cells in the grid: 4096 or 32768.
  @inlinable @inline(__always)
  public var cellCount: Int { 1 &<< Int(3 &* cellBits) }

  /// Rows of a table: the cells, then one row for transparent and one for filtered pixels.
  @inlinable @inline(__always)
  public var rowCount: Int { cellCount &+ 2 }

  /// Tables that successive runs are dealt out to.
  ///
  /// An addition to a cell waits for the one before it to the same cell, and neighbouring runs
  /// often share one; eight tables make them wait an eighth as often. The fine grid has eight times
  /// the cells to spread over, and two of its tables are 1 MB, as large as many second-level caches.
  @inlinable @inline(__always)
  public var tableCount: Int { cellBits == 4 ? 8 : 2 }

  /// Places of the list that runs are taken from in turn when two tables are in use.
  @inlinable @inline(__always)
  var places: Int { cellBits == 4 ? 4 : 8 }

  /// Whether pixels are listed one by one where hardly any join.
  ///
  /// In cells of 16 levels a noisy photo still joins a third of them.
  @inlinable @inline(__always)
  var listsPixels: Bool { cellBits == 5 }

  /// Runs in a tile of 256 pixels above which looking for them takes longer than it saves.
  @inlinable @inline(__always)
  var singleRuns: Int { 216 }

  /// Runs in a tile above which cells seldom repeat.
  @inlinable @inline(__always)
  var noisyRuns: Int { 248 }

  /// Bytes from a table to the next: its rows, and more so that equal cells of two tables fall
  /// into different cache sets.
  @inlinable @inline(__always)
  public var tableStride: Int { 16 &* cellCount &+ 1344 }

  /// 32-bit words of all tables.
  @inlinable @inline(__always)
  public var tableWords: Int { tableCount &* tableStride / 4 }

  /// The offsets of the cells of pixel words.
  @inlinable @inline(__always)
  func offsets(of words: Lanes) -> Lanes {
    // The channels' cell numbers sit in their bytes' upper bits, scaled by 2^lowBits. Weighed, the
    // bytes give (red · 2^2c + green · 2^c + blue) · 2^lowBits, and the scale makes that 16 ·.
    // With c bits a cell, of 4 and of 5:
    //
    //     pixel word    [ red, cells' upper c bits | green | blue | – ]    bytes, the lowest first
    //     bytes ·       2^c                          1       1      0
    //     pairs ·       scale · 2^c                          scale
    //
    // scale · 2^lowBits is 16. Sums of two bytes are at most 255 · 32 + 255, which fit 15
    // bits.
    let scale = 1 &<< (4 &- lowBits)
    return (words & cellMask).weighed(
      bytes: 1 &<< cellBits | 1 &<< 8 | 1 &<< 16, pairs: scale &<< cellBits | scale &<< 16)
  }
}
