internal import JPEGLanes
internal import LargePages

/// Copies the coded blocks of drawn tiles while the outline is read, so that afterwards as many of
/// the tiles can be decoded as turn out to be needed.
///
/// A tile takes its block of luma, and the blocks of chroma that its pixels are enlarged from, up to
/// four of each component in up to two rows of MCUs. Copying a block takes about as long as finding
/// one; what is held grows with the draws and not with the picture, but for a few bytes a row.
final class TileCollector {
  /// A tile that was drawn.
  struct Tile {
    /// Its first pixel.
    let x: Int32
    let y: Int32
    /// The first of its blocks of chroma, which are numbered from left to right, then downwards.
    let chroma: Int32
    /// Whether its chroma comes from two columns, or two rows, of blocks.
    let isWide: Bool
    let isTall: Bool
    let rank: UInt8
    /// Its pixel of the outline.
    var outline: UInt32 = 0

    /// Columns of its blocks of chroma, and how many there are.
    var chromaColumns: Int { isWide ? 2 : 1 }
    var chromaCount: Int { isTall ? 2 &* chromaColumns : chromaColumns }
  }

  let geometry: TileGeometry
  /// The tiles in reading order of their pixels of the outline; the blocks of luma have the same
  /// numbers.
  private(set) var tiles: [Tile] = []
  /// For each component its blocks.
  let blocks: [CodedBlocks]

  /// A block that a tile needs.
  private struct Request {
    /// Which block of its row of MCUs, in the order of the data.
    let block: Int32
    /// Where its mean lies in its component's plane.
    let place: Int32
    let number: Int32
  }

  private let frame: JPEGFrame
  private let draws: TileDraws
  private let length: Int
  private let strata: Int
  private var nextStratum = 0
  /// The row of the outline that the draw of the stratum before lies in.
  private var nextRow = 0
  private var chromaCount = 0
  private var nextBlock = 0
  private let blocksPerRow: Int
  /// Requests of a row of MCUs at most, for luma and for chroma.
  private let lumaCapacity: Int
  private let chromaCapacity: Int
  /// Memory for the requests of some rows of MCUs, luma first: of those that are planned and not finished.
  private var requests: UnsafeMutablePointer<Request>
  /// How many rows there is memory for, a power of two: each has the place of its number modulo this.
  private var requestRows = 8
  /// The first row that is not finished.
  private var firstRow = 0
  private let lumaCounts: UnsafeMutablePointer<Int32>
  private let chromaCounts: UnsafeMutablePointer<Int32>
  /// Blocks copied, for each row of MCUs.
  private let copied: UnsafeMutablePointer<Int32>

  /// - Throws: ``JPEGMeansError/declined(_:)`` for sampling factors of which no tiles are read.
  init(_ frame: JPEGFrame, draws: TileDraws) throws(JPEGMeansError) {
    self.frame = frame
    self.draws = draws
    let geometry = try TileGeometry(frame)
    let length = draws.stratumLength(outlinePixels: geometry.outlineCount)
    let strata = draws.strata(outlinePixels: geometry.outlineCount)
    (self.geometry, self.length, self.strata) = (geometry, length, strata)
    blocksPerRow = frame.mcusPerRow * frame.blocksPerMCU
    let hasChroma = frame.components.count == 3
    // As many columns and rows of chroma as of luma are not enlarged: a tile takes one block of it.
    let chromaCount = geometry.columnFactor * geometry.rowFactor * strata
    blocks = frame.components.indices.map { CodedBlocks(count: $0 == 0 ? strata : chromaCount) }
    let rows = frame.mcuRowCount
    let tilesPerRow = min(frame.mcuRows * geometry.outlineWidth / length + 2, strata)
    lumaCapacity = tilesPerRow
    // A tile has at most four blocks, two of them in a row beside its own.
    chromaCapacity = hasChroma ? 8 * tilesPerRow : 0
    requests = .allocatePages(capacity: requestRows * (lumaCapacity + chromaCapacity))
    lumaCounts = .allocate(capacity: rows)
    lumaCounts.initialize(repeating: 0, count: rows)
    chromaCounts = .allocate(capacity: rows)
    chromaCounts.initialize(repeating: 0, count: rows)
    copied = .allocate(capacity: rows)
    copied.initialize(repeating: 0, count: rows)
    tiles.reserveCapacity(strata)
  }

  deinit {
    requests.freePages()
    lumaCounts.deallocate()
    chromaCounts.deallocate()
    copied.deallocate()
  }

  // MARK: Planning

  /// The requests of a row of MCUs.
  @inline(__always)
  private func requests(ofRow row: Int) -> UnsafeMutablePointer<Request> {
    requests + (row & (requestRows &- 1)) &* (lumaCapacity &+ chromaCapacity)
  }

  /// Makes memory for the requests of all rows up to one.
  private func reserveRequests(upTo lastRow: Int) {
    let needed = lastRow - firstRow + 1
    guard needed > requestRows else { return }
    let (stride, old, oldRows) = (lumaCapacity + chromaCapacity, requests, requestRows)
    while requestRows < needed { requestRows *= 2 }
    requests = .allocatePages(capacity: requestRows * stride)
    for row in firstRow..<min(firstRow + oldRows, frame.mcuRowCount) {
      let source = old + (row & (oldRows - 1)) * stride
      // SAFETY: both have memory for the row, and so many requests of it are there.
      requests(ofRow: row).initialize(from: source, count: Int(lumaCounts[row]))
      (requests(ofRow: row) + lumaCapacity).initialize(
        from: source + lumaCapacity, count: Int(chromaCounts[row]))
    }
    old.freePages()
  }

  /// Draws the tiles of all rows of MCUs up to one.
  private func plan(upTo lastRow: Int) {
    // A tile may ask for chroma of the row below its own.
    reserveRequests(upTo: lastRow + 1)
    // So that the tiles have one owner while they grow.
    var tiles = self.tiles
    self.tiles = []
    var (stratum, chroma, row) = (nextStratum, chromaCount, nextRow)
    defer { (self.tiles, nextStratum, chromaCount, nextRow) = (tiles, stratum, chroma, row) }
    let (geometry, width) = (geometry, geometry.outlineWidth)
    let (columns, rows) = (frame.components[0].columns, frame.mcuRows)
    let (blocksPerMCU, blocksPerLine) = (frame.blocksPerMCU, frame.mcusPerRow * columns)
    let hasChroma = blocks.count == 3
    while stratum < strata {
      let position = draws.position(stratum: stratum, length: length)
      guard position.index < geometry.outlineCount else {
        stratum += 1
        continue
      }
      // Strata come in reading order: the row only goes on, without a division for each.
      while position.index >= (row &+ 1) &* width { row &+= 1 }
      let (mcuRow, rowInMCU) = row.quotientAndRemainder(dividingBy: rows)
      guard mcuRow <= lastRow else { return }
      let column = position.index &- row &* width
      let (mcu, columnInMCU) = column.quotientAndRemainder(dividingBy: columns)
      // SAFETY: no row holds draws of more strata than `lumaCapacity`.
      requests(ofRow: mcuRow)[Int(lumaCounts[mcuRow])] = Request(
        block: Int32(
          truncatingIfNeeded: mcu &* blocksPerMCU &+ rowInMCU &* columns &+ columnInMCU),
        place: Int32(truncatingIfNeeded: rowInMCU &* blocksPerLine &+ column),
        number: Int32(truncatingIfNeeded: tiles.count))
      lumaCounts[mcuRow] &+= 1
      let x = 8 &* column &+ (position.tile & 1) &* 4
      let y = 8 &* row &+ (position.tile &>> 1) &* 4
      let first = chroma
      var (isWide, isTall) = (false, false)
      if hasChroma {
        let left = geometry.chromaColumn(0, x: x) &>> 3
        let top = geometry.chromaRow(0, y: y) &>> 3
        isWide = geometry.chromaColumn(3, x: x) &>> 3 > left
        isTall = geometry.chromaRow(3, y: y) &>> 3 > top
        for line in top...(isTall ? top &+ 1 : top) {
          for side in left...(isWide ? left &+ 1 : left) {
            requestChroma(chroma, column: side, row: line, blocksPerMCU)
            chroma &+= 1
          }
        }
      }
      tiles.append(
        Tile(
          x: Int32(truncatingIfNeeded: x), y: Int32(truncatingIfNeeded: y),
          chroma: Int32(truncatingIfNeeded: first), isWide: isWide, isTall: isTall,
          rank: UInt8(truncatingIfNeeded: draws.rank(stratum: stratum))))
      stratum &+= 1
    }
  }

  /// Asks for a block of both components of chroma, of which there is one row to a row of MCUs.
  @inline(__always)
  private func requestChroma(_ number: Int, column: Int, row: Int, _ blocksPerMCU: Int) {
    // SAFETY: a tile asks for four blocks at most, in its own row and the one above or below.
    requests(ofRow: row)[lumaCapacity &+ Int(chromaCounts[row])] = Request(
      // The last two of an MCU.
      block: Int32(truncatingIfNeeded: (column &+ 1) &* blocksPerMCU &- 2),
      place: Int32(truncatingIfNeeded: column), number: Int32(truncatingIfNeeded: number))
    chromaCounts[row] &+= 1
  }

  // MARK: Copying

  /// Copies the blocks that tiles need of the next piece.
  func copy(from piece: CodedPiece) throws(JPEGMeansError) {
    let runs = piece.runs
    var starts: [Int] = []
    let firstBlock = nextBlock
    for run in runs {
      starts.append(nextBlock)
      nextBlock += run.count
    }
    guard nextBlock > firstBlock else { return }
    let lastRow = (nextBlock - 1) / blocksPerRow
    plan(upTo: lastRow + 1)
    let bytes = UnsafeRawPointer(piece.buffer.bytes)
    let luma = blocks[0]
    let chroma = Array(blocks.dropFirst())
    for row in firstBlock / blocksPerRow...lastRow {
      let first = requests(ofRow: row)
      var finder = BlockRecordFinder(runs: runs, starts: starts, end: nextBlock)
      let base = row * blocksPerRow
      var isWhole = true
      var done: Int32 = 0
      for index in 0..<Int(lumaCounts[row]) {
        let request = first[index]
        guard let record = finder.record(of: base &+ Int(request.block)) else { continue }
        isWhole = luma.copy(Int(request.number), from: bytes, record) && isWhole
        done &+= 1
      }
      for (number, component) in chroma.enumerated() {
        for index in 0..<Int(chromaCounts[row]) {
          let request = first[lumaCapacity &+ index]
          let block = base &+ Int(request.block) &+ number
          guard let record = finder.record(of: block) else { continue }
          isWhole = component.copy(Int(request.number), from: bytes, record) && isWhole
          done &+= 1
        }
      }
      copied[row] += done
      guard isWhole else { throw .declined("blocks of tiles are too long") }
    }
  }

  /// Notes the first coefficients of a row of MCUs, and what its tiles' pixels of the outline are.
  ///
  /// - Parameters:
  ///   - number: the row.
  ///   - outline: the first row of its outline.
  ///   - planes: the means of each component.
  /// - Throws: ``JPEGMeansError/declined(_:)`` where blocks are missing.
  func finishRow(
    _ number: Int, outline: UnsafePointer<UInt32>, planes: [MeanPlane]
  ) throws(JPEGMeansError) {
    let first = requests(ofRow: number)
    let (lumaCount, chromaCount) = (Int(lumaCounts[number]), Int(chromaCounts[number]))
    // Each request of chroma stands for a block of both components.
    guard Int(copied[number]) == lumaCount + 2 * chromaCount else {
      throw .declined("a tile's block is missing")
    }
    let firstIndex = number * frame.mcuRows * geometry.outlineWidth
    tiles.withUnsafeMutableBufferPointer { tiles in
      for index in 0..<lumaCount {
        let request = first[index]
        // SAFETY: the request's place lies in the plane, and its number is a tile's of this row.
        blocks[0].firsts[Int(request.number)] = planes[0].firstCoefficient(Int(request.place))
        let tile = tiles[Int(request.number)]
        tiles[Int(request.number)].outline =
          outline[Int(tile.y) / 8 * geometry.outlineWidth + Int(tile.x) / 8 - firstIndex]
      }
    }
    for component in 1..<max(blocks.count, 1) {
      let (target, plane) = (blocks[component].firsts, planes[component])
      for index in 0..<chromaCount {
        let request = first[lumaCapacity &+ index]
        target[Int(request.number)] = plane.firstCoefficient(Int(request.place))
      }
    }
    firstRow = number + 1
  }
}

/// Finds where blocks of a piece start, by their numbers in the order of the data.
private struct BlockRecordFinder {
  let runs: [BlockRun]
  let starts: [Int]
  /// The number of the block after the last.
  let end: Int
  /// The run that was asked for last: blocks asked for one after another are mostly of one run.
  private var run: BlockRun
  private var start: Int

  init(runs: [BlockRun], starts: [Int], end: Int) {
    self.runs = runs
    self.starts = starts
    self.end = end
    (run, start) = (runs[0], starts[0])
  }

  /// The record of a block and, behind it, of the next; `nil` where it is in another piece.
  @inline(__always)
  mutating func record(of block: Int) -> UnsafePointer<UInt32>? {
    if !(0..<run.count ~= block &- start) {
      guard block >= starts[0], block < end else { return nil }
      var (low, high) = (0, runs.count)
      while high - low > 1 {
        let middle = (low + high) / 2
        if starts[middle] <= block { low = middle } else { high = middle }
      }
      (run, start) = (runs[low], starts[low])
    }
    // SAFETY: the block is one of that run's, which has one record more than blocks.
    return run.records + (block &- start)
  }
}
