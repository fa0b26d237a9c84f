internal import Pixels

/// Method `histogram`: the windows of colour space that hold most pixels.
///
/// A window is a cube of 32 levels a side made of whole cells, at every cell position, so any
/// cluster of colours that spans at most 17 levels a channel (25 with fine precision) lies whole in
/// some window, wherever cell borders fall. The window with most pixels wins, ties go to the
/// smallest (r, g, b) cell; its cells are then emptied and the search repeats. All integers.
///
/// Reusable scratch memory: keep one and search many histograms without allocating.
struct WindowSearch {
  private var counts: [UInt64]
  private var partial: [UInt64]
  private var windows: [UInt64]
  /// The fullest window of each red position: a search changes few of them.
  private var fullest: [Candidate]
  private let side: Int
  private let window: Int

  /// Takes memory for histograms of a precision.
  init(_ precision: HistogramPrecision) {
    side = precision.cellsPerChannel
    window = precision.windowSide
    counts = Array(repeating: 0, count: precision.cellCount)
    partial = counts
    windows = counts
    fullest = Array(repeating: Candidate(), count: side - window + 1)
  }

  /// A window by its lowest cell, and the pixels in it.
  private struct Candidate {
    var corner = 0
    var count: UInt64 = 0
  }

  /// The fullest windows in order, at most `limit`, fewer when pixels run out.
  ///
  /// - Complexity: O(cells) + O(*limit* · windows of a few red positions); allocates the result.
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
    for index in counts.indices {
      counts[index] = histogram.cells[index].count
    }
    sumWindows()
    findFullest(0..<positions)
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

  /// Sums the counts of every window: along blue, then green, then red.
  ///
  /// `windows[i]` belongs to the window whose lowest cell is `i`; positions past the last are
  /// left at 0.
  private mutating func sumWindows() {
    Self.slide(counts, into: &partial, step: 1, window: window)
    Self.slide(partial, into: &windows, step: side, window: window)
    swap(&partial, &windows)
    Self.slide(partial, into: &windows, step: side * side, window: window)
  }

  /// Sums each entry with the next `window - 1` at a distance of `step`.
  ///
  /// Entries past the end count as zero. Sums that run over the edge of a channel are made but never looked at.
  private static func slide(
    _ from: [UInt64], into: inout [UInt64], step: Int, window: Int
  ) {
    let last = from.count - (window - 1) * step
    from.withUnsafeBufferPointer { source in
      into.withUnsafeMutableBufferPointer { target in
        // SAFETY: both arrays have `cellCount` entries; the first loop reads up to
        // `last - 1 + (window - 1) * step`, the last entry, and both write each entry once.
        if window == 2 {
          for index in 0..<last { target[index] = source[index] &+ source[index &+ step] }
        } else {
          for index in 0..<last {
            target[index] =
              source[index] &+ source[index &+ step] &+ source[index &+ 2 &* step]
              &+ source[index &+ 3 &* step]
          }
        }
        for index in last..<source.count { target[index] = 0 }
      }
    }
  }

  /// The window with most pixels; of equals the first in (r, g, b) order.
  private func fullestWindow() -> Candidate {
    var best = Candidate()
    for candidate in fullest where candidate.count > best.count { best = candidate }
    return best
  }

  /// Finds the fullest window of some red positions; of equals the first in (g, b) order.
  private mutating func findFullest(_ reds: Range<Int>) {
    windows.withUnsafeBufferPointer { windows in
      for red in reds {
        var best = Candidate()
        for green in 0..<positions {
          let start = (red * side + green) * side
          // SAFETY: positions along each channel, so the index is one of a cell.
          for corner in start..<start + positions where windows[corner] > best.count {
            best = Candidate(corner: corner, count: windows[corner])
          }
        }
        fullest[red] = best
      }
    }
  }

  /// Takes a window's pixels out of its cells and out of every window that overlaps it.
  private mutating func empty(windowAt corner: Int) {
    let red = corner / (side * side)
    let green = corner / side % side
    let blue = corner % side
    let reach = window - 1
    let side = side
    counts.withUnsafeMutableBufferPointer { counts in
      windows.withUnsafeMutableBufferPointer { windows in
        // SAFETY: the window's cells are cells, and so are the lowest cells of windows that overlap it.
        for r in red...red + reach {
          for g in green...green + reach {
            for b in blue...blue + reach {
              let count = counts[(r * side + g) * side + b]
              if count == 0 { continue }
              counts[(r * side + g) * side + b] = 0
              for wr in max(r - reach, 0)...r {
                for wg in max(g - reach, 0)...g {
                  for wb in max(b - reach, 0)...b {
                    // Sums over a channel's edge lie at positions that no search looks at.
                    windows[(wr * side + wg) * side + wb] &-= count
                  }
                }
              }
            }
          }
        }
      }
    }
    findFullest(max(red - reach, 0)..<min(red + reach + 1, positions))
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
