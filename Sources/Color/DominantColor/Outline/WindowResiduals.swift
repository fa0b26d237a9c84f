/// Sums over tiles of what windows hold more of than the outline has it, in sixteenths of a tile.
///
/// - Complexity: O(*c*) for a tile with pixels in *c* cells, times the windows that hold a cell; where few windows
///   are kept, O(*w*) in them.
struct WindowResiduals {
  private let side: Int
  private let reach: Int
  private let shift: Int
  private let leader: Int
  private var totals: [Totals]
  /// A tile's residuals, all 0 between tiles.
  private var residuals: [Int32]
  /// Whether a window that is kept holds a cell.
  private var isKept: [Bool]
  /// Boxes that hold the windows that are kept; none where all are.
  private var kept: [LevelBox] = []
  /// The windows that are kept, the leader first, where they are so few that each is looked at by itself.
  private var few: [KeptWindow]?
  private let precision: HistogramPrecision

  /// Looking at more boxes would take longer than counting.
  private static let mostBoxes = 4
  /// As many windows that hold a tile's cells are about as quickly found as looked at one by one.
  private static let mostFew = 48

  /// A window that is kept, and its levels.
  private struct KeptWindow {
    let window: Int
    let box: LevelBox
  }

  // A residual is −16 … 16: squares are at most 2⁸, and of 2²² tiles at most 2³⁰.
  /// Sums over tiles, of one window; 32 bits hold those of 2²² tiles.
  private struct Totals {
    var sum: Int32 = 0
    var squares: Int32 = 0
    /// Products with the leader's.
    var products: Int32 = 0
  }

  init(_ precision: HistogramPrecision, leader: Int) {
    side = precision.cellsPerChannel
    reach = precision.windowSide
    shift = 8 - side.trailingZeroBitCount
    self.leader = leader
    self.precision = precision
    totals = Array(repeating: Totals(), count: precision.cellCount)
    residuals = Array(repeating: 0, count: precision.cellCount)
    isKept = Array(repeating: true, count: precision.cellCount)
  }

  /// Lets the sums of other windows than these, of which the leader is one, be what they may from now
  /// on.
  mutating func keep(_ windows: [Int]) {
    kept = LevelBox.boxes(
      holding: windows.map { ColorWindow(precision, corner: $0) }, limit: Self.mostBoxes)
    guard windows.count > Self.mostFew else {
      let others = windows.filter { $0 != leader }
      // Without another window, the leader's own sums decide nothing.
      few = (others.isEmpty ? [] : [leader] + others).map {
        KeptWindow(window: $0, box: LevelBox(ColorWindow(precision, corner: $0)))
      }
      return
    }
    for cell in isKept.indices { isKept[cell] = false }
    for window in windows {
      for red in 0..<reach {
        for green in 0..<reach {
          let first = window + (red * side + green) * side
          for cell in first..<first + reach { isKept[cell] = true }
        }
      }
    }
  }

  func isTouched(_ window: Int) -> Bool { totals[window].squares > 0 }

  /// The sum and the sum of squares, over the tiles, of the leader's residual less a window's.
  func lead(over window: Int) -> (sum: Double, squares: Double) {
    let whole = Double(OutlineTiles.pixelsPerTile)
    let (first, other) = (totals[leader], totals[window])
    return (
      (Double(first.sum) - Double(other.sum)) / whole,
      // Σ (a − b)² is Σ a² + Σ b² − 2 Σ a b.
      (Double(first.squares) + Double(other.squares) - 2 * Double(other.products)) / (whole * whole)
    )
  }

  /// A cell of a tile, and how many more of its sixteenths it holds than the outline has there.
  private struct Part {
    var cell: UInt32
    var weight: Int32
  }

  /// Memory for one tile at a time.
  private struct Scratch {
    /// Room for a part for each number of a tile.
    let parts: UnsafeMutableBufferPointer<Part>
    /// Room for every window that each of them lies in.
    let touched: UnsafeMutableBufferPointer<Int32>
    /// For each window what the tile has more of than its outline, all 0 between tiles.
    let residuals: UnsafeMutableBufferPointer<Int32>
  }

  /// Adds tiles: see `OutlineTiles.words`.
  mutating func add(_ words: ArraySlice<UInt32>) {
    if let few { return add(words, few) }
    let touchedCount = OutlineTiles.stride * reach * reach * reach
    var totals = self.totals
    // So that the totals have one owner while they change.
    self.totals = []
    var residuals = self.residuals
    self.residuals = []
    totals.withUnsafeMutableBufferPointer { totals in
      residuals.withUnsafeMutableBufferPointer { residuals in
        withUnsafeTemporaryAllocation(of: Part.self, capacity: OutlineTiles.stride) { parts in
          withUnsafeTemporaryAllocation(of: Int32.self, capacity: touchedCount) { touched in
            let scratch = Scratch(parts: parts, touched: touched, residuals: residuals)
            words.withUnsafeBufferPointer { words in
              kept.withUnsafeBufferPointer { kept in
                for first in stride(from: 0, to: words.count, by: OutlineTiles.stride) {
                  let tile = UnsafeBufferPointer(
                    rebasing: words[first..<first + OutlineTiles.stride])
                  if Self.mayChange(kept, tile) { add(tile, scratch, totals) }
                }
              }
            }
          }
        }
      }
    }
    (self.totals, self.residuals) = (totals, residuals)
  }

  /// Adds tiles to the sums of few windows, the leader's first.
  private mutating func add(_ words: ArraySlice<UInt32>, _ few: [KeptWindow]) {
    guard !few.isEmpty else { return }
    totals.withUnsafeMutableBufferPointer { totals in
      kept.withUnsafeBufferPointer { kept in
        few.withUnsafeBufferPointer { few in
          words.withUnsafeBufferPointer { words in
            for first in stride(from: 0, to: words.count, by: OutlineTiles.stride) {
              let tile = UnsafeBufferPointer(rebasing: words[first..<first + OutlineTiles.stride])
              guard Self.mayChange(kept, tile), let tile = tile.baseAddress else { continue }
              var leading: Int32 = 0
              for index in 0..<few.count {
                let residual = Self.residual(of: tile, in: few[index].box)
                if index == 0 { leading = residual }
                totals[few[index].window].sum &+= residual
                totals[few[index].window].squares &+= residual &* residual
                totals[few[index].window].products &+= residual &* leading
              }
            }
          }
        }
      }
    }
  }

  /// How many more sixteenths of a tile lie in a box than of its outline.
  ///
  /// SAFETY: a tile has its pixel of the outline and sixteen more.
  @inline(__always)
  private static func residual(of tile: UnsafePointer<UInt32>, in box: LevelBox) -> Int32 {
    let isOutlineInside = tile[0] != 0 && box.holds(tile[0])
    return box.count(in: tile + 1)
      &- (isOutlineInside ? Int32(OutlineTiles.pixelsPerTile) : 0)
  }

  /// Whether a tile or its outline has pixels in any of some boxes; yes where there are none.
  @inline(__always)
  private static func mayChange(
    _ boxes: UnsafeBufferPointer<LevelBox>, _ tile: UnsafeBufferPointer<UInt32>
  ) -> Bool {
    guard !boxes.isEmpty, let words = tile.baseAddress else { return true }
    for box in boxes {
      // SAFETY: a tile has its pixel of the outline and sixteen more.
      if box.holds(words[0]) || box.holdsAny(of: words + 1) { return true }
    }
    return false
  }

  /// Adds one tile.
  ///
  /// SAFETY: windows are places in a cube of `side` cells, which the totals and the residuals have
  /// an element for each; a tile has at most `OutlineTiles.stride` parts, and each lies in at most
  /// `reach`³ windows.
  @inline(__always)
  private func add(
    _ tile: UnsafeBufferPointer<UInt32>, _ scratch: Scratch,
    _ totals: UnsafeMutableBufferPointer<Totals>
  ) {
    let count = findParts(tile, scratch.parts)
    var touchedCount = 0
    for index in 0..<count where scratch.parts[index].weight != 0 {
      let (red, green, blue) = OutlineTiles.levels(scratch.parts[index].cell.littleEndian)
      let place = (red: red &>> shift, green: green &>> shift, blue: blue &>> shift)
      guard isKept[(place.red &* side &+ place.green) &* side &+ place.blue] else { continue }
      spread(scratch.parts[index].weight, place, scratch, &touchedCount)
    }
    guard touchedCount > 0 else { return }
    let residuals = scratch.residuals
    let leading = residuals[leader]
    for index in 0..<touchedCount {
      let window = Int(scratch.touched[index])
      let residual = residuals[window]
      // A window that several parts touch is there more than once.
      guard residual != 0 else { continue }
      residuals[window] = 0
      totals[window].sum &+= residual
      totals[window].squares &+= residual &* residual
      totals[window].products &+= residual &* leading
    }
  }

  /// Finds the cells of a tile; returns how many.
  @inline(__always)
  private func findParts(
    _ tile: UnsafeBufferPointer<UInt32>, _ parts: UnsafeMutableBufferPointer<Part>
  ) -> Int {
    // The bits of a word that tell cells apart.
    //     alpha      blue       green      red
    //     00000000   11111000   11111000   11111000      32 cells a channel: a shift of 3
    let mask = UInt32(0xFF << shift & 0xFF) &* 0x0001_0101
    // Most tiles lie in one cell, and most of these in that of their outline.
    var (different, common) = (UInt32(0), UInt32.max)
    for index in 1..<OutlineTiles.stride {
      different |= tile[index] ^ tile[1]
      common &= tile[index]
    }
    var count = 0
    var last = 0
    // Words that count are opaque, so that they have bits in common; with a word of 0 there
    // are none.
    if UInt32(littleEndian: different) & mask == 0, common != 0, tile[0] != 0 {
      let (cell, own) = (UInt32(littleEndian: tile[0]) & mask, UInt32(littleEndian: tile[1]) & mask)
      if cell == own { return 0 }
      let whole = Int32(OutlineTiles.pixelsPerTile)
      parts[0] = Part(cell: cell, weight: -whole)
      parts[1] = Part(cell: own, weight: whole)
      return 2
    }
    for index in 0..<OutlineTiles.stride {
      let word = tile[index]
      guard word != 0 else { continue }
      let weight: Int32 = index == 0 ? -Int32(OutlineTiles.pixelsPerTile) : 1
      let cell = UInt32(littleEndian: word) & mask
      // Neighbouring pixels are mostly of one cell.
      // A list without order: of 17 words few are of different cells, and a table would have
      // to be cleared.
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
  @inline(__always)
  private func spread(
    _ weight: Int32, _ place: (red: Int, green: Int, blue: Int), _ scratch: Scratch,
    _ touchedCount: inout Int
  ) {
    let greens = corners(place.green)
    let blue = corners(place.blue)
    for red in corners(place.red) {
      for green in greens {
        let row = (red &* side &+ green) &* side
        for window in row &+ blue.lowerBound..<row &+ blue.upperBound {
          scratch.residuals[window] &+= weight
          scratch.touched[touchedCount] = Int32(truncatingIfNeeded: window)
          touchedCount &+= 1
        }
      }
    }
  }

  /// Places at which windows begin that hold one.
  @inline(__always)
  private func corners(_ place: Int) -> Range<Int> {
    //     place − reach + 1 … place      the corners of windows whose reach holds the place
    //     0 … side − reach               those that there are
    Range(
      uncheckedBounds: (max(place &- reach &+ 1, 0), min(place, side &- reach) &+ 1))
  }
}
