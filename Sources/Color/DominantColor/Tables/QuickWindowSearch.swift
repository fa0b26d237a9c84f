internal import Pixels
internal import SIMDBodies

/// ``WindowSearch`` made fast, which says what windows are: the same ones, found in vectors of 32-bit
/// counts.
///
/// Only the rows of cells that may hold pixels are looked at. Reusable scratch memory, 20 or 140 KB:
/// keep one and search many histograms without allocating.
final class QuickWindowSearch: @unchecked Sendable {
  // SAFETY: Sendable because a search belongs to one workspace or clusterer, whose calls are exclusive.

  private let precision: HistogramPrecision
  private let functions: VectorCode.Windows
  private let rows: WindowRows
  private let counts: UnsafeMutablePointer<UInt32>
  private let used: UnsafeMutablePointer<UInt32>
  private let bounds: UnsafeMutablePointer<UInt32>
  private let highest: UnsafeMutablePointer<UInt32>
  /// Searches histograms of so many pixels that their sums need 64 bits.
  private lazy var wide = WindowSearch(precision)

  /// Takes memory for histograms of a precision.
  ///
  /// - Parameters:
  ///   - precision: that of the histograms.
  ///   - code: vector code that the machine can run; the windows are the same with each.
  init(_ precision: HistogramPrecision, code: VectorCode) {
    self.precision = precision
    functions = precision == .fine ? code.fineWindows : code.standardWindows
    let side = precision.cellsPerChannel
    counts = VectorMemory.take(precision.cellCount)
    used = VectorMemory.take(side)
    bounds = VectorMemory.take(side * side)
    highest = VectorMemory.take(side)
    rows = WindowRows(counts: counts, used: used, bounds: bounds, highest: highest)
  }

  deinit {
    counts.deallocate()
    used.deallocate()
    bounds.deallocate()
    highest.deallocate()
  }

  /// Hands over the mean colour and the pixels of the fullest windows in order.
  ///
  /// - Complexity: O(cells of rows with pixels) + O(*limit* · rows); allocates nothing.
  func forEachWindow(
    of histogram: ColorHistogram, limit: Int, _ body: (RGB8, UInt64) -> Void
  ) {
    precondition(histogram.precision == precision, "a search for histograms of one precision")
    // A window holds at most all pixels, so that none of its sums overflows 32 bits.
    guard histogram.tally.counted <= UInt64(UInt32.max) else {
      return wide.forEachWindow(of: histogram, limit: limit, body)
    }
    let (side, counts) = (precision.cellsPerChannel, counts)
    histogram.withRows { cells, isUsed in
      findUsed(isUsed)
      // SAFETY: as many cells and flags as the precision has, each flag a byte of 0 or 1.
      rows.forEachUsedRow(side) { first in
        for cell in first..<first &+ side {
          counts[cell] = UInt32(truncatingIfNeeded: cells[cell].count)
        }
      }
      find(limit, sums: { cells[$0] }, body)
      rows.forEachUsedRow(side) { first in
        for cell in first..<first &+ side { counts[cell] = 0 }
      }
    }
  }

  /// The fullest windows of a table's cells in order, at most `limit`; the cells are emptied.
  ///
  /// - Parameters:
  ///   - table: the pixels, `total` of them.
  ///   - limit: how many windows.
  ///   - total: pixels in the table.
  /// - Returns: the swatches.
  func takeSwatches(of table: CellTable, limit: Int, outOf total: UInt64) -> [Swatch] {
    precondition(table.precision == precision, "a search for tables of one precision")
    var found: [Swatch] = []
    found.reserveCapacity(limit)
    findUsed(table.marks)
    // SAFETY: a table has as many marks as there are rows of cells, and four words for each cell.
    functions.take(rows, table.rows)
    find(limit, sums: { table.sums(ofCell: $0) }) { color, count in
      found.append(Swatch(color: color, count: count, outOf: total))
    }
    functions.empty(rows, table.rows)
    table.removeMarks()
    return found
  }

  /// Finds the fullest windows of the cells whose counts were taken.
  ///
  /// - Parameters:
  ///   - limit: how many.
  ///   - sums: returns the sums of a cell.
  ///   - body: called with the mean colour and the pixels of each window.
  @inline(__always)
  private func find(
    _ limit: Int, sums: (Int) -> ColorSums, _ body: (RGB8, UInt64) -> Void
  ) {
    let counts = counts
    functions.begin(rows)
    var corner = -1
    for _ in 0..<limit {
      corner = functions.fullest(rows, corner)
      guard corner >= 0 else { return }
      var window = ColorSums()
      forEachCell(ofWindowAt: corner) { cell in
        // SAFETY: a cell of the grid. Without a count it is empty, or was in a window before.
        let mask: UInt64 = counts[cell] > 0 ? .max : 0
        counts[cell] = 0
        let sums = sums(cell)
        window.count &+= sums.count & mask
        window.red &+= sums.red & mask
        window.green &+= sums.green & mask
        window.blue &+= sums.blue & mask
      }
      guard let color = window.mean else { return }
      body(color, window.count)
    }
  }

  /// Makes bits of the marks of rows.
  private func findUsed(_ marks: UnsafeRawPointer) {
    let side = precision.cellsPerChannel
    for red in 0..<side {
      var bits: UInt32 = 0
      for group in stride(from: 0, to: side, by: 8) {
        // SAFETY: a mark for each of `side` rows of each red.
        let bytes = marks.loadUnaligned(fromByteOffset: red &* side &+ group, as: UInt64.self)
        // The lowest bits of eight bytes become the bits of the highest one.
        //     byte i        bit 8i
        //     factor        has a bit at 56 − 7i
        //     product       8i + 56 − 7i = 56 + i: bit i of the highest byte
        //
        // No two terms below meet, and so nothing carries into it.
        let byte = (bytes.littleEndian &* 0x0102_0408_1020_4080) &>> 56
        bits |= UInt32(truncatingIfNeeded: byte) &<< UInt32(truncatingIfNeeded: group)
      }
      used[red] = bits
    }
  }

  @inline(__always)
  private func forEachCell(ofWindowAt corner: Int, _ body: (Int) -> Void) {
    let (side, window) = (precision.cellsPerChannel, precision.windowSide)
    for red in 0..<window {
      for green in 0..<window {
        for blue in 0..<window {
          body(corner &+ (red &* side &+ green) &* side &+ blue)
        }
      }
    }
  }
}
