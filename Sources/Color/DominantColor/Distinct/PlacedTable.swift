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
    #if hasFeature(Embedded)
      // A browser hands over whole pictures, and bytes are dear there.
      placed.join(view, rule: rule)
    #else
      placed.join(view, rule: rule) { look(at: $0, above: $1, below: $2, $3, code) }
    #endif
  }

  #if !hasFeature(Embedded)
    /// Looks at the last row of a picture whose rows were joined.
    func close(_ placed: inout PlacedColors, code: VectorCode) {
      placed.close { look(at: $0, above: $1, below: $2, $3, code) }
    }

    /// Counts which pixels of a row lie alone, before the row's cells are marked perhaps.
    private func look(
      at row: PixelView, above: PixelView?, below: PixelView?, _ rule: VisibilityRule,
      _ code: VectorCode
    ) -> Bool {
      mayHoldUnmarked = true
      guard let above, let below else {
        countAlone(row, above: above, below: below, rule)
        return true
      }
      // SAFETY: there is a number for each fine cell; all three rows are as wide.
      code.lonePixels(
        row, above.baseAddress, below.baseAddress, false, false, rule, alone.rows)
      return true
    }
  #endif

  /// Pixels that both loops look at before the next, so that the second one finds them in the caches: half a megabyte.
  private static let pixelsAtOnce = 1 << 17

  /// Counts the pixels of a band, at most ``capacity`` since the table was last emptied.
  func count(_ band: PixelBand, rule: VisibilityRule, code: VectorCode) {
    #if hasFeature(Embedded)
      countPart(band, rule: rule, code: code)
    #else
      let parts = PixelBands(band, pixels: Self.pixelsAtOnce)
      for part in 0..<parts.count { countPart(parts[part], rule: rule, code: code) }
    #endif
  }

  private func countPart(_ band: PixelBand, rule: VisibilityRule, code: VectorCode) {
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

  /// Adds up the tables that the counts lie in.
  func gather(code: VectorCode) { cells.gather(code: code) }

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

  @inline(never)
  private func empty(_ range: Range<Int>, into placed: inout PlacedColors) {
    // SAFETY: a number for each cell.
    for cell in range where alone.rows[cell] > 0 {
      placed.add(alone: UInt64(alone.rows[cell]), toCell: cell)
      alone.rows[cell] = 0
    }
  }

  /// Counts which pixels of the first and the last row of a whole picture lie alone, whose bands ``count(_:rule:code:)``
  /// counts.
  ///
  /// - Complexity: O(pixels of a row).
  func countEdges(of view: PixelView, rule: VisibilityRule) {
    guard !view.isEmpty else { return }
    let last = view.height - 1
    countAlone(view.rows(0..<1), above: nil, below: last > 0 ? view.rows(1..<2) : nil, rule)
    guard last > 0 else { return }
    countAlone(
      view.rows(last..<last + 1), above: view.rows(last - 1..<last), below: nil, rule)
  }

  private func countAlone(
    _ row: PixelView, above: PixelView?, below: PixelView?, _ rule: VisibilityRule
  ) {
    let counts = alone.rows
    PlacedColors.forEachAlone(row, above: above, below: below, rule) { color in
      // SAFETY: a number for each cell of 8 levels, as in `LonePixels`.
      let cell =
        Int(color.red &>> 3) &<< 10 | Int(color.green &>> 3) &<< 5 | Int(color.blue &>> 3)
      counts[cell] &+= 1
    }
  }

  /// Adds another table, and empties that; both together have seen at most ``capacity`` pixels.
  ///
  /// - Complexity: O(cells of rows with pixels).
  func take(_ other: PlacedTable) {
    let side = HistogramPrecision.fine.cellsPerChannel
    let (counts, others) = (alone.rows, other.alone.rows)
    // SAFETY: a number for each cell, `side` cells a row. What lies alone is counted, in a marked row.
    other.cells.forEachMarkedRow { row in
      for cell in side &* row..<side &* (row &+ 1) {
        counts[cell] &+= others[cell]
        others[cell] = 0
      }
    }
    cells.take(other.cells)
  }

  /// Hands over the cells that hold pixels, by index, and empties the table.
  ///
  /// - Returns: the pixels counted, transparent and filtered.
  /// - Complexity: O(cells of rows with pixels).
  @inline(__always)
  func takeCells(_ body: (_ cell: Int, _ pixels: PlacedSums) -> Void) -> PixelTally {
    let side = HistogramPrecision.fine.cellsPerChannel
    let (rows, counts) = (cells.rows, alone.rows)
    var counted: UInt64 = 0
    // SAFETY: a mark for each row of `side` cells, each cell of four words, and a number for each.
    cells.forEachMarkedRow { row in
      let first = side &* row
      for cell in first..<first &+ side where rows[4 &* cell &+ 3] > 0 {
        let sums = cells.sums(ofCell: cell)
        counted &+= sums.count
        body(cell, PlacedSums(sums: sums, alone: UInt64(counts[cell])))
        counts[cell] = 0
      }
      (rows + 4 &* first).update(repeating: 0, count: 4 &* side)
    }
    mayHoldUnmarked = false
    let (transparent, filtered) = cells.hidden
    cells.removeMarks()
    return PixelTally(counted: counted, transparent: transparent, filtered: filtered)
  }
}
