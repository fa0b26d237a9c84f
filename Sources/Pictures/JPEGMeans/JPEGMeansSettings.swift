/// How a file is read.
///
/// Settings change the time that it takes; only ``chroma`` changes a pixel.
package struct JPEGMeansSettings: Hashable, Sendable {
  /// What stands for colour that is stored at half the size in both directions.
  package enum Chroma: Hashable, Sendable {
    /// The mean of each block of chroma, for the pixels of all blocks of luma beside it.
    case means
    /// What libjpeg gives at 1/8 scale: four pixels of each block of chroma, from its coefficients.
    case scaled
  }

  /// What loops are compiled for.
  package enum InstructionSet: Int, Hashable, Sendable, CaseIterable {
    /// What every machine of the architecture has.
    case baseline
    /// x86-64-v3.
    case avx2
    /// x86-64-v4.
    case avx512
  }

  /// What stands for chroma.
  package var chroma: Chroma
  /// Lanes interleaved in one thread, 1 to 8.
  package var lanes: Int
  /// Threads, the caller's among them: 1 or more.
  package var threads: Int
  /// Bytes of a stretch, which one lane decodes; some more where that gives all lanes as many stretches.
  package var stretchBytes: Int
  /// Bytes ahead of its stretch at which a lane starts.
  package var warmUpBytes: Int
  /// Bytes of a piece of coded data, 4096 to 2²⁰: one is in memory, or with more than one thread two
  /// more than there are threads.
  package var pieceBytes: Int
  /// Tiles of the picture to read in full beside the outline; `nil` for none.
  package var tiles: TileDraws?
  /// Blocks of a file whose places are kept, at most: see ``JPEGMeansReader/blockPlaces``.
  package var mostPlaces: Int
  /// The largest instruction set that may be used; the largest below it that the machine has is.
  package var instructionSet: InstructionSet

  package init(
    chroma: Chroma = .scaled, lanes: Int = 3, threads: Int = 1, stretchBytes: Int = 1 << 15,
    warmUpBytes: Int = 1 << 10, pieceBytes: Int = 1 << 17, tiles: TileDraws? = nil,
    mostPlaces: Int = 0, instructionSet: InstructionSet = .avx512
  ) {
    self.chroma = chroma
    self.lanes = min(max(lanes, 1), 8)
    self.threads = max(threads, 1)
    self.stretchBytes = max(stretchBytes, 64)
    self.warmUpBytes = max(warmUpBytes, 0)
    self.pieceBytes = pieceBytes
    self.tiles = tiles
    self.mostPlaces = mostPlaces
    self.instructionSet = instructionSet
  }
}
