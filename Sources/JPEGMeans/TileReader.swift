internal import JPEGLanes

/// Decodes tiles from copies of their blocks.
///
/// The pixels are those of libjpeg's full decoding, bit for bit: the accurate integer transform
/// (`BlockPass`), chroma enlarged by its triangle filter (`ChromaPatch`), and its conversion to RGB.
/// Tiles are read ``batchCount`` at a time, component by component, so that blocks share vectors.
final class TileReader {
  /// Numbers of a delivered tile: its pixel of the outline, then 4 × 4 pixels row by row.
  static let tileCount = 17
  /// Tiles read at a time.
  private static let batchCount = 2 * BlockPass.groupSize

  private let collector: TileCollector
  private let bodies: LaneBodies
  private let tables: DetailTables
  /// For each component what its blocks are read with.
  private let components: [DetailPass.Component]
  private let places: UnsafeMutablePointer<Int>
  private let records: UnsafeMutablePointer<UInt32>
  private let firsts: UnsafeMutablePointer<Int32>
  /// Samples of a batch's blocks of one component.
  private let samples: UnsafeMutablePointer<Int32>
  /// Of sixteen tiles side by side: what their chroma is enlarged from, each component's samples,
  /// and pixels.
  private let patches: UnsafeMutablePointer<Int32>
  private let planes: UnsafeMutablePointer<UInt8>
  private let pixels: UnsafeMutablePointer<UInt32>

  private static let tileSamples = 16 * BlockPass.groupSize
  private static let batchSamples = batchCount * 16

  /// Where the coefficients of a block, row by row, come in its data (ITU-T T.81, figure 5).
  private static let zigzag: [Int] = [
    0, 1, 5, 6, 14, 15, 27, 28, 2, 4, 7, 13, 16, 26, 29, 42, 3, 8, 12, 17, 25, 30, 41, 43, 9, 11,
    18, 24, 31, 40, 44, 53, 10, 19, 23, 32, 39, 45, 52, 54, 20, 22, 33, 38, 46, 51, 55, 60, 21, 34,
    37, 47, 50, 56, 59, 61, 35, 36, 48, 49, 57, 58, 62, 63,
  ]

  init(
    _ frame: JPEGFrame, _ skipTables: SkipTables, collector: TileCollector,
    settings: JPEGMeansSettings
  ) {
    self.collector = collector
    bodies = LaneBodies(settings)
    tables = DetailTables(frame, skipTables) { _ in true }
    var components: [DetailPass.Component] = []
    var first = 0
    for component in frame.components {
      if let block = tables.blocks.first(where: { $0.index == first }) {
        components.append(block.component)
      }
      first += component.columns * component.rows
    }
    self.components = components
    let blockCount = 4 * Self.batchCount
    places = .allocate(capacity: 65)
    places.initialize(repeating: 64, count: 65)
    for (number, place) in Self.zigzag.enumerated() { places[place] = number }
    records = .allocate(capacity: blockCount)
    firsts = .allocate(capacity: blockCount)
    samples = .allocate(capacity: blockCount / BlockPass.groupSize * BlockPass.groupCount)
    patches = .allocate(capacity: 2 * Self.batchSamples)
    patches.initialize(repeating: 0, count: 2 * Self.batchSamples)
    planes = .allocate(capacity: 3 * Self.batchSamples)
    planes.initialize(repeating: 128, count: 3 * Self.batchSamples)
    pixels = .allocate(capacity: Self.batchSamples)
    pixels.initialize(repeating: 0, count: Self.batchSamples)
  }

  deinit {
    places.deallocate()
    records.deallocate()
    firsts.deallocate()
    samples.deallocate()
    patches.deallocate()
    planes.deallocate()
    pixels.deallocate()
  }

  /// Decodes the tiles of some ranks, in reading order; `nil` where numbers are out of range.
  func read(_ ranks: ClosedRange<Int>) -> [UInt32]? {
    for blocks in collector.blocks { blocks.finish() }
    var numbers: [Int] = []
    for (number, tile) in collector.tiles.enumerated() where ranks ~= Int(tile.rank) {
      numbers.append(number)
    }
    var isWhole = true
    let words = [UInt32](unsafeUninitializedCapacity: Self.tileCount * numbers.count) {
      buffer, count in
      var first = 0
      while first < numbers.count, let base = buffer.baseAddress {
        let batch = numbers[first..<min(first + Self.batchCount, numbers.count)]
        // SAFETY: the buffer has room for all tiles.
        isWhole = read(batch, into: base + Self.tileCount * first) && isWhole
        first += Self.batchCount
      }
      count = Self.tileCount * numbers.count
    }
    return isWhole ? words : nil
  }

  private func read(_ batch: ArraySlice<Int>, into target: UnsafeMutablePointer<UInt32>) -> Bool {
    let luma = collector.blocks[0]
    for (index, number) in batch.enumerated() {
      records[index] = luma.records[number]
      firsts[index] = luma.firsts[number]
    }
    var isWild = readBlocks(component: 0, count: batch.count)
    takeLuma(batch)
    if components.count == 3 {
      for component in 1...2 {
        let chroma = collector.blocks[component]
        var count = 0
        for number in batch {
          let tile = collector.tiles[number]
          let end = count &+ (tile.isWide ? 2 : 1) &* (tile.isTall ? 2 : 1)
          var block = Int(tile.chroma)
          while count < end {
            records[count] = chroma.records[block]
            firsts[count] = chroma.firsts[block]
            count &+= 1
            block &+= 1
          }
        }
        isWild = readBlocks(component: component, count: count) || isWild
        takeChroma(batch, into: planes + component * Self.batchSamples)
      }
    }
    // SAFETY: all hold a batch's samples.
    bodies.pixels(
      planes, planes + Self.batchSamples, planes + 2 * Self.batchSamples, Self.batchSamples, pixels)
    deliver(batch, into: target)
    return !isWild
  }

  private func readBlocks(component: Int, count: Int) -> Bool {
    bodies.readBlocks(
      records, firsts, count, components[component], places,
      UnsafeRawPointer(collector.blocks[component].bytes), samples)
  }

  /// Where a block's samples begin, by its place in the batch.
  @inline(__always)
  private static func offset(_ index: Int) -> Int {
    index / BlockPass.groupSize &* BlockPass.groupCount &+ index % BlockPass.groupSize
  }

  /// Where the first sample of a batch's tile lies among those of sixteen tiles side by side.
  @inline(__always)
  private static func place(_ index: Int) -> Int {
    index / BlockPass.groupSize &* tileSamples &+ index % BlockPass.groupSize
  }

  /// Takes the tiles' luma out of their blocks.
  private func takeLuma(_ batch: ArraySlice<Int>) {
    let size = BlockPass.groupSize
    for (index, number) in batch.enumerated() {
      let tile = collector.tiles[number]
      // SAFETY: rows and columns of a block are below 8, and `planes` has room for the batch.
      let source =
        samples + Self.offset(index) + (8 * Int(tile.y & 7) + Int(tile.x & 7)) * size
      let target = planes + Self.place(index)
      for y in 0..<4 {
        for x in 0..<4 {
          target[(4 &* y &+ x) &* size] = UInt8(
            truncatingIfNeeded: source[(8 &* y &+ x) &* size])
        }
      }
    }
  }

  /// Takes the tiles' chroma out of their blocks, and enlarges it.
  private func takeChroma(_ batch: ArraySlice<Int>, into target: UnsafeMutablePointer<UInt8>) {
    let size = BlockPass.groupSize
    let geometry = collector.geometry
    var block = 0
    for (index, number) in batch.enumerated() {
      let tile = collector.tiles[number]
      let (x, y) = (Int(tile.x), Int(tile.y))
      let left = geometry.chromaColumn(0, x: x) / 8
      let top = geometry.chromaRow(0, y: y) / 8
      let width = tile.isWide ? 2 : 1
      let patch = patches + Self.place(index)
      let columns = (
        geometry.chromaColumn(0, x: x), geometry.chromaColumn(1, x: x),
        geometry.chromaColumn(2, x: x), geometry.chromaColumn(3, x: x)
      )
      for line in 0..<4 {
        let row = geometry.chromaRow(line, y: y)
        let first = block &+ (row / 8 > top ? width : 0)
        // SAFETY: the block of each sample is one of the tile's, whose samples were just read.
        let near = samples + Self.offset(first) + 8 &* (row & 7) &* size
        let far = samples + Self.offset(first &+ width &- 1) + 8 &* (row & 7) &* size
        @inline(__always)
        func sample(_ column: Int) -> Int32 {
          (column / 8 > left ? far : near)[(column & 7) &* size]
        }
        patch[4 &* line &* size] = sample(columns.0)
        patch[(4 &* line &+ 1) &* size] = sample(columns.1)
        patch[(4 &* line &+ 2) &* size] = sample(columns.2)
        patch[(4 &* line &+ 3) &* size] = sample(columns.3)
      }
      block &+= width &* (tile.isTall ? 2 : 1)
    }
    for group in 0..<(batch.count + size - 1) / size {
      bodies.enlarge(
        patches + group * Self.tileSamples, geometry.columnFactor, geometry.rowFactor,
        target + group * Self.tileSamples)
    }
  }

  /// Puts the pixels tile by tile, those past the picture's edges as 0.
  private func deliver(_ batch: ArraySlice<Int>, into target: UnsafeMutablePointer<UInt32>) {
    let size = BlockPass.groupSize
    for (index, number) in batch.enumerated() {
      let tile = collector.tiles[number]
      let source = pixels + Self.place(index)
      let words = target + Self.tileCount * index
      words[0] = tile.outline
      for pixel in 0..<16 { words[1 &+ pixel] = source[pixel &* size] }
      let (x, y) = (Int(tile.x), Int(tile.y))
      guard collector.geometry.isCut(x: x, y: y) else { continue }
      for pixel in 0..<16
      where !collector.geometry.contains(x: x + pixel % 4, y: y + pixel / 4) {
        words[1 + pixel] = 0
      }
    }
  }
}
