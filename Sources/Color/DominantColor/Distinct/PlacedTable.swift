internal import Pixels
internal import SIMDBodies

/// One thread's table of fine cells, with a number beside each for the pixels that lie alone.
final class PlacedTable: CountingTable, @unchecked Sendable {
  // SAFETY: Sendable because a table is used by one thread at a time: concurrent kernels give
  // each of their threads a table of its own and join before reading any.

  private let cells = CellTable(.fine)
  /// The pixels of each cell that lie alone.
  private let alone = TableMemory(words: HistogramPrecision.fine.cellCount, scratchWords: 0)

  /// As of a table of cells, whose counts are the larger ones.
  static var capacity: Int { CellTable.capacity }

  /// The bytes of a table and its scratch memory.
  static var bytes: Int { CellTable.bytes(.fine) + 4 * HistogramPrecision.fine.cellCount }

  /// Whether pixels may lie alone whose row of cells is not marked, as they were counted before the table was last emptied.
  private var mayHoldUnmarked = false

  /// Looks at the first and the last row, and at the last one before.
  func join(
    _ view: PixelView, rule: VisibilityRule, to placed: inout PlacedColors, code: VectorCode
  ) {
    placed.join(view, rule: rule) { row, above, below, rule in
      mayHoldUnmarked = true
      // SAFETY: there is a number for each fine cell; all three rows are as wide.
      code.lonePixels(
        row, above.baseAddress, below.baseAddress, false, false, rule, alone.rows)
      return true
    }
  }

  /// Counts the pixels of a band, at most ``capacity`` since the table was last emptied.
  func count(_ band: PixelBand, rule: VisibilityRule, code: VectorCode) {
    cells.count(band, rule: rule, code: code)
    let (view, skipped) = (band.view, (first: band.isFirst ? 1 : 0, last: band.isLast ? 1 : 0))
    guard view.height > skipped.first + skipped.last else { return }
    // SAFETY: there is a number for each fine cell, a band says which pixels are beside it, and rows that are
    // neither the first nor the last in memory have one above and one below.
    let (first, end) = (skipped.first, view.height - skipped.last)
    code.lonePixels(
      view.rows(first..<end), view.row(first) - view.bytesPerRow,
      view.row(end - 1) + view.bytesPerRow, band.hasPrevious, band.hasNext, rule,
      alone.rows)
  }

  /// Pixels of tiles that span several cells, and a fifth of those of uniform tiles.
  func hardPixels(of view: PixelView) -> Int { cells.hardPixels(of: view) }

  /// Adds the table to a summary and zeroes it.
  ///
  /// - Complexity: O(cells of rows with pixels).
  func empty(into placed: inout PlacedColors) {
    let side = HistogramPrecision.fine.cellsPerChannel
    if mayHoldUnmarked {
      empty(0..<HistogramPrecision.fine.cellCount, into: &placed)
    } else {
      cells.forEachMarkedRow { row in empty(side * row..<side * (row + 1), into: &placed) }
    }
    mayHoldUnmarked = false
    cells.empty(into: &placed.colors)
  }

  private func empty(_ range: Range<Int>, into placed: inout PlacedColors) {
    // SAFETY: a number for each cell.
    for cell in range where alone.rows[cell] > 0 {
      placed.add(alone: UInt64(alone.rows[cell]), toCell: cell)
      alone.rows[cell] = 0
    }
  }
}
