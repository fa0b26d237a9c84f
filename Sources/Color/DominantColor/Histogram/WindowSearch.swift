internal import Pixels

/// Method `histogram`: the windows of colour space that hold most pixels.
///
/// A window is a cube of 32 levels a side made of whole cells, at every cell position, so any
/// cluster of colours that spans at most 17 levels a channel (25 with fine precision) lies whole in
/// some window, wherever cell borders fall. The window with most pixels wins, ties go to the
/// smallest (r, g, b) cell; its cells are then emptied and the search repeats. All integers.
///
/// Cells are taken a row at a time, those of one red and green, and windows likewise. The pixels of
/// all rows of cells that a row of windows reaches bound the pixels of its windows, and the highest
/// bound of one red bounds its rows, so most rows are passed over without being summed up or even
/// looked at.
///
/// Reusable scratch memory: keep one and search many histograms without allocating.
struct WindowSearch {
  private var counts: [UInt64]
  /// The pixels of each row of cells.
  private var totals: [UInt64]
  /// For each row of windows, in the order of their lowest cells: none of them holds more pixels.
  private var bounds: [UInt64]
  /// For each row of windows the blue of the fullest one, the first of equals, whose pixels are just
  /// the bound; ``unknown`` where the row has not been summed up.
  private var blues: [UInt8]
  /// The highest bound of each red's rows.
  private var highest: [UInt64]
  /// The sums of the rows of cells that a row of windows reaches, one for each blue.
  private var columns: [UInt64]
  private let side: Int
  private let window: Int

  private static let unknown = UInt8.max

  /// Takes memory for histograms of a precision.
  init(_ precision: HistogramPrecision) {
    side = precision.cellsPerChannel
    window = precision.windowSide
    let positions = side - window + 1
    counts = Array(repeating: 0, count: precision.cellCount)
    totals = Array(repeating: 0, count: side * side)
    bounds = Array(repeating: 0, count: positions * positions)
    blues = Array(repeating: 0, count: positions * positions)
    highest = Array(repeating: 0, count: positions)
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
      bounds.withUnsafeMutableBufferPointer { bounds in
        // SAFETY: positions along both channels, so that a whole window follows each.
        for red in reds {
          for green in greens {
            let first = red &* side &+ green
            let row = red &* positions &+ green
            var bound: UInt64 = 0
            // The usual precision, without inner loops, which would be most of the time.
            if window == 2 {
              bound =
                totals[first] &+ totals[first &+ 1]
                &+ (totals[first &+ side] &+ totals[first &+ side &+ 1])
            } else {
              for r in 0..<window {
                for g in 0..<window { bound &+= totals[first &+ r &* side &+ g] }
              }
            }
            // Emptied cells only make windows lighter: what bounded them bounds them still.
            bounds[row] = areNew ? bound : min(bound, bounds[row])
          }
        }
      }
    }
    blues.withUnsafeMutableBufferPointer { blues in
      for red in reds {
        for green in greens { blues[red &* positions &+ green] = Self.unknown }
      }
    }
    for red in reds { findHighest(red) }
  }

  /// Finds the highest bound of one red's rows anew.
  private mutating func findHighest(_ red: Int) {
    let rows = red &* positions..<(red &+ 1) &* positions
    highest[red] = bounds.withUnsafeBufferPointer { bounds in
      // SAFETY: there are `positions` rows for each red.
      var highest: UInt64 = 0
      for row in rows where bounds[row] > highest { highest = bounds[row] }
      return highest
    }
  }

  /// The window with most pixels; of equals the first in (r, g, b) order.
  private mutating func fullestWindow() -> Candidate {
    // The row of the highest bound first: most others then cannot win any more.
    var best: UInt64 = 0
    var winner = 0
    for red in highest.indices where highest[red] > best {
      best = highest[red]
      winner = red &* positions
    }
    guard best > 0 else { return Candidate() }
    while bounds[winner] < best { winner += 1 }
    // Now an exact count, which the bound was not below: rows with lower bounds cannot win.
    best = sumUp(winner)
    for red in highest.indices where highest[red] >= best {
      for row in red &* positions..<(red &+ 1) &* positions {
        let bound = bounds[row]
        // Of equals the first: rows are looked at in order of red, but the winner may come
        // from anywhere.
        guard bound > best || bound == best && row < winner else { continue }
        let count = sumUp(row)
        if count > best || count == best && row < winner {
          winner = row
          best = count
        }
      }
      findHighest(red)
    }
    return Candidate(
      corner: (winner / positions * side + winner % positions) * side + Int(blues[winner]),
      count: best)
  }

  /// Finds the fullest window of a row, the first of equals, and how many pixels it holds.
  private mutating func sumUp(_ row: Int) -> UInt64 {
    if blues[row] != Self.unknown { return bounds[row] }
    let (side, window, positions) = (side, window, positions)
    // A cell's number is (red · side + green) · side + blue; a row of windows is red ·
    // positions + green.
    let start = (row / positions &* side &+ row % positions) &* side
    var best: (blue: Int, count: UInt64) = (0, 0)
    counts.withUnsafeBufferPointer { counts in
      columns.withUnsafeMutableBufferPointer { columns in
        // SAFETY: the lowest of window × window rows of cells begins at `start`, and the columns have
        // as many entries as a row.
        // As in `findBounds`.
        if window == 2 {
          let (next, right) = (start &+ side, start &+ side &* side)
          for blue in 0..<side {
            columns[blue] =
              counts[start &+ blue] &+ counts[next &+ blue]
              &+ (counts[right &+ blue] &+ counts[right &+ side &+ blue])
          }
        } else {
          for blue in 0..<side { columns[blue] = 0 }
          for red in 0..<window {
            for green in 0..<window {
              let row = start &+ (red &* side &+ green) &* side
              for blue in 0..<side { columns[blue] &+= counts[row &+ blue] }
            }
          }
        }
        for blue in 0..<positions {
          var count = columns[blue]
          for step in 1..<window { count &+= columns[blue &+ step] }
          if count > best.count { best = (blue, count) }
        }
      }
    }
    bounds[row] = best.count
    blues[row] = UInt8(truncatingIfNeeded: best.blue)
    return best.count
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
