/// Counts of pixels by cell, and from them by window.
///
/// Reusable scratch memory: fill ``cells`` and call ``sumWindows()``.
struct WindowCounts {
  let precision: HistogramPrecision
  /// Pixels of each cell.
  var cells: [UInt64]
  /// Pixels of each window, at the index of its lowest cell; only corners with room for a window
  /// have a meaning.
  private(set) var windows: [UInt64]
  private var partial: [UInt64]

  init(_ precision: HistogramPrecision) {
    self.precision = precision
    cells = Array(repeating: 0, count: precision.cellCount)
    windows = cells
    partial = cells
  }

  private var side: Int { precision.cellsPerChannel }

  /// Window positions along one channel.
  private var positions: Int { side - precision.windowSide + 1 }

  /// Windows in all: 3375 or 24,389.
  var windowCount: Int { positions * positions * positions }

  /// Sums the cells of every window, along blue, then green, then red.
  ///
  /// - Complexity: O(cells).
  mutating func sumWindows() {
    // A cube's sum is that of its planes, a plane's that of its lines: 3 · (w − 1) additions
    // a window instead of w³ − 1.
    Self.slide(cells, into: &windows, step: 1, window: precision.windowSide)
    Self.slide(windows, into: &partial, step: side, window: precision.windowSide)
    Self.slide(partial, into: &windows, step: side * side, window: precision.windowSide)
  }

  private static func slide(
    _ from: [UInt64], into: inout [UInt64], step: Int, window: Int
  ) {
    // Sums that run over a channel's edge are made and never looked at.
    let last = from.count - (window - 1) * step
    from.withUnsafeBufferPointer { source in
      into.withUnsafeMutableBufferPointer { target in
        // A loop for each side, because one inside another would not be vectorised.
        if window == 2 {
          for index in 0..<last { target[index] = source[index] &+ source[index &+ step] }
        } else {
          for index in 0..<last {
            target[index] =
              source[index] &+ source[index &+ step] &+ source[index &+ 2 &* step]
              &+ source[index &+ 3 &* step]
          }
        }
      }
    }
  }

  /// Calls a body with the corner and count of every window, in (r, g, b) order.
  func forEachWindow(_ body: (Int, UInt64) -> Void) {
    for red in 0..<positions {
      for green in 0..<positions {
        let row = (red * side + green) * side
        for corner in row..<row + positions { body(corner, windows[corner]) }
      }
    }
  }

  /// The window with most pixels; of equals the first in (r, g, b) order.
  func fullest() -> (corner: Int, count: UInt64) {
    var best = (corner: 0, count: UInt64(0))
    forEachWindow { corner, count in
      if count > best.count { best = (corner, count) }
    }
    return best
  }

  /// Calls a body with the corner and count of every other window that shares cells with one.
  func forEachNeighbor(ofWindowAt corner: Int, _ body: (Int, UInt64) -> Void) {
    let center = place(corner)
    let reach = precision.windowSide - 1
    func near(_ place: Int) -> ClosedRange<Int> {
      max(place - reach, 0)...min(place + reach, positions - 1)
    }
    for red in near(center.red) {
      for green in near(center.green) {
        for blue in near(center.blue) {
          let other = (red * side + green) * side + blue
          if other != corner { body(other, windows[other]) }
        }
      }
    }
  }

  /// Calls a body with the cells of a window.
  func forEachCell(ofWindowAt corner: Int, _ body: (Int) -> Void) {
    for red in 0..<precision.windowSide {
      for green in 0..<precision.windowSide {
        for blue in 0..<precision.windowSide {
          body(corner + (red * side + green) * side + blue)
        }
      }
    }
  }

  /// Whether two windows have a cell in common.
  func overlap(_ first: Int, _ second: Int) -> Bool {
    let (one, other) = (place(first), place(second))
    let window = precision.windowSide
    return abs(one.red - other.red) < window && abs(one.green - other.green) < window
      && abs(one.blue - other.blue) < window
  }

  /// The pixels that two overlapping windows have in common.
  func shared(_ first: Int, _ second: Int) -> UInt64 {
    let (one, other) = (place(first), place(second))
    let window = precision.windowSide
    var sum: UInt64 = 0
    for red in max(one.red, other.red)..<min(one.red, other.red) + window {
      for green in max(one.green, other.green)..<min(one.green, other.green) + window {
        for blue in max(one.blue, other.blue)..<min(one.blue, other.blue) + window {
          sum += cells[(red * side + green) * side + blue]
        }
      }
    }
    return sum
  }

  private func place(_ corner: Int) -> (red: Int, green: Int, blue: Int) {
    (corner / (side * side), corner / side % side, corner % side)
  }
}
