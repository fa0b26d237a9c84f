internal import Pixels
internal import SIMDAVX2
internal import SIMDAVX512
internal import SIMDBaseline

/// One thread's tables of 32-bit cells and scratch lists, which the vector kernels count into.
///
/// The kernels deal counts out to up to eight tables and leave their sum in the first, the only one
/// that this reads.
final class CellTable: @unchecked Sendable {
  // SAFETY: Sendable because a table is lent to one thread at a time: concurrent kernels give
  // each of their threads a table of its own and join before reading any.

  private let precision: HistogramPrecision
  private let rows: UnsafeMutablePointer<UInt32>
  private let scratch: UnsafeMutablePointer<UInt32>
  private let rowCount: Int

  /// Pixels counted before a table is emptied into the histogram: 2²⁸ × 15 < 2³².
  static let capacity = 1 << 28

  /// Takes the memory, zeroed.
  init(_ precision: HistogramPrecision) {
    self.precision = precision
    // The two rows after the cells count transparent and filtered pixels.
    rowCount = precision.cellCount + 2
    rows = Self.take(words: vectorTableWords(isFine: precision == .fine))
    scratch = Self.take(words: vectorScratchWords)
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

  /// Counts the pixels of a view and adds them to a histogram; the table is zero again afterwards.
  ///
  /// - Complexity: O(*n*) in pixels + O(cells).
  func add(
    _ view: PixelView, rule: VisibilityRule, to histogram: inout ColorHistogram,
    instructionSet: InstructionSet
  ) {
    let parts = PixelBands(view, pixels: Self.capacity)
    for part in 0..<parts.count {
      count(parts[part], rule: rule, instructionSet: instructionSet)
      empty(into: &histogram)
    }
  }

  /// Counts the pixels of a view, at most ``capacity`` since the table was last emptied.
  func count(_ view: PixelView, rule: VisibilityRule, instructionSet: InstructionSet) {
    // SAFETY: the table has a row for every cell and the two after them, the scratch memory the
    // words that the body asks for, and the set was checked to be available by the workspace.
    switch (instructionSet, precision) {
    case (.baseline, .standard):
      baselineStandardHistogram(view, rule: rule, table: rows, scratch: scratch)
    case (.baseline, .fine):
      baselineFineHistogram(view, rule: rule, table: rows, scratch: scratch)
    case (.avx2, .standard):
      avx2StandardHistogram(view, rule: rule, table: rows, scratch: scratch)
    case (.avx2, .fine):
      avx2FineHistogram(view, rule: rule, table: rows, scratch: scratch)
    case (.avx512, .standard):
      avx512StandardHistogram(view, rule: rule, table: rows, scratch: scratch)
    case (.avx512, .fine):
      avx512FineHistogram(view, rule: rule, table: rows, scratch: scratch)
    }
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
