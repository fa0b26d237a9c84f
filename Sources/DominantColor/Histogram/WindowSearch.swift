internal import Pixels

/// Method `histogram`: the windows of colour space that hold most pixels.
///
/// A window is a cube of 32 levels a side made of whole cells, at every cell position, so any
/// cluster of colours that spans at most 17 levels a channel (25 with fine precision) lies whole in
/// some window, wherever cell borders fall. The window with most pixels wins, ties go to the
/// smallest (r, g, b) cell; its cells are then emptied and the search repeats. All integers.
///
/// Cells are taken a row at a time, those of one red and green, and windows likewise. The pixels of
/// all rows of cells that a row of windows reaches bound the pixels of its windows, so most rows
/// are passed over without being summed up.
///
/// Reusable scratch memory: keep one and search many histograms without allocating.
struct WindowSearch {
  private var counts: [UInt64]
  /// The pixels of each row of cells.
  private var totals: [UInt64]
  /// The rows of windows, in the order of their lowest cells.
  private var rows: [WindowRow]
  /// The sums of the rows of cells that a row of windows reaches, one for each blue.
  private var columns: [UInt64]
  private let side: Int
  private let window: Int

  /// What is known of the windows of one red and green.
  private struct WindowRow {
    /// No window of the row holds more pixels.
    var bound: UInt64 = 0
    /// The blue of the fullest window, the first of equals, if ``isExact``.
    var blue = 0
    /// Whether the fullest window holds just ``bound`` pixels.
    var isExact = true
  }

  /// Takes memory for histograms of a precision.
  init(_ precision: HistogramPrecision) {
    side = precision.cellsPerChannel
    window = precision.windowSide
    counts = Array(repeating: 0, count: precision.cellCount)
    totals = Array(repeating: 0, count: side * side)
    rows = Array(repeating: WindowRow(), count: (side - window + 1) * (side - window + 1))
    columns = Array(repeating: 0, count: side)
  }

  /// A window by its lowest cell, and the pixels in it.
  private struct Candidate {
    var corner = 0
    var count: UInt64 = 0
  }

  /// The fullest windows in order, at most `limit`, fewer when pixels run out.
  ///
  /// - Complexity: O(cells) + O(*limit* · rows); allocates the result.
  mutating func swatches(of histogram: ColorHistogram, limit: Int) -> [Swatch] {
    var found: [Swatch] = []
    found.reserveCapacity(limit)
    forEachWindow(of: histogram, limit: limit) { color, count in
      found.append(Swatch(color: color, count: count, outOf: histogram.tally.counted))
    }
    return found
  }

  /// Hands over the mean colour and the pixels of the fullest windows in order.
  ///
  /// - Complexity: as ``swatches(of:limit:)``; allocates nothing.
  mutating func forEachWindow(
    of histogram: ColorHistogram, limit: Int, _ body: (RGB8, UInt64) -> Void
  ) {
    take(histogram)
    defer { forget() }
    findBounds(reds: 0..<positions, greens: 0..<positions, areNew: true)
    for _ in 0..<limit {
      let best = fullestWindow()
      guard best.count > 0 else { break }
      var sums = ColorSums()
      forEachCell(ofWindowAt: best.corner) { index in
        if counts[index] > 0 { sums += histogram.cells[index] }
      }
      guard let color = sums.mean else { break }
      body(color, sums.count)
      empty(windowAt: best.corner)
    }
  }

  /// Window positions along one channel.
  private var positions: Int { side - window + 1 }

  /// Copies the counts of the rows that hold pixels; those of the others are 0.
  private mutating func take(_ histogram: ColorHistogram) {
    let side = side
    counts.withUnsafeMutableBufferPointer { counts in
      histogram.cells.withUnsafeBufferPointer { cells in
        for row in totals.indices where histogram.isRowUsed[row] {
          var total: UInt64 = 0
          // SAFETY: a row is `side` cells, and both have `side` × `side` rows.
          for index in row &* side..<(row &+ 1) &* side {
            counts[index] = cells[index].count
            total &+= counts[index]
          }
          totals[row] = total
        }
      }
    }
  }

  /// Leaves the memory as it was before ``take(_:)``.
  private mutating func forget() {
    let side = side
    counts.withUnsafeMutableBufferPointer { counts in
      for row in totals.indices where totals[row] > 0 {
        totals[row] = 0
        // SAFETY: as in `take`.
        for index in row &* side..<(row &+ 1) &* side { counts[index] = 0 }
      }
    }
  }

  /// Bounds the windows of some rows anew; by what is known of them already, unless all are new.
  private mutating func findBounds(reds: Range<Int>, greens: Range<Int>, areNew: Bool) {
    let (side, window, positions) = (side, window, positions)
    totals.withUnsafeBufferPointer { totals in
      rows.withUnsafeMutableBufferPointer { rows in
        for red in reds {
          for green in greens {
            var bound: UInt64 = 0
            for r in red..<red &+ window {
              // SAFETY: positions along both channels, so that a whole window follows.
              for g in green..<green &+ window { bound &+= totals[r &* side &+ g] }
            }
            let row = red &* positions &+ green
            // Emptied cells only make windows lighter: what bounded them bounds them still.
            if !areNew { bound = min(bound, rows[row].bound) }
            rows[row] = WindowRow(bound: bound, isExact: bound == 0)
          }
        }
      }
    }
  }

  /// The window with most pixels; of equals the first in (r, g, b) order.
  private mutating func fullestWindow() -> Candidate {
    // The row of the highest bound first: most others then cannot win any more.
    var best = Candidate()
    var winner = 0
    for row in rows.indices where rows[row].bound > rows[winner].bound { winner = row }
    sumUp(winner)
    best.count = rows[winner].bound
    for row in rows.indices {
      let bound = rows[row].bound
      guard bound > best.count || bound == best.count && row < winner else { continue }
      sumUp(row)
      let count = rows[row].bound
      if count > best.count || count == best.count && row < winner {
        winner = row
        best.count = count
      }
    }
    best.corner =
      (winner / positions * side + winner % positions) * side + rows[winner].blue
    return best
  }

  /// Finds the fullest window of a row, the first of equals.
  private mutating func sumUp(_ row: Int) {
    if rows[row].isExact { return }
    let first = row / positions * side + row % positions
    let (side, window, positions) = (side, window, positions)
    var best: (blue: Int, count: UInt64) = (0, 0)
    counts.withUnsafeBufferPointer { counts in
      columns.withUnsafeMutableBufferPointer { columns in
        // SAFETY: `first` is the lowest of window × window rows of cells, and the columns have as
        // many entries as a row.
        for blue in 0..<side { columns[blue] = 0 }
        for red in 0..<window {
          for green in 0..<window {
            let start = (first &+ red &* side &+ green) &* side
            for blue in 0..<side { columns[blue] &+= counts[start &+ blue] }
          }
        }
        for blue in 0..<positions {
          var count = columns[blue]
          for step in 1..<window { count &+= columns[blue &+ step] }
          if count > best.count { best = (blue, count) }
        }
      }
    }
    rows[row] = WindowRow(bound: best.count, blue: best.blue, isExact: true)
  }

  /// Takes a window's pixels out of its cells, and bounds the rows anew that overlap it.
  private mutating func empty(windowAt corner: Int) {
    let (red, green) = (corner / (side * side), corner / side % side)
    let reach = window - 1
    for r in red...red + reach {
      for g in green...green + reach {
        let first = (r * side + g) * side + corner % side
        for index in first...first + reach {
          totals[r * side + g] &-= counts[index]
          counts[index] = 0
        }
      }
    }
    findBounds(
      reds: max(red - reach, 0)..<min(red + reach + 1, positions),
      greens: max(green - reach, 0)..<min(green + reach + 1, positions), areNew: false)
  }

  private func forEachCell(ofWindowAt corner: Int, _ body: (Int) -> Void) {
    for red in 0..<window {
      for green in 0..<window {
        for blue in 0..<window {
          body(corner + (red * side + green) * side + blue)
        }
      }
    }
  }
}
