public import CVectorShims

/// How the listed runs of a pass come to its tables, and the tables to one.
extension RunHistogram {
  /// Adds every listed run to its cell and empties the lists.
  @inlinable @inline(__always)
  mutating func drain() {
    // Runs that change nothing round the list up to a multiple of eight.
    let none = Lanes(repeating: 0)
    none.store(to: cells + runCount)
    none.store(to: sums + runCount)
    if marksRuns { mark() }
    // SAFETY: the lists end with sixteen of those runs; an offset is that of a cell's row, and
    // every table has a row for each cell.
    var run = 0
    if grid.listsPixels { judgeRuns() }
    if tableCount > 2 {
      let stride = grid.tableStride
      // Where no pixels joined at all, cells seldom repeat, and fewer tables stay nearer.
      // More than 176 runs in 256 pixels: fewer than a third of the pixels joined one before,
      // as in noise (see ColorGrid.listsPixels).
      let isNoise = 16 &* runCount > 11 &* Self.tilePixels &* listedTiles
      let half = tableCount == 8 && !isNoise ? 4 &* stride : 0
      let second = table + stride
      let third = second + stride
      let fourth = third + stride
      let fifth = table + half
      let sixth = second + half
      let seventh = third + half
      let eighth = fourth + half
      while run < runCount {
        addTwo(run, table, second)
        addTwo(run &+ 2, third, fourth)
        addTwo(run &+ 4, fifth, sixth)
        addTwo(run &+ 6, seventh, eighth)
        run &+= 8
      }
    } else if tableCount == 2 {
      addFromPlaces(grid.places, second: table + secondTable)
    } else if grid.tableCount > 2 {
      addFromPlaces(8, second: table)
    } else {
      // With one table, runs from eight places of the list, which seldom share a cell.
      let far = (runCount &+ 7) / 8
      while run < far {
        for place in 0..<8 {
          let one = run &+ place &* far
          cv_add_bytes(table + Int(cells[one]), sums[one])
        }
        run &+= 1
      }
    }
    runCount = 0
    listedTiles = 0
  }

  /// Decides from the listed runs whether pixels of the next blocks are listed one by one, and whether
  /// cells seldom repeat, so that one table, which stays nearer, serves better.
  ///
  /// Without a branch: the compiler stops inlining where there are too many.
  @inlinable @inline(__always)
  mutating func judgeRuns() {
    // All ones where it is time to look, where hardly any pixels joined, and where even fewer did.
    let looks = (singleBlocks &- 1) &>> 63
    let joinsSeldom = (grid.singleRuns &* listedTiles &- runCount) &>> 63
    let isNoise = (grid.noisyRuns &* listedTiles &- runCount) &>> 63
    singleBlocks = singleBlocks &>> 1 | Self.blocksBetweenLooks & joinsSeldom & looks
    secondTable = secondTable & ~looks | grid.tableStride & ~isNoise & looks
  }

  /// Marks the rows of cells that listed runs fall in.
  @inlinable @inline(__always)
  func mark() {
    // SAFETY: as in `drain()`; marks are a byte for each row of as many cells as a channel has.
    var run = 0
    while run < runCount {
      for one in run..<run &+ 8 { mark(cells[one]) }
      run &+= 8
    }
  }

  /// Marks the row of cells that a cell is in, by its offset in the table.
  @inlinable @inline(__always)
  func mark(_ offset: UInt32) {
    marks.storeBytes(of: 1, toByteOffset: Int(offset &>> (4 &+ grid.cellBits)), as: UInt8.self)
  }

  /// Adds runs from several places of the list, where they seldom share a cell, by twos: one to a row
  /// of the first table, one to a row of `second`, which may be the same.
  @inlinable @inline(__always)
  func addFromPlaces(_ places: Int, second: UnsafeMutableRawPointer) {
    // SAFETY: as in `drain()`: each place has an even number of runs, so that all of them together
    // are at most fifteen more than there are.
    // Rounded up, and up again to an even number. With 4 places and 500 runs it is 126:
    //
    //     place   0          1            2            3
    //     runs    0 … 125    126 … 251    252 … 377    378 … 503   the last four are zeros
    let far = ((runCount &+ places &- 1) / places &+ 1) & ~1
    var run = 0
    while run < far {
      for place in 0..<places { addTwo(run &+ place &* far, table, second) }
      run &+= 2
    }
  }

  /// Adds two runs, one to a row of each table.
  @inlinable @inline(__always)
  func addTwo(
    _ run: Int, _ first: UnsafeMutableRawPointer, _ second: UnsafeMutableRawPointer
  ) {
    // SAFETY: as in `drain()`. Two offsets are loaded at once, the earlier one in the lower half.
    let offsets = UnsafeRawPointer(cells + run).loadUnaligned(as: UInt64.self).littleEndian
    cv_add_bytes_to_two(
      first + Int(UInt32(truncatingIfNeeded: offsets)), second + Int(offsets &>> 32), sums + run)
  }

  /// Adds the counts of hidden pixels to their rows.
  @inlinable @inline(__always)
  func addHidden() {
    // SAFETY: two rows follow the cells'.
    let rows = (table + 16 &* grid.cellCount).assumingMemoryBound(to: UInt32.self)
    rows[3] &+= judge.transparent.sum
    rows[7] &+= judge.filtered.sum
  }

  /// Adds the tables that passes left open to the first, empties the others, and marks the rows that hold pixels.
  ///
  /// Passes over parts of a picture leave it to one call after the last: it reads all of half a megabyte or more.
  ///
  /// - Parameters:
  ///   - grid: the cells.
  ///   - tables: the most tables that a pass left open.
  ///   - table: the memory that was given to the passes.
  ///   - scratch: the same.
  @inlinable @inline(__always)
  public static func gather(
    _ grid: ColorGrid, tables: Int, table: UnsafeMutablePointer<UInt32>,
    scratch: UnsafeMutablePointer<UInt32>
  ) {
    // SAFETY: the last part of the scratch memory, as in `init`.
    gather(
      grid, tables: tables, table: UnsafeMutableRawPointer(table),
      marks: UnsafeMutableRawPointer(scratch + firstMark))
  }

  @inlinable @inline(__always)
  static func gather(
    _ grid: ColorGrid, tables: Int, table: UnsafeMutableRawPointer, marks: UnsafeMutableRawPointer
  ) {
    let zero = Lanes(repeating: 0)
    let rowBytes = 16 &* grid.cellsPerChannel
    for row in 0..<grid.cellCount / grid.cellsPerChannel {
      let first = table + row &* rowBytes
      var any = zero
      // SAFETY: the tables are `tableStride` bytes apart, and each holds a row of 16 bytes a cell; a
      // mark is a byte for each row of cells.
      for number in 0..<tables {
        for offset in stride(from: 0, to: rowBytes, by: vectorBytes) {
          any = any | Lanes(loading: first + (number &* grid.tableStride &+ offset))
        }
      }
      if !any.isAnyNonzero { continue }
      marks.storeBytes(of: 1, toByteOffset: row, as: UInt8.self)
      if tables == 1 { continue }
      for offset in stride(from: 0, to: rowBytes, by: vectorBytes) {
        var total = Lanes(loading: first + offset)
        for number in 1..<tables {
          let other = first + (number &* grid.tableStride &+ offset)
          total = total &+ Lanes(loading: other)
          zero.store(to: other)
        }
        total.store(to: first + offset)
      }
    }
  }
}
