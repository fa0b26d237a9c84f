internal import JPEGLanes

/// Reads tiles of the picture in full while its outline is read.
///
/// The pixels are those of libjpeg's full decoding, bit for bit: the accurate integer transform,
/// chroma enlarged by its triangle filter ("fancy upsampling", jdsample.c: `h2v1` and `h2v2`) with
/// the samples beside and above that it takes, and its conversion to RGB. Blocks that a tile needs
/// are read while the piece that holds them is in memory, up to one row of MCUs before and after
/// the tile's own; what is held grows with the draws in three rows of MCUs.
final class TileSampler {
  /// Numbers of a delivered tile: its pixel of the outline, then 4 × 4 pixels row by row.
  static let tileCount = 17

  private let frame: JPEGFrame
  private let bodies: LaneBodies
  private let draws: TileDraws
  private let length: Int
  private let strata: Int
  private let outlineWidth: Int
  private let outlineCount: Int
  private let tables: DetailTables
  /// For each component what its blocks are read with, and which block of the MCU is its first.
  private let components: [(component: DetailPass.Component, first: Int)]
  private let scratch: UnsafeMutablePointer<Int32>
  private let order: UnsafeMutablePointer<Int>
  /// A tile's samples of each component, and what is delivered of it.
  private let samples: UnsafeMutablePointer<UInt8>
  private let pixels: UnsafeMutablePointer<UInt32>
  /// Samples of chroma that a tile is made of, 4 × 4 of them.
  private let patch: UnsafeMutablePointer<Int32>

  private var nextStratum = 0
  private var rows: [TileRow] = []
  private var tiles: [Tile] = []
  private var nextBlock = 0
  private(set) var delivered: [UInt32] = []

  /// A tile that waits for its blocks.
  private struct Tile {
    let index: Int
    let x: Int
    let y: Int
    /// The row of MCUs that it lies in, and the last one that it needs.
    let row: Int
    var lastRow: Int
    let luma: Int
    /// The blocks of the first component of chroma: above left, above right, below left, below
    /// right; those of the second have the same indices.
    var chroma: SIMD4<Int32> = .zero
    var outline: UInt32 = 0
  }

  /// Where the coefficients of a block, row by row, come in its data (ITU-T T.81, figure 5).
  private static let zigzag: [Int] = [
    0, 1, 5, 6, 14, 15, 27, 28, 2, 4, 7, 13, 16, 26, 29, 42, 3, 8, 12, 17, 25, 30, 41, 43, 9, 11,
    18, 24, 31, 40, 44, 53, 10, 19, 23, 32, 39, 45, 52, 54, 20, 22, 33, 38, 46, 51, 55, 60, 21, 34,
    37, 47, 50, 56, 59, 61, 35, 36, 48, 49, 57, 58, 62, 63,
  ]

  /// - Throws: ``JPEGMeansError/declined(_:)`` for sampling factors of which no tiles are read.
  init(
    _ frame: JPEGFrame, _ skipTables: SkipTables, draws: TileDraws, settings: JPEGMeansSettings
  ) throws(JPEGMeansError) {
    let isGrey = frame.components.count == 1
    let factors = (frame.mcuColumns, frame.mcuRows)
    let isUsual =
      isGrey
      || [(1, 1), (2, 1), (2, 2)].contains { $0 == factors }
        && frame.components[0].columns == factors.0 && frame.components[0].rows == factors.1
        && frame.components[1...].allSatisfy { $0.columns == 1 && $0.rows == 1 }
    // libjpeg enlarges very narrow chroma another way.
    guard isUsual, frame.width >= 16 else { throw .declined("no tiles are read of its sampling") }
    self.frame = frame
    bodies = LaneBodies(settings)
    self.draws = draws
    outlineWidth = (frame.width + 7) / 8
    outlineCount = outlineWidth * ((frame.height + 7) / 8)
    length = draws.stratumLength(outlinePixels: outlineCount)
    strata = draws.strata(outlinePixels: outlineCount)
    tables = DetailTables(frame, skipTables) { _ in true }
    var components: [(component: DetailPass.Component, first: Int)] = []
    var first = 0
    for component in frame.components {
      if let block = tables.blocks.first(where: { $0.index == first }) {
        components.append((block.component, first))
      }
      first += component.columns * component.rows
    }
    self.components = components
    scratch = .allocate(capacity: BlockPass.scratchCount)
    scratch.initialize(repeating: 0, count: BlockPass.scratchCount)
    order = .allocate(capacity: 64)
    samples = .allocate(capacity: 48)
    samples.initialize(repeating: 128, count: 48)
    pixels = .allocate(capacity: Self.tileCount)
    pixels.initialize(repeating: 0, count: Self.tileCount)
    patch = .allocate(capacity: 16)
    patch.initialize(repeating: 0, count: 16)
    for (index, place) in Self.zigzag.enumerated() { order[index] = place }
  }

  deinit {
    scratch.deallocate()
    order.deallocate()
    samples.deallocate()
    pixels.deallocate()
    patch.deallocate()
  }

  /// Hands over the tiles that are complete.
  func takeTiles() -> [UInt32] {
    defer { delivered.removeAll(keepingCapacity: true) }
    return delivered
  }

  // MARK: Blocks of a piece

  /// Reads the blocks that tiles need of the piece that the scanner has just found.
  func read(_ scanner: BlockScanner) throws(JPEGMeansError) {
    let runs = scanner.runs
    var starts = [nextBlock]
    for run in runs { starts.append((starts.last ?? 0) + run.count) }
    let range = nextBlock..<(starts.last ?? nextBlock)
    nextBlock = range.upperBound
    guard !range.isEmpty else { return }
    let perRow = frame.mcusPerRow * frame.blocksPerMCU
    let lastRow = (range.upperBound - 1) / perRow
    plan(upTo: lastRow + 1)
    let bytes = UnsafeRawPointer(scanner.buffer.bytes)
    for row in rows where row.number <= lastRow {
      for component in components.indices {
        let isWhole = row.read(component: component) { place in
          let ordinal = self.ordinal(place, component: component, row: row.number)
          guard range.contains(ordinal) else { return nil }
          // The last run that starts at or before it.
          var (low, high) = (0, runs.count)
          while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= ordinal { low = middle } else { high = middle }
          }
          // SAFETY: the block is one of that run's.
          return runs[low].records[ordinal - starts[low]]
        } pass: { records, count, results in
          !bodies.readBlocks(
            records, count, components[component].component, order, bytes, scratch, results)
        }
        guard isWhole else { throw .declined("a coefficient is out of range") }
      }
    }
  }

  /// The number of a block in the order of the data.
  private func ordinal(_ place: TileRow.Place, component index: Int, row: Int) -> Int {
    let component = frame.components[index]
    let mcu = row * frame.mcusPerRow + place.column / component.columns
    return mcu * frame.blocksPerMCU + components[index].first
      + place.row * component.columns + place.column % component.columns
  }

  // MARK: Tiles

  /// Draws the tiles of all rows of MCUs up to one.
  private func plan(upTo lastRow: Int) {
    while nextStratum < strata {
      let position = draws.position(stratum: nextStratum, length: length)
      guard position.index < outlineCount else {
        nextStratum += 1
        continue
      }
      let (column, row) = (position.index % outlineWidth, position.index / outlineWidth)
      guard row / frame.mcuRows <= lastRow else { return }
      nextStratum += 1
      let mcuRow = row / frame.mcuRows
      var tile = Tile(
        index: position.index, x: 8 * column + position.tile % 2 * 4,
        y: 8 * row + position.tile / 2 * 4, row: mcuRow, lastRow: mcuRow,
        luma: self.row(mcuRow).addLuma(
          TileRow.Place(column: column, row: row % frame.mcuRows)))
      if components.count == 3 { planChroma(&tile) }
      tiles.append(tile)
    }
  }

  private func planChroma(_ tile: inout Tile) {
    let (columns, rows) = (chromaColumns(tile), chromaRows(tile))
    tile.lastRow = rows.upperBound / 8
    let (left, right) = (columns.lowerBound / 8, columns.upperBound / 8)
    let (top, bottom) = (rows.lowerBound / 8, rows.upperBound / 8)
    func place(_ column: Int, _ row: Int) -> Int32 {
      // Chroma has one row of blocks to a row of MCUs.
      Int32(self.row(row).addChroma(TileRow.Place(column: column, row: 0)))
    }
    let topLeft = place(left, top)
    let topRight = right == left ? topLeft : place(right, top)
    let bottomLeft = bottom == top ? topLeft : place(left, bottom)
    let bottomRight =
      right == left ? bottomLeft : bottom == top ? topRight : place(right, bottom)
    tile.chroma = [topLeft, topRight, bottomLeft, bottomRight]
  }

  /// Columns of chroma that a tile is made of.
  private func chromaColumns(_ tile: Tile) -> ClosedRange<Int> {
    span(tile.x, size: frame.width, factor: frame.mcuColumns)
  }

  /// Rows of chroma that a tile is made of.
  private func chromaRows(_ tile: Tile) -> ClosedRange<Int> {
    span(tile.y, size: frame.height, factor: frame.mcuRows)
  }

  /// Samples that four pixels from `start` on take: where there are half as many, one more on each
  /// side, as far as the picture goes.
  private func span(_ start: Int, size: Int, factor: Int) -> ClosedRange<Int> {
    let last = (size + factor - 1) / factor - 1
    let (low, high) = factor == 1 ? (start, start + 3) : (start / 2 - 1, start / 2 + 2)
    return min(max(low, 0), last)...min(max(high, 0), last)
  }

  /// The blocks of a row of MCUs.
  private func row(_ number: Int) -> TileRow {
    while (rows.last?.number ?? rowsDropped - 1) < number {
      rows.append(
        TileRow((rows.last?.number ?? rowsDropped - 1) + 1, components: components.count))
    }
    return rows[number - (rows.first?.number ?? 0)]
  }

  /// Rows of MCUs that nothing needs any more.
  private var rowsDropped = 0

  /// Completes a row of MCUs, and the tiles that end in it.
  ///
  /// - Parameters:
  ///   - number: the row.
  ///   - outline: the first row of its outline.
  ///   - first: the first coefficient of a block of a component.
  /// - Throws: ``JPEGMeansError/declined(_:)`` where numbers are out of range.
  func finishRow(
    _ number: Int, outline: UnsafePointer<UInt32>, first: (_ component: Int, TileRow.Place) -> Int32
  ) throws(JPEGMeansError) {
    if let row = rows.first(where: { $0.number == number }) {
      guard row.finish(first: first) else { throw .declined("a tile's block is missing") }
    }
    let firstIndex = number * frame.mcuRows * outlineWidth
    for tile in tiles.indices where tiles[tile].row == number {
      // SAFETY: the tile lies in this row, of which the outline is lent.
      tiles[tile].outline = outline[tiles[tile].index - firstIndex]
    }
    let count = tiles.firstIndex { $0.lastRow > number } ?? tiles.count
    for tile in tiles[..<count] {
      guard deliver(tile) else { throw .declined("a sample is out of range") }
    }
    tiles.removeFirst(count)
    // A tile reaches into the row before its own, and may wait for one that reaches into the next.
    while let row = rows.first, row.number < number - 1 {
      rows.removeFirst()
      rowsDropped = row.number + 1
    }
  }

  // MARK: Pixels

  /// Makes a tile's pixels; `false` where a sample is out of range.
  private func deliver(_ tile: Tile) -> Bool {
    guard let firstRow = rows.first?.number else { return false }
    var isWild = false
    let luma = rows[tile.row - firstRow].block(tile.luma, component: 0)
    for y in 0..<4 {
      for x in 0..<4 {
        // SAFETY: there is room for three times 16 samples, and for `tileCount` numbers.
        samples[4 &* y &+ x] = luma.sample(x: tile.x &+ x, y: tile.y &+ y, isWild: &isWild)
      }
    }
    if components.count == 3 {
      let (columns, lines) = (chromaColumns(tile), chromaRows(tile))
      let (top, bottom) = (
        rows[lines.lowerBound / 8 - firstRow], rows[lines.upperBound / 8 - firstRow]
      )
      for component in 1...2 {
        let corners = (
          top.block(Int(tile.chroma[0]), component: component),
          top.block(Int(tile.chroma[1]), component: component),
          bottom.block(Int(tile.chroma[2]), component: component),
          bottom.block(Int(tile.chroma[3]), component: component)
        )
        for line in 0..<4 {
          let y = place(line, from: tile.y, factor: frame.mcuRows, in: lines)
          let isTop = y / 8 == lines.lowerBound / 8
          let (left, right) = isTop ? (corners.0, corners.1) : (corners.2, corners.3)
          for column in 0..<4 {
            let x = place(column, from: tile.x, factor: frame.mcuColumns, in: columns)
            let block = x / 8 == columns.lowerBound / 8 ? left : right
            patch[4 &* line &+ column] = Int32(block.sample(x: x, y: y, isWild: &isWild))
          }
        }
        enlargePatch(into: samples + 16 * component)
      }
    }
    bodies.pixels(samples, samples + 16, samples + 32, 16, pixels + 1)
    pixels[0] = tile.outline
    if tile.x + 4 > frame.width || tile.y + 4 > frame.height {
      for y in 0..<4 {
        for x in 0..<4 where tile.x + x >= frame.width || tile.y + y >= frame.height {
          pixels[1 + 4 * y + x] = 0
        }
      }
    }
    delivered.append(contentsOf: UnsafeBufferPointer(start: pixels, count: Self.tileCount))
    return !isWild
  }

  /// The column or row of one of four samples of a patch of chroma; at the picture's edges a sample
  /// stands for the one beyond it.
  private func place(
    _ index: Int, from start: Int, factor: Int, in range: ClosedRange<Int>
  ) -> Int {
    let place = factor == 1 ? start + index : start / 2 - 1 + index
    return min(max(place, range.lowerBound), range.upperBound)
  }

  /// Makes 4 × 4 samples of the patch of chroma, as libjpeg's jdsample.c does.
  ///
  /// Where libjpeg takes a sample at the edge alone, this takes it twice, with the same result:
  /// (3 s + s + 1) / 4 and (3 s + s + 2) / 4 are s. Of four samples in a row the middle two are
  /// enlarged.
  private func enlargePatch(into target: UnsafeMutablePointer<UInt8>) {
    // SAFETY: the patch and the target hold 16 samples each.
    let isHalved = (columns: frame.mcuColumns == 2, rows: frame.mcuRows == 2)
    for y in 0..<4 {
      let (row, near) = (1 &+ y / 2, y % 2 == 0 ? y / 2 : 2 &+ y / 2)
      for x in 0..<4 {
        let (column, beside) = (1 &+ x / 2, x % 2 == 0 ? x / 2 : 2 &+ x / 2)
        let odd = Int32(truncatingIfNeeded: x & 1)
        let value: Int32
        if isHalved.rows {
          let sum = 3 &* patch[4 &* row &+ column] &+ patch[4 &* near &+ column]
          let other = 3 &* patch[4 &* row &+ beside] &+ patch[4 &* near &+ beside]
          value = (3 &* sum &+ other &+ 8 &- odd) &>> 4
        } else if isHalved.columns {
          value =
            (3 &* patch[4 &* y &+ column] &+ patch[4 &* y &+ beside] &+ 1 &+ odd) &>> 2
        } else {
          value = patch[4 &* y &+ x]
        }
        target[4 &* y &+ x] = UInt8(truncatingIfNeeded: value)
      }
    }
  }
}
