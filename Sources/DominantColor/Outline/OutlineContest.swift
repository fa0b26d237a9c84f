internal import Pixels

/// Which windows might be the fullest of a picture, from its outline and tiles of it.
///
/// The outline's fullest window leads. Every other is either *beaten*, certainly holding fewer
/// pixels than the leader, or a *candidate*. The picture's winner is found beaten with the stated
/// probability at most: that is one event, that the leader was found to hold more pixels than the
/// winner though it does not, because the outline alone decides which window leads. So the winner is
/// the leader or a candidate, whatever the number of windows.
struct OutlineContest {
  /// The outline's pixels by window, in the order of their smallest cells.
  let windows: [ColorSums]
  /// The index of the outline's fullest window; of equals the first.
  let leader: Int
  private let precision: HistogramPrecision

  /// Windows that might win at most, so that a flat contest ends early.
  private static let mostCandidates = 16

  /// Looks at an outline; `nil` where it has no counted pixels.
  init?(_ outline: ColorHistogram) {
    precision = outline.precision
    windows = Self.windows(of: outline)
    var best = 0
    for (index, sums) in windows.enumerated() where sums.count > windows[best].count {
      best = index
    }
    guard windows[best].count > 0 else { return nil }
    leader = best
  }

  /// Finds what might win.
  ///
  /// - Parameters:
  ///   - tiles: what was drawn.
  ///   - draws: how many, with those past the end of the outline.
  ///   - population: pixels of the outline, with the places past its end that draws may fall on.
  ///   - errorProbability: that of beating the winner.
  /// - Returns: the leader, then the candidates; `nil` where they are too many to matter.
  func candidates(
    _ tiles: OutlineTiles, draws: Int, population: Int, errorProbability: Double
  ) -> [Int]? {
    let test = ResidualTest(errorProbability: errorProbability, events: 1)
    var residuals = WindowResiduals(precision, leader: leader)
    tiles.forEachResidual { residuals.add($0) }
    // Windows without pixels differ in nothing: one of them stands for all.
    var found = [leader]
    var emptyIsBeaten: Bool?
    for window in windows.indices where window != leader && fits(window) {
      let isEmpty = windows[window].count == 0 && !residuals.isTouched(window)
      if isEmpty, let emptyIsBeaten {
        if emptyIsBeaten { continue }
        return nil
      }
      let lead =
        (Double(windows[leader].count) - Double(windows[window].count)) / Double(population)
      let (sum, squares) = residuals.lead(over: window)
      let isBeaten = test.isPositive(
        sum: sum + Double(draws) * lead,
        squares: squares + 2 * lead * sum + Double(draws) * lead * lead,
        // A tile's own pixels and its outline's may each be all in the other window.
        range: 2 - lead)
      if isEmpty { emptyIsBeaten = isBeaten }
      if !isBeaten { found.append(window) }
      if found.count > Self.mostCandidates { return nil }
    }
    return found
  }

  /// Whether a whole window begins at a cell.
  private func fits(_ window: Int) -> Bool {
    let side = precision.cellsPerChannel
    let last = side - precision.windowSide
    return window / (side * side) <= last && window / side % side <= last && window % side <= last
  }

  /// The pixels of every window, in the order of their smallest cells.
  private static func windows(of histogram: ColorHistogram) -> [ColorSums] {
    let side = histogram.precision.cellsPerChannel
    let reach = histogram.precision.windowSide
    var sums = histogram.cells
    for step in [side * side, side, 1] {
      // In place: an entry is only read by the ones before it.
      for index in sums.indices {
        guard index / step % side + reach <= side else {
          sums[index] = ColorSums()
          continue
        }
        for next in 1..<reach { sums[index] += sums[index + next * step] }
      }
    }
    return sums
  }
}

/// Sums over tiles of what windows hold more of than the outline has it, in sixteenths of a tile.
private struct WindowResiduals {
  private let side: Int
  private let reach: Int
  private let leader: Int
  private var sums: [Int]
  private var squares: [Int]
  /// Products with the leader's.
  private var products: [Int]
  private var tile: [Int]
  private var touched: [Int] = []

  init(_ precision: HistogramPrecision, leader: Int) {
    side = precision.cellsPerChannel
    reach = precision.windowSide
    self.leader = leader
    sums = Array(repeating: 0, count: precision.cellCount)
    (squares, products, tile) = (sums, sums, sums)
  }

  func isTouched(_ window: Int) -> Bool { squares[window] > 0 }

  /// The sum and the sum of squares, over the tiles, of the leader's residual less a window's.
  func lead(over window: Int) -> (sum: Double, squares: Double) {
    let whole = Double(OutlineTiles.pixelsPerTile)
    return (
      Double(sums[leader] - sums[window]) / whole,
      Double(squares[leader] + squares[window] - 2 * products[window]) / (whole * whole)
    )
  }

  mutating func add(_ parts: ArraySlice<OutlineTiles.Part>) {
    let shift = 8 - side.trailingZeroBitCount
    // Neighbouring pixels are mostly of one cell.
    var pending: (cell: (Int, Int, Int), weight: Int)?
    for (color, weight) in parts {
      let cell = (
        Int(color.red) >> shift, Int(color.green) >> shift, Int(color.blue) >> shift
      )
      if let last = pending, last.cell == cell {
        pending?.weight += weight
      } else {
        if let last = pending { spread(last.cell, last.weight) }
        pending = (cell, weight)
      }
    }
    if let last = pending { spread(last.cell, last.weight) }
    let leading = tile[leader]
    for window in touched where tile[window] != 0 {
      sums[window] += tile[window]
      squares[window] += tile[window] * tile[window]
      products[window] += tile[window] * leading
      tile[window] = 0
    }
    touched.removeAll(keepingCapacity: true)
  }

  /// Adds pixels of a cell to all windows that hold it.
  private mutating func spread(_ cell: (Int, Int, Int), _ weight: Int) {
    guard weight != 0 else { return }
    func corners(_ place: Int) -> ClosedRange<Int> {
      max(place - reach + 1, 0)...min(place, side - reach)
    }
    for red in corners(cell.0) {
      for green in corners(cell.1) {
        for blue in corners(cell.2) {
          let window = (red * side + green) * side + blue
          tile[window] += weight
          touched.append(window)
        }
      }
    }
  }
}
