/// Sums over tiles of what windows hold more of than the outline has it, in sixteenths of a tile.
///
/// - Complexity: O(*c*) for a tile with pixels in *c* cells, times the windows that hold a cell.
struct WindowResiduals {
  private let side: Int
  private let reach: Int
  private let shift: Int
  private let leader: Int
  private var totals: [Totals]
  /// A tile's residuals, all 0 between tiles.
  private var residuals: [Int]

  /// Sums over tiles, of one window.
  private struct Totals {
    var sum = 0
    var squares = 0
    /// Products with the leader's.
    var products = 0
  }

  init(_ precision: HistogramPrecision, leader: Int) {
    side = precision.cellsPerChannel
    reach = precision.windowSide
    shift = 8 - side.trailingZeroBitCount
    self.leader = leader
    totals = Array(repeating: Totals(), count: precision.cellCount)
    residuals = Array(repeating: 0, count: precision.cellCount)
  }

  func isTouched(_ window: Int) -> Bool { totals[window].squares > 0 }

  /// The sum and the sum of squares, over the tiles, of the leader's residual less a window's.
  func lead(over window: Int) -> (sum: Double, squares: Double) {
    let whole = Double(OutlineTiles.pixelsPerTile)
    let (first, other) = (totals[leader], totals[window])
    return (
      Double(first.sum - other.sum) / whole,
      Double(first.squares + other.squares - 2 * other.products) / (whole * whole)
    )
  }

  /// A cell of a tile, and how many more of its sixteenths it holds than the outline has there.
  private struct Part {
    var cell: UInt32
    var weight: Int
  }

  /// Adds tiles: see `OutlineTiles.words`.
  mutating func add(_ words: ArraySlice<UInt32>) {
    // In variables, so that no access asks anew whether the memory is its own.
    var (totals, residuals) = (self.totals, self.residuals)
    (self.totals, self.residuals) = ([], [])
    var parts = [Part](repeating: Part(cell: 0, weight: 0), count: OutlineTiles.stride)
    var touched = [Int](
      repeating: 0, count: OutlineTiles.stride * reach * reach * reach)
    for first in stride(from: words.startIndex, to: words.endIndex, by: OutlineTiles.stride) {
      let count = findParts(words, first, &parts)
      var touchedCount = 0
      for index in 0..<count where parts[index].weight != 0 {
        spread(parts[index], &residuals, &touched, &touchedCount)
      }
      let leading = residuals[leader]
      for index in 0..<touchedCount {
        let window = touched[index]
        let residual = residuals[window]
        // A window that several parts touch is there more than once.
        guard residual != 0 else { continue }
        residuals[window] = 0
        totals[window].sum &+= residual
        totals[window].squares &+= residual &* residual
        totals[window].products &+= residual &* leading
      }
    }
    (self.totals, self.residuals) = (totals, residuals)
  }

  /// Finds the cells of a tile; returns how many.
  private func findParts(
    _ words: ArraySlice<UInt32>, _ first: Int, _ parts: inout [Part]
  ) -> Int {
    // The bits of a word that tell cells apart.
    let mask = UInt32(0xFF << shift & 0xFF) &* 0x0001_0101
    var count = 0
    var last = 0
    for index in first..<first &+ OutlineTiles.stride {
      let word = words[index]
      guard word != 0 else { continue }
      let weight = index == first ? -OutlineTiles.pixelsPerTile : 1
      let cell = UInt32(littleEndian: word) & mask
      // Neighbouring pixels are mostly of one cell.
      if count == 0 || parts[last].cell != cell {
        last = 0
        while last < count, parts[last].cell != cell { last &+= 1 }
        if last == count {
          parts[last] = Part(cell: cell, weight: 0)
          count &+= 1
        }
      }
      parts[last].weight &+= weight
    }
    return count
  }

  /// Adds pixels of a cell to all windows that hold it.
  private func spread(
    _ part: Part, _ residuals: inout [Int], _ touched: inout [Int], _ touchedCount: inout Int
  ) {
    let levels = OutlineTiles.levels(part.cell.littleEndian)
    let green = corners(levels.green &>> shift)
    let blue = corners(levels.blue &>> shift)
    for red in corners(levels.red &>> shift) {
      for green in green {
        let row = (red &* side &+ green) &* side
        for window in row &+ blue.lowerBound..<row &+ blue.upperBound {
          residuals[window] &+= part.weight
          touched[touchedCount] = window
          touchedCount &+= 1
        }
      }
    }
  }

  /// Places at which windows begin that hold one.
  @inline(__always)
  private func corners(_ place: Int) -> Range<Int> {
    max(place &- reach &+ 1, 0)..<min(place, side &- reach) &+ 1
  }
}
