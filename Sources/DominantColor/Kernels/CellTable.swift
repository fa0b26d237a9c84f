internal import Pixels
internal import SIMDBodies

/// One thread's table of colour cells, which `RunHistogram` counts into.
///
/// The loops deal counts out to up to eight tables and leave their sum in the first, the only one
/// that this reads.
final class CellTable: TableMemory, CountingTable, @unchecked Sendable {
  // SAFETY: Sendable because a table is lent to one thread at a time: concurrent kernels give
  // each of their threads a table of its own and join before reading any.

  private let precision: HistogramPrecision
  private let rowCount: Int

  /// 2²⁸: times 15 it is under 2³².
  static var capacity: Int { RunHistogram.pixelsPerTable }

  /// The bytes of a table and its scratch memory.
  static func bytes(_ precision: HistogramPrecision) -> Int {
    4 * (grid(precision).tableWords + RunHistogram.scratchWords)
  }

  /// Pixels under which a table takes longer to empty than they take to count one by one.
  static func fewPixels(_ precision: HistogramPrecision) -> Int {
    precision == .fine ? 5000 : 768
  }

  private static func grid(_ precision: HistogramPrecision) -> ColorGrid {
    precision == .fine ? .fine : .standard
  }

  /// Takes the memory, zeroed.
  init(_ precision: HistogramPrecision) {
    self.precision = precision
    // The two rows after the cells count transparent and filtered pixels.
    rowCount = precision.cellCount + 2
    super.init(
      words: Self.grid(precision).tableWords, scratchWords: RunHistogram.scratchWords)
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
  /// - Complexity: O(cells), a few instructions for each row of cells without pixels.
  func empty(into histogram: inout ColorHistogram) {
    let side = precision.cellsPerChannel
    let levels = UInt64(precision.levelsPerCell)
    var counted: UInt64 = 0
    for row in 0..<side * side {
      // SAFETY: the table has a row of four words for each cell, so `side` of them from here on.
      let first = rows + 4 * side * row
      if Self.isZero(first, words: 4 * side) { continue }
      let red = UInt64(truncatingIfNeeded: row / side)
      let green = UInt64(truncatingIfNeeded: row % side)
      histogram.withRow(row) { cells in
        for blue in 0..<side {
          let words = first + 4 * blue
          let count = UInt64(words[3])
          if count == 0 { continue }
          counted &+= count
          // The row holds the low bits' sums; the cell's lower bound makes up the rest.
          cells[blue] += ColorSums(
            count: count, red: UInt64(words[0]) &+ red &* levels &* count,
            green: UInt64(words[1]) &+ green &* levels &* count,
            blue: UInt64(words[2])
              &+ UInt64(truncatingIfNeeded: blue) &* levels &* count)
          words.update(repeating: 0, count: 4)
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

  /// Whether words, a multiple of 16 at a vector's boundary, are all zero.
  @inline(__always)
  private static func isZero(_ words: UnsafeMutablePointer<UInt32>, words count: Int) -> Bool {
    // SAFETY: the caller lends the words.
    let vectors = UnsafeRawPointer(words)
    var bits = SIMD4<UInt64>()
    for offset in stride(from: 0, to: 4 * count, by: 64) {
      bits |= vectors.load(fromByteOffset: offset, as: SIMD4<UInt64>.self)
      bits |= vectors.load(fromByteOffset: offset + 32, as: SIMD4<UInt64>.self)
    }
    return bits == SIMD4()
  }
}
