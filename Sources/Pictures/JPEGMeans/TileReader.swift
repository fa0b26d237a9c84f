internal import Dispatch
internal import JPEGLanes
internal import Processors
internal import Synchronization

/// Decodes tiles from copies of their blocks.
///
/// The pixels are those of libjpeg's full decoding, bit for bit: the accurate integer transform
/// (`SamplePass`), chroma enlarged by its triangle filter (`ChromaPatch`), and its conversion to RGB.
final class TileReader {
  /// Numbers of a delivered tile: its pixel of the outline, then 4 × 4 pixels row by row.
  static let tileCount = 17
  /// Decoding fewer tiles takes less time than waking another thread.
  private static let leastPerThread = 256

  /// A tile, the number of its block of luma, and its place among those that are delivered.
  typealias NumberedTile = (number: Int, place: Int, tile: TileCollector.Tile)

  /// What all threads read.
  struct Source {
    let geometry: TileGeometry
    /// For each component its blocks, and what they are read with.
    let blocks: [CodedBlocks]
    let components: [SamplePass.Component]
  }

  /// Seconds of processor time that threads other than the caller's have used so far.
  private(set) var secondsBeside = 0.0
  private let collector: TileCollector
  private let tables: SampleDecoder.Tables
  private let source: Source
  private let batches: [TileBatch]

  init(
    _ tables: SampleDecoder.Tables, collector: TileCollector, settings: JPEGMeansSettings
  ) {
    self.collector = collector
    self.tables = tables
    source = Source(
      geometry: collector.geometry, blocks: collector.blocks, components: tables.components)
    let bodies = LaneBodies(settings)
    batches = (0..<settings.threads).map { _ in
      TileBatch(bodies, quantization: tables.quantization)
    }
  }

  /// Decodes the tiles of some ranks, in reading order; `nil` where numbers are out of range.
  func read(_ ranks: ClosedRange<Int>) -> [UInt32]? {
    for blocks in source.blocks { blocks.finish() }
    let count = collector.tiles.count { ranks ~= Int($0.rank) }
    var isWhole = true
    let words = [UInt32](unsafeUninitializedCapacity: Self.tileCount * count) { buffer, filled in
      if let base = buffer.baseAddress {
        isWhole = read(takePlainTiles(of: ranks, into: base), into: base)
      }
      filled = Self.tileCount * count
    }
    return isWhole ? words : nil
  }

  /// Delivers the tiles of one colour, which their blocks' means give.
  ///
  /// SAFETY: `target` has room for all tiles of these ranks.
  ///
  /// - Returns: the others.
  private func takePlainTiles(
    of ranks: ClosedRange<Int>, into target: UnsafeMutablePointer<UInt32>
  ) -> [NumberedTile] {
    var others: [NumberedTile] = []
    var place = 0
    for (number, tile) in collector.tiles.enumerated() where ranks ~= Int(tile.rank) {
      if isPlain(tile, number) {
        (target + Self.tileCount * place).initialize(
          repeating: tile.outline, count: Self.tileCount)
      } else {
        others.append((number, place, tile))
      }
      place &+= 1
    }
    return others
  }

  /// Whether a tile has the colour of its pixel of the outline and no other: its blocks have only
  /// means, and those of chroma the same.
  @inline(__always)
  private func isPlain(_ tile: TileCollector.Tile, _ number: Int) -> Bool {
    guard source.blocks[0].records[number] == CodedBlocks.plain,
      !source.geometry.isCut(x: Int(tile.x), y: Int(tile.y))
    else { return false }
    for blocks in source.blocks.dropFirst() {
      let first = Int(tile.chroma)
      for block in first..<first &+ tile.chromaCount {
        guard blocks.records[block] == CodedBlocks.plain,
          blocks.firsts[block] == blocks.firsts[first]
        else { return false }
      }
    }
    return true
  }

  /// SAFETY: `target` has room for all tiles.
  private func read(_ tiles: [NumberedTile], into target: UnsafeMutablePointer<UInt32>) -> Bool {
    let threads = max(min(batches.count, tiles.count / Self.leastPerThread), 1)
    // SAFETY: each thread has a batch of its own, of the tiles that no other takes, and writes
    // where these go; all read the source and the tiles, which do not change.
    nonisolated(unsafe) let (source, target, batches) = (source, target, batches)
    let caller = ProcessorTime.ofThread
    let result = Mutex((isWhole: true, seconds: 0.0))
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      let start = ProcessorTime.ofThread
      var isSound = true
      var first = thread * TileBatch.count
      while first < tiles.count {
        let end = min(first + TileBatch.count, tiles.count)
        isSound =
          batches[thread].read(tiles[first..<end], of: source, into: target)
          && isSound
        first += threads * TileBatch.count
      }
      let spent = ProcessorTime.ofThread - start
      result.withLock { $0 = ($0.isWhole && isSound, $0.seconds + spent) }
    }
    let (isWhole, seconds) = result.withLock { $0 }
    secondsBeside += max(seconds - (ProcessorTime.ofThread - caller), 0)
    return isWhole
  }
}
