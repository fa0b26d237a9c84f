internal import Pixels
internal import SIMDBodies

/// One thread's table of colour cells, which `RunHistogram` counts into.
///
/// The loops deal counts out to up to eight tables and leave their sum in the first, the only one
/// that this reads.
final class CellTable: CountingTable, @unchecked Sendable {
  // SAFETY: Sendable because a table is lent to one thread at a time: concurrent kernels give
  // each of their threads a table of its own and join before reading any.

  private let precision: HistogramPrecision
  private let rows: UnsafeMutablePointer<UInt32>
  private let scratch: UnsafeMutablePointer<UInt32>
  private let rowCount: Int

  /// 2²⁸: times 15 it is under 2³².
  static var capacity: Int { RunHistogram.pixelsPerTable }

  /// The bytes of a table and its scratch memory.
  static func bytes(_ precision: HistogramPrecision) -> Int {
    4 * (grid(precision).tableWords + RunHistogram.scratchWords)
  }

  private static func grid(_ precision: HistogramPrecision) -> ColorGrid {
    precision == .fine ? .fine : .standard
  }

  /// Takes the memory, zeroed.
  init(_ precision: HistogramPrecision) {
    self.precision = precision
    // The two rows after the cells count transparent and filtered pixels.
    rowCount = precision.cellCount + 2
    rows = Self.take(words: Self.grid(precision).tableWords)
    scratch = Self.take(words: RunHistogram.scratchWords)
  }

  deinit {
    UnsafeMutableRawPointer(rows).deallocate()
    UnsafeMutableRawPointer(scratch).deallocate()
  }

  private static func take(words: Int) -> UnsafeMutablePointer<UInt32> {
    // SAFETY: aligned for whole vectors, and zeroed, before anyone reads it.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 4 * words, alignment: 64)
    return memory.initializeMemory(as: UInt32.self, repeating: 0, count: words)
  }

  /// Counts the pixels of a view, at most ``capacity`` since the table was last emptied.
  func count(_ view: PixelView, rule: VisibilityRule, code: VectorCode) {
    // SAFETY: the table has a row for every cell and the two after them, and the scratch memory has
    // the words that the loop asks for.
    let function = precision == .fine ? code.fineHistogram : code.standardHistogram
    function(view, rule, rows, scratch)
  }

  /// Adds the table's cells to a histogram and zeroes them.
  ///
  /// - Complexity: O(cells).
  func empty(into histogram: inout ColorHistogram) {
    let side = precision.cellsPerChannel
    let levels = UInt64(precision.levelsPerCell)
    var counted: UInt64 = 0
    histogram.cells.withUnsafeMutableBufferPointer { cells in
      var index = 0
      for red in 0..<UInt64(side) {
        for green in 0..<UInt64(side) {
          for blue in 0..<UInt64(side) {
            // SAFETY: `index` runs over the cells, and the table has a row of four words for each.
            let row = rows + 4 * index
            let count = UInt64(row[3])
            if count > 0 {
              counted &+= count
              // The row holds the low bits' sums; the cell's lower bound makes up the rest.
              cells[index] += ColorSums(
                count: count, red: UInt64(row[0]) &+ red &* levels &* count,
                green: UInt64(row[1]) &+ green &* levels &* count,
                blue: UInt64(row[2]) &+ blue &* levels &* count)
              row.update(repeating: 0, count: 4)
            }
            index &+= 1
          }
        }
      }
    }
    // SAFETY: the two rows after the cells, counts in their last words.
    let transparent = rows + 4 * (rowCount - 2)
    let filtered = rows + 4 * (rowCount - 1)
    histogram.tally =
      histogram.tally
      + PixelTally(
        counted: counted, transparent: UInt64(transparent[3]), filtered: UInt64(filtered[3]))
    transparent.update(repeating: 0, count: 8)
  }
}
