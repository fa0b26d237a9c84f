public import Pixels

/// The vectorised histogram: pixels to cell counts and exact channel sums in one pass.
///
/// A table increment depends on the one before it when both hit the same cell, and in a picture
/// neighbours mostly do. So equal neighbours are joined first, and each *run* is added once. Runs
/// go down columns, sixteen columns at a time: then joining needs no shuffle between lanes.
///
///     for each tile of 16 columns × 16 rows, from its first row to its last:
///       cell = the cells' offsets in the table
///       ends = lanes whose cell is not that of the row above
///       compress (sums so far, cell above) at the ends into a list
///       sums = low bits of r, g, b and a count of 1, added to the sums so far unless ended
///     at the last row: list all lanes
///     when the list is long: for each run in it, table[cell] += the four bytes of its sums
///
/// A run is at most 16 pixels, so its four sums fit their bytes (16 × 15 = 240). The low bits are
/// enough: a cell's channel sum is its lower bound times its count plus them. A tile in one cell is
/// summed in two vectors instead, so flat areas run at the speed of memory.
///
/// Where hardly any pixels join, those of the next blocks are listed one by one, without a look at the
/// row above.
///
/// Any sixteen vectors of pixels can be a tile. Rows that are left over at the bottom are cut into
/// tiles of 256 consecutive pixels; columns left over at the right are gathered until they make
/// one. A tile with hidden pixels is rewritten first (``PixelJudge``).
///
/// The table's 32-bit fields hold 2³² / 15 pixels of one cell; ``pixelsPerTable`` keeps under it.
@frozen
public struct RunHistogram {
  @usableFromInline let grid: ColorGrid
  @usableFromInline var judge: PixelJudge
  @usableFromInline let table: UnsafeMutableRawPointer
  /// Tables in use: 1, 2, 4 or 8.
  @usableFromInline let tableCount: Int
  @usableFromInline let cells: UnsafeMutablePointer<UInt32>
  @usableFromInline let sums: UnsafeMutablePointer<UInt32>
  @usableFromInline var runCount: Int
  /// Tiles whose runs are listed.
  @usableFromInline var listedTiles: Int
  @usableFromInline let judged: UnsafeMutableRawPointer
  @usableFromInline let pending: UnsafeMutableRawPointer
  @usableFromInline var pendingCount: Int
  /// A byte for each row of cells, those of one red and green: not 0 where it may hold pixels.
  @usableFromInline let marks: UnsafeMutableRawPointer
  /// Whether rows are marked run by run, or by looking through the table at the end.
  @usableFromInline let marksRuns: Bool
  /// Whether the tile before had hidden pixels, and the next is likely to.
  @usableFromInline var judgesFirst: Bool
  /// Bytes from the first table of two to that which every second run is added to: the other one, or 0.
  @usableFromInline var secondTable: Int
  /// A bit for each block still to come whose pixels are listed one by one: ``blocksBetweenLooks`` after a look
  /// that found hardly any joined, shifted out block by block; 0 where runs are joined.
  @usableFromInline var singleBlocks: Int
  @usableFromInline var flat: FlatRun

  /// Pixels of a tile: sixteen rows of sixteen.
  @inlinable @inline(__always)
  static var tilePixels: Int { 256 }

  /// Bytes of one vector of pixels.
  @inlinable @inline(__always)
  static var vectorBytes: Int { 64 }

  /// Runs gathered before they are added to the table: few enough for both lists to stay in L1.
  @inlinable @inline(__always)
  static var blockRuns: Int { 512 }

  /// A bit for each of the eight blocks whose pixels are listed one by one before it is looked again whether
  /// they join.
  @inlinable @inline(__always)
  static var blocksBetweenLooks: Int { 0xFF }

  /// How many tiles ahead memory is fetched: not every processor follows sixteen rows by itself
  /// whose vectors lie across two lines each.
  @inlinable @inline(__always)
  static var tilesAhead: Int { 8 }

  /// Pixels up to which nothing is fetched ahead: what lies in the caches costs more than it gains.
  @inlinable @inline(__always)
  static var nearPixels: Int { 1 << 19 }

  /// Words of one list: a block, the runs of one more tile, and whole vectors' overhang.
  @inlinable @inline(__always)
  static var listWords: Int { blockRuns + tilePixels + 64 }

  /// 32-bit words of scratch memory that a pass needs beside its tables.
  @inlinable @inline(__always)
  public static var scratchWords: Int { firstMark + 256 }

  /// Words of the scratch memory before its last part: a mark for each row of cells.
  ///
  /// A row is the cells of one red and green, a mark a byte. A pass sets the marks of rows that may
  /// hold pixels to 1, and clears none.
  @inlinable @inline(__always)
  public static var firstMark: Int { 2 * listWords + tilePixels + 3 * tilePixels }

  /// Pixels that may be added to a table before it must be emptied: 2²⁸ × 15 < 2³².
  @inlinable @inline(__always)
  public static var pixelsPerTable: Int { 1 << 28 }

  /// Pixels up to which one table is used, and marking each run's row is quicker than looking for the
  /// rows that hold pixels.
  @inlinable @inline(__always)
  static func fewPixels(_ grid: ColorGrid) -> Int { grid.cellBits == 4 ? 1 << 12 : 1 << 15 }

  /// Tables that pay for adding them up afterwards, for a number of pixels.
  @inlinable @inline(__always)
  static func tableCount(_ grid: ColorGrid, pixelCount: Int) -> Int {
    if pixelCount <= fewPixels(grid) { return 1 }
    return min(grid.tableCount, pixelCount < 1 << 17 ? 2 : pixelCount < 1 << 20 ? 4 : 8)
  }

  /// Tables that a pass leaves counts in, until ``gather(_:tables:table:scratch:)``; none where it marks the rows of the
  /// first by itself.
  @inlinable @inline(__always)
  public static func openTables(_ grid: ColorGrid, pixelCount: Int) -> Int {
    pixelCount <= fewPixels(grid) ? 0 : tableCount(grid, pixelCount: pixelCount)
  }

  /// Prepares a pass over a view.
  ///
  /// - Parameters:
  ///   - grid: the cells.
  ///   - rule: which pixels count.
  ///   - pixelCount: pixels that will be added.
  ///   - table: `grid.tableWords` words, aligned to 64 bytes. The pass adds to the rows of all tables.
  ///   - scratch: ``scratchWords`` words, aligned to 64 bytes, zero from ``firstMark`` on for an
  ///     empty table.
  @inlinable @inline(__always)
  public init(
    grid: ColorGrid, rule: VisibilityRule, pixelCount: Int,
    table: UnsafeMutablePointer<UInt32>, scratch: UnsafeMutablePointer<UInt32>
  ) {
    // SAFETY: the caller passes both memories for the pass; the lists and the two tiles are laid
    // out one after the other inside `scratch`.
    self.grid = grid
    judge = PixelJudge(rule)
    self.table = UnsafeMutableRawPointer(table)
    tableCount = Self.tableCount(grid, pixelCount: pixelCount)
    //     scratch   [ cells | sums | judged, 256 | pending, 768 | marks, 256 ]   in words
    //
    // Marks are bytes: up to 1024 rows of cells, 32 reds times 32 greens of the fine grid.
    cells = scratch
    sums = scratch + Self.listWords
    runCount = 0
    listedTiles = 0
    judged = UnsafeMutableRawPointer(scratch + 2 * Self.listWords)
    pending = judged + 4 * Self.tilePixels
    pendingCount = 0
    marks = UnsafeMutableRawPointer(scratch + Self.firstMark)
    marksRuns = pixelCount <= Self.fewPixels(grid)
    judgesFirst = false
    secondTable = grid.tableStride
    singleBlocks = 0
    flat = FlatRun()
  }

  /// Adds all pixels of a view and completes the pass, but for the tables that it leaves open.
  ///
  /// - Complexity: O(*n*) in pixels.
  @inlinable @inline(__always)
  public mutating func add(_ view: PixelView) {
    // A strip is sixteen rows, a line one row, or the whole of a view too small for strips.
    // A view of 40 × 37 pixels, say, of rows that do not follow each other: two strips of
    // sixteen rows with two tiles each, eight columns of each strip to `pending`, and five
    // lines, all of it to `pending`.
    //
    //     | tile 0 | tile 1 | 8 columns |   rows 0 – 15
    //     | tile 0 | tile 1 | 8 columns |   rows 16 – 31
    //     | lines of 40 pixels          |   rows 32 – 36
    let isOneLine = view.isContiguous && (view.height < 16 || view.width < 16)
    let strips = isOneLine ? 0 : view.height / 16
    let lines = isOneLine ? min(view.height, 1) : view.height &- 16 &* strips
    let lineLength = isOneLine ? view.pixelCount : view.width
    let wholeGroups = view.width / 16
    // One loop with one tile in it, because everything here is inlined into one function.
    for band in 0..<(strips &+ lines &+ 1) {
      var source = view.baseAddress
      var tiles = 0
      var tileStep = 0
      var rowStep = Self.vectorBytes
      var leftRows = 0
      var leftColumns = 0
      var leftStart = view.baseAddress
      // SAFETY: addresses are formed for rows of the view only; a strip's tiles take
      // `wholeGroups` vectors of sixteen rows, a line's tiles 256 pixels each, and what is left of
      // them at the right is appended to `pending`.
      if band < strips {
        source = view.row(16 &* band)
        tiles = wholeGroups
        tileStep = Self.vectorBytes
        rowStep = view.bytesPerRow
        leftStart = source + wholeGroups &* Self.vectorBytes
        leftRows = 16
        leftColumns = view.width &- 16 &* wholeGroups
      } else if band < strips &+ lines {
        source = view.row(16 &* strips &+ (band &- strips))
        tiles = lineLength / Self.tilePixels
        tileStep = 16 &* Self.vectorBytes
        leftStart = source + tiles &* tileStep
        leftRows = 1
        leftColumns = lineLength &- tiles &* Self.tilePixels
      }
      let isLast = band == strips &+ lines
      if leftColumns > 0 {
        for row in 0..<leftRows {
          append(leftStart + row &* view.bytesPerRow, count: leftColumns)
        }
      }
      let isPendingFull = pendingCount >= Self.tilePixels
      let all = tiles &+ (isPendingFull || (isLast && pendingCount > 0) ? 1 : 0)
      let fetched = view.pixelCount > Self.nearPixels ? tiles &- Self.tilesAhead : 0
      for tile in 0..<all {
        let isPending = tile == tiles
        if tile < fetched {
          Lanes.prefetchRows(source + (tile &+ Self.tilesAhead) &* tileStep, step: rowStep)
        }
        add(
          tile: isPending ? UnsafeRawPointer(pending) : source + tile &* tileStep,
          rowStep: isPending ? Self.vectorBytes : rowStep,
          pixels: isPending ? min(pendingCount, Self.tilePixels) : Self.tilePixels)
        if runCount >= Self.blockRuns { drain() }
      }
      if isPendingFull { movePending() }
    }
    drain()
    flushFlat()
    addHidden()
    #if hasFeature(Embedded)
      if !marksRuns { Self.gather(grid, tables: tableCount, table: table, marks: marks) }
    #endif
  }

  // MARK: Tiles

  /// Adds sixteen vectors of pixels, `rowStep` bytes apart, of which the first `pixels` are meant.
  @inlinable @inline(__always)
  mutating func add(tile: UnsafeRawPointer, rowStep: Int, pixels: Int) {
    // SAFETY: the caller vouches for sixteen vectors; the lists have room for a tile's runs and a
    // vector's overhang past `blockRuns`, where they are drained.
    let isWhole = pixels == Self.tilePixels && !judge.hasFilters
    if grid.listsPixels, singleBlocks > 0, isWhole, !judgesFirst,
      addPixels(tile, rowStep: rowStep)
    {
      return
    }
    if isWhole, !judgesFirst, addFlat(tile, rowStep: rowStep) { return }
    let firstRun = runCount
    var isJudged = !isWhole || judgesFirst
    while true {
      var source = tile
      var step = rowStep
      var once = PixelJudge.once
      var payloadMask = grid.lowMask
      if isJudged {
        rewrite(tile, rowStep: rowStep, pixels: pixels)
        source = UnsafeRawPointer(judged)
        step = Self.vectorBytes
        payloadMask |= once
        once = 0
      }
      var runs = ColumnRuns(
        grid: grid, source: source, step: step, payloadMask: payloadMask, once: once,
        cells: cells + firstRun, sums: sums + firstRun)
      #if arch(wasm32)
        // Small code, which a browser compiles sooner.
        for _ in 1..<16 { runs.addRow() }
      #else
        // Spelled out: the loop's end would cost a fifth of the time of the whole pass.
        runs.addRow()
        runs.addTwoRows()
        runs.addFourRows()
        runs.addFourRows()
        runs.addFourRows()
      #endif
      if isJudged || judge.seesAll(runs.smallest) {
        runs.end()
        runCount = firstRun &+ runs.count
        listedTiles &+= 1
        return
      }
      // Hidden pixels after all: forget the tile's runs and take it again.
      isJudged = true
    }
  }

  /// Lists the pixels of a tile that all count, one by one; does nothing to another tile.
  @inlinable @inline(__always)
  mutating func addPixels(_ tile: UnsafeRawPointer, rowStep: Int) -> Bool {
    // SAFETY: as in `add(tile:rowStep:pixels:)`.
    var pixels = ColumnPixels(
      grid: grid, source: tile, step: rowStep, cells: cells + runCount, sums: sums + runCount)
    #if arch(wasm32)
      for _ in 0..<16 { pixels.addRow() }
    #else
      pixels.addFourRows()
      pixels.addFourRows()
      pixels.addFourRows()
      pixels.addFourRows()
    #endif
    guard judge.seesAll(pixels.smallest) else { return false }
    runCount &+= Self.tilePixels
    listedTiles &+= 1
    return true
  }

  /// Writes a tile's pixels to ``judged`` as words.
  @inlinable @inline(__always)
  mutating func rewrite(_ tile: UnsafeRawPointer, rowStep: Int, pixels: Int) {
    // SAFETY: as in `add(tile:rowStep:pixels:)`; `judged` holds sixteen vectors.
    var smallest = Lanes(repeating: .max)
    for row in 0..<16 {
      let raw = Lanes(loading: tile + row &* rowStep)
      smallest = smallest.minBytes(raw)
      let left = UInt32(truncatingIfNeeded: max(pixels &- 16 &* row, 0))
      let present = Lanes.indices.isLess(than: Lanes(repeating: left))
      judge.words(of: raw, present: present).store(to: judged + row &* Self.vectorBytes)
    }
    judgesFirst = !judge.seesAll(smallest)
  }

  // MARK: Flat areas

  /// Adds a tile whose pixels all count and lie in one cell; does nothing to another.
  @inlinable @inline(__always)
  mutating func addFlat(_ tile: UnsafeRawPointer, rowStep: Int) -> Bool {
    // SAFETY: as in `add(tile:rowStep:pixels:)`.
    let pixel = tile.loadUnaligned(as: UInt32.self)
    let first = Lanes(repeating: pixel)
    let top = Lanes(loading: tile)
    let bottom = Lanes(loading: tile + 15 &* rowStep)
    // The first and the last row decide nearly all tiles that are not flat, before sixteen
    // are loaded.
    guard !(((top ^ first) | (bottom ^ first)) & grid.cellMask).isAnyNonzero else { return false }
    var smallest = top
    var differs = top ^ first
    var lows = top & grid.lowMask
    for row in 1..<16 {
      let pixels = Lanes(loading: tile + row &* rowStep)
      smallest = smallest.minBytes(pixels)
      differs = differs | (pixels ^ first)
      lows = lows &+ (pixels & grid.lowMask)
    }
    guard !(differs & grid.cellMask).isAnyNonzero, judge.seesAll(smallest) else { return false }
    let cell = pixel & grid.cellMask
    if cell != flat.cell || flat.tiles == FlatRun.maximumTiles {
      flushFlat()
      flat.cell = cell
    }
    flat.add(lows)
    return true
  }

  @inlinable @inline(__always)
  mutating func flushFlat() {
    guard flat.tiles > 0 else { return }
    let offset = grid.offsets(of: Lanes(repeating: flat.cell)).first
    mark(offset)
    // SAFETY: the offset is that of a cell's row.
    flat.empty(into: (table + Int(offset)).assumingMemoryBound(to: UInt32.self))
  }

  // MARK: Left over

  /// Appends fewer than 256 pixels to ``pending``.
  @inlinable @inline(__always)
  mutating func append(_ pixels: UnsafeRawPointer, count: Int) {
    // SAFETY: at most 255 pixels are pending before a band, and a band appends at most 16 × 15 of
    // a strip's or 255 of a line's; `pending` holds 768.
    (pending + 4 &* pendingCount).copyMemory(from: pixels, byteCount: 4 &* count)
    pendingCount &+= count
  }

  /// Moves what is pending after the first tile to the front.
  @inlinable @inline(__always)
  mutating func movePending() {
    pendingCount &-= Self.tilePixels
    var moved = 0
    // SAFETY: at most 255 pixels follow the first 256 of 768; vectors may overhang.
    while moved < pendingCount {
      Lanes(loading: pending + 4 &* (Self.tilePixels &+ moved)).store(to: pending + 4 &* moved)
      moved &+= 16
    }
  }
}
