internal import JPEGLanes

/// Memory in which one thread decodes tiles from copies of their blocks, some at a time.
///
/// Tiles go component by component, so that blocks share vectors.
final class TileBatch {
  /// Tiles decoded at a time.
  static let count = 2 * BlockPass.groupSize

  private let bodies: LaneBodies
  private let records: UnsafeMutablePointer<UInt32>
  private let firsts: UnsafeMutablePointer<Int32>
  /// Samples of the blocks of one component.
  private let samples: UnsafeMutablePointer<Int32>
  /// Of sixteen tiles side by side: what their chroma is enlarged from, each component's samples,
  /// and pixels.
  private let patches: UnsafeMutablePointer<Int32>
  private let planes: UnsafeMutablePointer<UInt8>
  private let pixels: UnsafeMutablePointer<UInt32>

  private static let tileSamples = 16 * BlockPass.groupSize
  private static let sampleCount = count * 16

  init(_ bodies: LaneBodies) {
    self.bodies = bodies
    let blockCount = 4 * Self.count
    records = .allocate(capacity: blockCount)
    firsts = .allocate(capacity: blockCount)
    samples = .allocate(capacity: blockCount / BlockPass.groupSize * BlockPass.groupCount)
    patches = .allocate(capacity: 2 * Self.sampleCount)
    patches.initialize(repeating: 0, count: 2 * Self.sampleCount)
    planes = .allocate(capacity: 3 * Self.sampleCount)
    planes.initialize(repeating: 128, count: 3 * Self.sampleCount)
    pixels = .allocate(capacity: Self.sampleCount)
    pixels.initialize(repeating: 0, count: Self.sampleCount)
  }

  deinit {
    records.deallocate()
    firsts.deallocate()
    samples.deallocate()
    patches.deallocate()
    planes.deallocate()
    pixels.deallocate()
  }

  /// Decodes tiles, at most ``count``.
  ///
  /// SAFETY: `target` has room for them.
  ///
  /// - Parameters:
  ///   - tiles: what to decode.
  ///   - source: their blocks.
  ///   - target: receives `TileReader.tileCount` numbers of each.
  /// - Returns: `false` where numbers are out of range.
  func read(
    _ tiles: ArraySlice<TileReader.NumberedTile>, of source: TileReader.Source,
    into target: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    let luma = source.blocks[0]
    for (index, tile) in tiles.enumerated() {
      records[index] = luma.records[tile.number]
      firsts[index] = luma.firsts[tile.number]
    }
    var isWild = readBlocks(source, component: 0, count: tiles.count)
    takeLuma(tiles)
    if source.components.count == 3 {
      for component in 1...2 {
        let chroma = source.blocks[component]
        var count = 0
        for (_, tile) in tiles {
          let end = count &+ (tile.isWide ? 2 : 1) &* (tile.isTall ? 2 : 1)
          var block = Int(tile.chroma)
          while count < end {
            records[count] = chroma.records[block]
            firsts[count] = chroma.firsts[block]
            count &+= 1
            block &+= 1
          }
        }
        isWild = readBlocks(source, component: component, count: count) || isWild
        takeChroma(tiles, source.geometry, into: planes + component * Self.sampleCount)
      }
    }
    // SAFETY: all hold a batch's samples.
    bodies.pixels(
      planes, planes + Self.sampleCount, planes + 2 * Self.sampleCount, Self.sampleCount, pixels)
    deliver(tiles, source.geometry, into: target)
    return !isWild
  }

  private func readBlocks(_ source: TileReader.Source, component: Int, count: Int) -> Bool {
    bodies.readBlocks(
      records, firsts, count, source.components[component], source.places,
      UnsafeRawPointer(source.blocks[component].bytes), samples)
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
  private func takeLuma(_ tiles: ArraySlice<TileReader.NumberedTile>) {
    let size = BlockPass.groupSize
    for (index, (_, tile)) in tiles.enumerated() {
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
  private func takeChroma(
    _ tiles: ArraySlice<TileReader.NumberedTile>, _ geometry: TileGeometry,
    into target: UnsafeMutablePointer<UInt8>
  ) {
    let size = BlockPass.groupSize
    var block = 0
    for (index, (_, tile)) in tiles.enumerated() {
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
    for group in 0..<(tiles.count + size - 1) / size {
      bodies.enlarge(
        patches + group * Self.tileSamples, geometry.columnFactor, geometry.rowFactor,
        target + group * Self.tileSamples)
    }
  }

  /// Puts the pixels tile by tile, those past the picture's edges as 0.
  private func deliver(
    _ tiles: ArraySlice<TileReader.NumberedTile>, _ geometry: TileGeometry,
    into target: UnsafeMutablePointer<UInt32>
  ) {
    let size = BlockPass.groupSize
    for (index, (_, tile)) in tiles.enumerated() {
      let source = pixels + Self.place(index)
      let words = target + TileReader.tileCount * index
      words[0] = tile.outline
      for pixel in 0..<16 { words[1 &+ pixel] = source[pixel &* size] }
      let (x, y) = (Int(tile.x), Int(tile.y))
      guard geometry.isCut(x: x, y: y) else { continue }
      for pixel in 0..<16
      where !geometry.contains(x: x + pixel % 4, y: y + pixel / 4) {
        words[1 + pixel] = 0
      }
    }
  }
}
