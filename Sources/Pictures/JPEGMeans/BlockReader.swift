internal import JPEGLanes

/// Reads what blocks say whose starts are known.
final class BlockReader {
  private let tables: SkipTables
  private let bodies: LaneBodies
  private let detailTables: DetailTables?
  /// Blocks with details before each block of the MCU, and of a whole MCU.
  private let wantedBefore: [Int]
  private let blocksPerMCU: Int

  init(_ frame: JPEGFrame, tables: SkipTables, settings: JPEGMeansSettings) {
    self.tables = tables
    bodies = LaneBodies(settings)
    blocksPerMCU = frame.blocksPerMCU
    let details =
      settings.chroma == .scaled
      ? DetailTables(frame, tables) { frame.samplesPerBlock($0) == 2 } : nil
    let wanted = Set((details?.blocks ?? []).map(\.index))
    wantedBefore = (0..<frame.blocksPerMCU).reduce(into: [0]) {
      $0.append(($0.last ?? 0) + (wanted.contains($1) ? 1 : 0))
    }
    detailTables = wanted.isEmpty ? nil : details
  }

  /// Blocks with details among the first `blocks` from the start of an MCU on.
  private func wanted(in blocks: Int) -> Int {
    blocks / blocksPerMCU * wantedBefore[blocksPerMCU] + wantedBefore[blocks % blocksPerMCU]
  }

  /// Blocks with details in a run.
  private func wanted(in run: BlockRun) -> Int {
    wanted(in: run.phase + run.count) - wanted(in: run.phase)
  }

  /// Reads blocks.
  ///
  /// - Parameters:
  ///   - runs: where they start.
  ///   - bytes: the data.
  ///   - blocks: receives what they say.
  /// - Throws: ``JPEGMeansError/declined(_:)`` where one is damaged.
  func read(
    _ runs: [BlockRun], from bytes: UnsafeRawPointer, into blocks: PieceBlocks
  ) throws(JPEGMeansError) {
    blocks.reserve(
      blocks: runs.reduce(0) { $0 + $1.count }, details: runs.reduce(0) { $0 + wanted(in: $1) })
    blocks.scratch.initialize(repeating: 0, count: DetailPass.scratchCount)
    var differences = blocks.values
    var details = blocks.details
    var isDamaged = false
    for run in runs {
      // SAFETY: there is room for the blocks and details of all runs.
      isDamaged =
        bodies.readDifferences(
          run.records, run.count, run.phase, blocksPerMCU, tables.differences, tables.codes, bytes,
          differences) || isDamaged
      for block in detailTables?.blocks ?? [] {
        // The first of the run that is this block of its MCU, and the details before it.
        let first = (block.index - run.phase + blocksPerMCU) % blocksPerMCU
        let before = wanted(in: run.phase + first) - wanted(in: run.phase)
        isDamaged =
          bodies.readDetails(
            run.records, run.count, first, blocksPerMCU, block.component, bytes, blocks.scratch,
            details + 4 * before, 4 * wantedBefore[blocksPerMCU]) || isDamaged
      }
      differences += run.count
      details += 4 * wanted(in: run)
    }
    guard !isDamaged else { throw .declined("a block is damaged") }
  }
}
