internal import JPEGLanes

/// Memory in which one thread decodes tiles from copies of their blocks, some at a time.
///
/// Tiles go component by component, so that blocks share vectors.
final class TileBatch {
  /// Tiles decoded at a time.
  static let count = 4 * BlockPass.groupSize

  private let bodies: LaneBodies
  /// For each component the memory of its lanes.
  private let scratch: [UnsafeMutableRawPointer]
  /// The blocks of one component that are to be read.
  private let records: UnsafeMutablePointer<UInt32>
  private let firsts: UnsafeMutablePointer<Int32>
  /// Their samples, block by block.
  private let samples: UnsafeMutablePointer<UInt8>
  /// Of those that are read together where they start, their first coefficients, and where their samples go.
  private let groupStarts: UnsafeMutablePointer<UInt32>
  private let groupFirsts: UnsafeMutablePointer<Int32>
  private let targets: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>
  /// For each block of one component its level, where it has only a mean.
  private let levels: UnsafeMutablePointer<UInt8>
  /// For each block of one component where its samples are.
  private let blocks: UnsafeMutablePointer<BlockSamples>
  /// Of sixteen tiles side by side: what their chroma is enlarged from, each component's samples,
  /// and pixels.
  private let patches: UnsafeMutablePointer<Int32>
  private let planes: UnsafeMutablePointer<UInt8>
  private let pixels: UnsafeMutablePointer<UInt32>

  private static let tileSamples = 16 * BlockPass.groupSize
  private static let blockSamples = 64
  private static let sampleCount = count * 16

  /// Where the samples of a block are, all of which are one where it has only a mean.
  private struct BlockSamples {
    let base: UnsafePointer<UInt8>
    /// All ones, or 0 for one sample.
    let mask: Int

    /// A sample.
    ///
    /// SAFETY: `number` is below 64.
    @inline(__always)
    func sample(_ number: Int) -> UInt8 { base[number & mask] }
  }

  /// - Parameters:
  ///   - bodies: the loops.
  ///   - quantization: for each component what its coefficients are multiplied with.
  init(_ bodies: LaneBodies, quantization: [[Int32]]) {
    self.bodies = bodies
    scratch = quantization.map { quantization in
      let memory = UnsafeMutableRawPointer.allocate(
        byteCount: SamplePass.scratchBytes, alignment: 64)
      SamplePass.prepare(memory, quantization: quantization)
      // Lanes idle at the first of the blocks that are read together.
      SamplePass.setIdle(memory, bit: 0)
      return memory
    }
    let blockCount = 4 * Self.count
    records = .allocate(capacity: blockCount)
    firsts = .allocate(capacity: blockCount)
    samples = .allocate(capacity: blockCount * Self.blockSamples)
    groupStarts = .allocate(capacity: SamplePass.groupSize)
    groupFirsts = .allocate(capacity: SamplePass.groupSize)
    groupFirsts.initialize(repeating: 0, count: SamplePass.groupSize)
    targets = .allocate(capacity: SamplePass.groupSize)
    levels = .allocate(capacity: blockCount)
    blocks = .allocate(capacity: blockCount)
    patches = .allocate(capacity: Self.sampleCount)
    patches.initialize(repeating: 0, count: Self.sampleCount)
    planes = .allocate(capacity: 3 * Self.sampleCount)
    planes.initialize(repeating: 128, count: 3 * Self.sampleCount)
    pixels = .allocate(capacity: Self.sampleCount)
    pixels.initialize(repeating: 0, count: Self.sampleCount)
  }

  deinit {
    for memory in scratch { memory.deallocate() }
    groupStarts.deallocate()
    groupFirsts.deallocate()
    targets.deallocate()
    records.deallocate()
    firsts.deallocate()
    samples.deallocate()
    levels.deallocate()
    blocks.deallocate()
    patches.deallocate()
    planes.deallocate()
    pixels.deallocate()
  }

  /// Decodes tiles, at most ``count``.
  ///
  /// SAFETY: `target` has room for each at its place.
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
    var list = BlockList(source.blocks[0])
    for tile in tiles { add(tile.number, to: &list) }
    var isWild = read(list, of: source, component: 0)
    takeLuma(tiles)
    if source.components.count == 3 {
      for component in 1...2 {
        list = BlockList(source.blocks[component])
        for (_, _, tile) in tiles {
          for block in 0..<tile.chromaCount { add(Int(tile.chroma) &+ block, to: &list) }
        }
        isWild = read(list, of: source, component: component) || isWild
        takeChroma(tiles, source.geometry, into: planes + component * Self.sampleCount)
      }
    }
    // SAFETY: all hold a batch's samples.
    bodies.pixels(
      planes, planes + Self.sampleCount, planes + 2 * Self.sampleCount, Self.sampleCount, pixels)
    deliver(tiles, source.geometry, into: target)
    return !isWild
  }

  /// What is known so far of the blocks of one component.
  private struct BlockList {
    let blocks: CodedBlocks
    /// Blocks, and those of them that are to be read.
    var count = 0
    var readCount = 0
    /// Not 0 where a level is larger than libjpeg's ways of computing agree on.
    var range: UInt32 = 0

    init(_ blocks: CodedBlocks) { self.blocks = blocks }
  }

  /// Adds a block, by its number.
  ///
  /// SAFETY: the number is that of a block, of which a batch has no more than there is room for.
  @inline(__always)
  private func add(_ number: Int, to list: inout BlockList) {
    let (record, first) = (list.blocks.records[number], list.blocks.firsts[number])
    if record == CodedBlocks.plain {
      // What the transform makes of a block without other coefficients.
      let level = (first &+ 4) &>> 3
      list.range |= UInt32(bitPattern: level &+ 512) &>> 10
      levels[list.count] = UInt8(truncatingIfNeeded: min(max(level &+ 128, 0), 255))
      blocks[list.count] = BlockSamples(base: UnsafePointer(levels + list.count), mask: 0)
    } else {
      records[list.readCount] = record
      firsts[list.readCount] = first
      blocks[list.count] = BlockSamples(
        base: UnsafePointer(samples + Self.blockSamples &* list.readCount), mask: -1)
      list.readCount &+= 1
    }
    list.count &+= 1
  }

  /// Reads the blocks of a list; `true` where numbers are out of range.
  private func read(_ list: BlockList, of source: TileReader.Source, component: Int) -> Bool {
    var isWild = list.range != 0
    var first = 0
    while first < list.readCount {
      let group = BlockGroup(records + first, count: list.readCount &- first)
      let count = group.count
      for index in 0..<count {
        groupStarts[index] = group.start(of: records[first &+ index])
        groupFirsts[index] = firsts[first &+ index]
        targets[index] = samples + Self.blockSamples &* (first &+ index)
      }
      for index in count..<SamplePass.groupSize { groupFirsts[index] = 0 }
      // SAFETY: no block starts before the base, and each within the bits that a start has room for.
      let isOut = bodies.readSamples(
        groupStarts, groupFirsts, count, source.components[component],
        list.blocks.bytes + Int(group.base &>> 3), scratch[component], targets, 8)
      isWild = isWild || isOut
      first &+= count
    }
    return isWild
  }

  /// Where the first sample of a batch's tile lies among those of sixteen tiles side by side.
  @inline(__always)
  private static func place(_ index: Int) -> Int {
    index / BlockPass.groupSize &* tileSamples &+ index % BlockPass.groupSize
  }

  /// Takes the tiles' luma out of their blocks.
  private func takeLuma(_ tiles: ArraySlice<TileReader.NumberedTile>) {
    let size = BlockPass.groupSize
    for (index, (_, _, tile)) in tiles.enumerated() {
      let block = blocks[index]
      // Tiles begin at multiples of 4, so that none reaches into another block of luma.
      let first = 8 &* Int(tile.y & 7) &+ Int(tile.x & 7)
      let target = planes + Self.place(index)
      for y in 0..<4 {
        for x in 0..<4 {
          // SAFETY: rows and columns of a block are below 8, and `planes` has room for the batch.
          target[(4 &* y &+ x) &* size] = block.sample(first &+ 8 &* y &+ x)
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
    for (index, (_, _, tile)) in tiles.enumerated() {
      let (x, y) = (Int(tile.x), Int(tile.y))
      let columns = (
        geometry.chromaColumn(0, x: x), geometry.chromaColumn(1, x: x),
        geometry.chromaColumn(2, x: x), geometry.chromaColumn(3, x: x)
      )
      let (left, top) = (columns.0 &>> 3, geometry.chromaRow(0, y: y) &>> 3)
      let width = tile.chromaColumns
      let patch = patches + Self.place(index)
      for line in 0..<4 {
        let row = geometry.chromaRow(line, y: y)
        // A tile's blocks of chroma, one to four of them, lie one after the other:
        //
        //     wide and tall   [ left, upper | right, upper | left, lower | right, lower ]
        //     wide            [ left | right ]
        //     tall            [ upper | lower ]
        //
        // `far` is `near` where there is one column.
        let first = block &+ (row &>> 3 > top ? width : 0)
        let near = blocks[first]
        let far = blocks[first &+ width &- 1]
        @inline(__always)
        func sample(_ column: Int) -> Int32 {
          // SAFETY: the block of each sample is one of the tile's, which were just read.
          Int32((column &>> 3 > left ? far : near).sample(8 &* (row & 7) &+ (column & 7)))
        }
        patch[4 &* line &* size] = sample(columns.0)
        patch[(4 &* line &+ 1) &* size] = sample(columns.1)
        patch[(4 &* line &+ 2) &* size] = sample(columns.2)
        patch[(4 &* line &+ 3) &* size] = sample(columns.3)
      }
      block &+= tile.chromaCount
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
    for (index, (_, place, tile)) in tiles.enumerated() {
      let source = pixels + Self.place(index)
      let words = target + TileReader.tileCount * place
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
