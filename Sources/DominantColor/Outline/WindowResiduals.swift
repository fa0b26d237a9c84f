/// Sums over tiles of what windows hold more of than the outline has it, in sixteenths of a tile.
///
/// - Complexity: O(*c*) for a tile with pixels in *c* cells, times the windows that hold a cell.
struct WindowResiduals {
  private let side: Int
  private let reach: Int
  private let shift: Int
  private let leader: Int
  private var sums: [Int]
  private var squares: [Int]
  /// Products with the leader's.
  private var products: [Int]
  private var tile: [Int]
  private var touched: [Int] = []
  /// Cells of a tile, and how many more of its sixteenths they hold than the outline has there.
  private var cells: [(red: Int, green: Int, blue: Int)]
  private var weights: [Int]

  init(_ precision: HistogramPrecision, leader: Int) {
    side = precision.cellsPerChannel
    reach = precision.windowSide
    shift = 8 - side.trailingZeroBitCount
    self.leader = leader
    sums = Array(repeating: 0, count: precision.cellCount)
    (squares, products, tile) = (sums, sums, sums)
    cells = Array(repeating: (0, 0, 0), count: OutlineTiles.stride)
    weights = Array(repeating: 0, count: OutlineTiles.stride)
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

  /// Adds tiles: see `OutlineTiles.words`.
  mutating func add(_ words: ArraySlice<UInt32>) {
    for first in stride(from: words.startIndex, to: words.endIndex, by: OutlineTiles.stride) {
      let count = findCells(words, first)
      for index in 0..<count where weights[index] != 0 { spread(cells[index], weights[index]) }
      let leading = tile[leader]
      for window in touched where tile[window] != 0 {
        let residual = tile[window]
        sums[window] &+= residual
        squares[window] &+= residual &* residual
        products[window] &+= residual &* leading
        tile[window] = 0
      }
      touched.removeAll(keepingCapacity: true)
    }
  }

  /// Finds the cells of a tile; returns how many.
  private mutating func findCells(_ words: ArraySlice<UInt32>, _ first: Int) -> Int {
    var count = 0
    var last = 0
    for index in first..<first + OutlineTiles.stride {
      let word = words[index]
      guard word != 0 else { continue }
      let weight = index == first ? -OutlineTiles.pixelsPerTile : 1
      let (red, green, blue) = OutlineTiles.levels(word)
      let cell = (red: red &>> shift, green: green &>> shift, blue: blue &>> shift)
      // Neighbouring pixels are mostly of one cell.
      if count > 0, cells[last] == cell {
        weights[last] &+= weight
        continue
      }
      last = 0
      while last < count, cells[last] != cell { last &+= 1 }
      if last == count {
        cells[last] = cell
        weights[last] = 0
        count &+= 1
      }
      weights[last] &+= weight
    }
    return count
  }

  /// Adds pixels of a cell to all windows that hold it.
  private mutating func spread(_ cell: (red: Int, green: Int, blue: Int), _ weight: Int) {
    let (red, green, blue) = (corners(cell.red), corners(cell.green), corners(cell.blue))
    for red in red {
      for green in green {
        let row = (red &* side &+ green) &* side
        for window in row &+ blue.lowerBound..<row &+ blue.upperBound {
          if tile[window] == 0 { touched.append(window) }
          tile[window] &+= weight
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
