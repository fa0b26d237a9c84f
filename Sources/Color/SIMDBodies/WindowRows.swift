/// Counts of cells and the fullest windows in them, a window being a cube of 32 levels a side.
///
/// Cells and windows are taken a row at a time, those of one red and green, blue rising. The windows
/// of a row are summed up in vectors; the fullest of each row is remembered. When cells are emptied,
/// what is remembered still bounds the row's windows, so only the rows that come first by it are
/// summed up again.
///
/// All counts together are under 2³².
@frozen
public struct WindowRows {
  @usableFromInline let counts: UnsafeMutablePointer<UInt32>
  @usableFromInline let used: UnsafeMutablePointer<UInt32>
  @usableFromInline let bounds: UnsafeMutablePointer<UInt32>
  @usableFromInline let highest: UnsafeMutablePointer<UInt32>

  /// Takes memory.
  ///
  /// - Parameters:
  ///   - counts: a count for each cell, red slowest and blue fastest.
  ///   - used: for each red a bit for each green whose row of cells may hold pixels.
  ///   - bounds: room for a word for each row.
  ///   - highest: room for a word for each red.
  @inlinable @inline(__always)
  public init(
    counts: UnsafeMutablePointer<UInt32>, used: UnsafeMutablePointer<UInt32>,
    bounds: UnsafeMutablePointer<UInt32>, highest: UnsafeMutablePointer<UInt32>
  ) {
    self.counts = counts
    self.used = used
    self.bounds = bounds
    self.highest = highest
  }

  /// Cells along a side of a window of a grid.
  @inlinable @inline(__always)
  static func window(_ grid: ColorGrid) -> Int { 1 &<< Int(grid.cellBits &- 3) }

  /// Takes the counts of the rows that may hold pixels from a table with four words for each cell, a
  /// count in the last.
  @inlinable @inline(__always)
  public func take(_ table: UnsafePointer<UInt32>, _ grid: ColorGrid) {
    // SAFETY: the caller vouches for a table of the grid, and for rows that exist.
    forEachUsedRow(grid.cellsPerChannel) { first in
      for cell in stride(from: first, to: first &+ grid.cellsPerChannel, by: 16) {
        Lanes(loadingFourths: table + 4 &* cell).store(to: counts + cell)
      }
    }
  }

  /// Empties the rows that may hold pixels, here and in a table as above.
  @inlinable @inline(__always)
  public func empty(_ table: UnsafeMutablePointer<UInt32>, _ grid: ColorGrid) {
    let none = Lanes(repeating: 0)
    // SAFETY: as above.
    forEachUsedRow(grid.cellsPerChannel) { first in
      for cell in stride(from: first, to: first &+ grid.cellsPerChannel, by: 16) {
        none.store(to: counts + cell)
        for quarter in 0..<4 { none.store(to: table + (4 &* cell &+ 16 &* quarter)) }
      }
    }
  }

  /// Hands over the first cells of the rows that may hold pixels, `side` to a channel.
  @inlinable @inline(__always)
  public func forEachUsedRow(_ side: Int, _ body: (Int) -> Void) {
    for red in 0..<side {
      // SAFETY: bits for each red.
      var bits = used[red]
      while bits != 0 {
        body((red &* side &+ bits.trailingZeroBitCount) &* side)
        bits &= bits &- 1
      }
    }
  }

  /// Finds the fullest window of each row.
  ///
  /// - Complexity: O(cells of the rows that windows with pixels reach).
  @inlinable @inline(__always)
  public func begin(_ grid: ColorGrid) {
    let side = grid.cellsPerChannel
    let window = Self.window(grid)
    let positions = side &- window &+ 1
    // SAFETY: the caller vouches for as many words as the initialiser asks for; a row of windows
    // begins at a position that leaves room for it.
    for red in 0..<side {
      for green in stride(from: 0, to: side, by: 16) {
        Lanes(repeating: 0).store(to: bounds + (red &* side &+ green))
      }
      highest[red] = 0
      guard red < positions else { continue }
      var reached: UInt32 = 0
      // A window at green g reaches rows g to g + window - 1: bit g is to say whether any of
      // these is used. Two shifts by 1 and 2 join four of them.
      for step in 0..<window { reached |= used[red &+ step] }
      reached |= reached &>> 1
      if window == 4 { reached |= reached &>> 2 }
      reached &= (1 &<< UInt32(truncatingIfNeeded: positions)) &- 1
      while reached != 0 {
        let row = red &* side &+ reached.trailingZeroBitCount
        reached &= reached &- 1
        bounds[row] = Sums(grid, counts + row &* side).largest
      }
      findHighest(red, grid)
    }
  }

  /// Finds the window with most pixels, the first of equals.
  ///
  /// - Parameters:
  ///   - corner: the lowest cell of the window that was emptied last; -1 at first.
  ///   - grid: the cells.
  /// - Returns: its lowest cell; -1 when there are no pixels.
  /// - Complexity: O(*side*) for each row that is summed up again.
  @inlinable @inline(__always)
  public func fullest(after corner: Int, _ grid: ColorGrid) -> Int {
    let side = grid.cellsPerChannel
    // Where few rows overlap the window, all of them at once; where many do, one by one below.
    if corner >= 0, grid.cellBits == 4 { refresh(around: corner / side, grid) }
    while true {
      // SAFETY: as above; reds and greens of the highest bounds are found among those there are.
      let (red, most) = Self.first(highest, grid)
      if most == 0 { return -1 }
      let row = red &* side &+ Self.first(bounds + red &* side, grid).place
      let sums = Sums(grid, counts + row &* side)
      let count = sums.largest
      if count == most { return row &* side &+ sums.place(of: count) }
      // The bound was too high, from before a window was emptied: sums only fall, so that it
      // still bounds.
      bounds[row] = count
      findHighest(red, grid)
    }
  }

  /// Sums up the rows anew that overlap a window, by its row.
  @inlinable @inline(__always)
  func refresh(around row: Int, _ grid: ColorGrid) {
    let side = grid.cellsPerChannel
    let last = side &- Self.window(grid)
    let (red, green) = (row / side, row % side)
    for near in max(red &- 1, 0)...min(red &+ 1, last) {
      for beside in max(green &- 1, 0)...min(green &+ 1, last) {
        let place = near &* side &+ beside
        // SAFETY: as in `begin`.
        bounds[place] = Sums(grid, counts + place &* side).largest
      }
      findHighest(near, grid)
    }
  }

  /// Finds the highest bound of a red's rows.
  @inlinable @inline(__always)
  func findHighest(_ red: Int, _ grid: ColorGrid) {
    // SAFETY: as in `begin`.
    highest[red] = Self.first(bounds + red &* grid.cellsPerChannel, grid).most
  }

  /// The largest of as many words as a channel has cells, and where it is first.
  @inlinable @inline(__always)
  static func first(_ words: UnsafePointer<UInt32>, _ grid: ColorGrid) -> (place: Int, most: UInt32)
  {
    // SAFETY: the caller passes the words.
    let low = Lanes(loading: words)
    let high = grid.cellBits == 5 ? Lanes(loading: words + 16) : Lanes(repeating: 0)
    let sums = Sums(low: low, high: high)
    let most = sums.largest
    return (sums.place(of: most), most)
  }

  /// The pixels of the windows of a row.
  ///
  /// Where a window would reach past the last blue, it is what is left of one: never more than a
  /// window before it.
  @usableFromInline
  struct Sums {
    @usableFromInline let low: Lanes
    /// Those from the seventeenth on; 0 in the standard grid.
    @usableFromInline let high: Lanes

    @inlinable @inline(__always)
    init(low: Lanes, high: Lanes) {
      self.low = low
      self.high = high
    }

    /// Sums up the windows whose lowest cells are those of the row at `cells`.
    @inlinable @inline(__always)
    init(_ grid: ColorGrid, _ cells: UnsafePointer<UInt32>) {
      // SAFETY: the caller vouches for the rows that windows reach.
      let side = grid.cellsPerChannel
      let none = Lanes(repeating: 0)
      if grid.cellBits == 4 {
        let below = cells + side &* side
        let columns =
          (Lanes(loading: cells) &+ Lanes(loading: cells + side))
          &+ (Lanes(loading: below) &+ Lanes(loading: below + side))
        low = columns &+ columns.withoutFirst(then: none)
        high = none
      } else {
        var (first, second) = (none, none)
        for red in 0..<4 {
          for green in 0..<4 {
            let row = cells + (red &* side &+ green) &* side
            first = first &+ Lanes(loading: row)
            second = second &+ Lanes(loading: row + 16)
          }
        }
        // Pairs of neighbouring blues first, then pairs of pairs two apart: windows of four
        // in two additions.
        first = first &+ first.withoutFirst(then: second)
        second = second &+ second.withoutFirst(then: none)
        low = first &+ first.withoutTwo(then: second)
        high = second &+ second.withoutTwo(then: none)
      }
    }

    /// The most pixels of a window.
    @inlinable @inline(__always)
    var largest: UInt32 { low.larger(high).largest }

    /// The first that is so many.
    @inlinable @inline(__always)
    func place(of count: UInt32) -> Int {
      let counts = Lanes(repeating: count)
      let differing = low.differingBits(counts) | high.differingBits(counts) &<< 16
      return (~differing).trailingZeroBitCount
    }
  }
}
