internal import Dispatch
internal import JPEGLanes

/// What the blocks of a piece say, in order: the differences of their means, and details of chroma.
final class PieceBlocks {
  /// Blocks in all.
  private(set) var count = 0
  /// For each block the difference of its mean from the one before it of the same component.
  private(set) var differences: UnsafeMutablePointer<Int16>
  /// For each block whose details are wanted, four numbers.
  private(set) var details: UnsafeMutablePointer<Int32>

  private let scanner: BlockScanner
  private let bodies: LaneBodies
  private let threads: Int
  private var capacity = 0
  private let detailTables: DetailTables?
  /// Wanted blocks before each block of the MCU, and of a whole MCU.
  private let wantedBefore: [Int]
  private let scratch: UnsafeMutablePointer<Int32>

  init(_ frame: JPEGFrame, scanner: BlockScanner, settings: JPEGMeansSettings) {
    self.scanner = scanner
    threads = settings.threads
    bodies = LaneBodies(settings)
    differences = .allocate(capacity: 1)
    details = .allocate(capacity: 1)
    let tables =
      settings.chroma == .scaled
      ? DetailTables(frame, scanner.tables) { frame.samplesPerBlock($0) == 2 } : nil
    let wanted = Set((tables?.blocks ?? []).map(\.index))
    wantedBefore = (0..<frame.blocksPerMCU).reduce(into: [0]) {
      $0.append(($0.last ?? 0) + (wanted.contains($1) ? 1 : 0))
    }
    detailTables = wanted.isEmpty ? nil : tables
    scratch = .allocate(capacity: DetailPass.scratchCount * threads)
  }

  deinit {
    differences.deallocate()
    details.deallocate()
    scratch.deallocate()
  }

  /// Whether details are read.
  var hasDetails: Bool { (wantedBefore.last ?? 0) > 0 }

  /// Blocks with details among the first `blocks` from the start of an MCU on.
  private func wanted(in blocks: Int) -> Int {
    let size = wantedBefore.count - 1
    return blocks / size * wantedBefore[size] + wantedBefore[blocks % size]
  }

  /// Reads the blocks that the scanner has just found.
  func read() throws(JPEGMeansError) {
    let runs = scanner.runs
    count = runs.reduce(0) { $0 + $1.count }
    reserve()
    var shares: [Share] = []
    var (first, firstDetail) = (0, 0)
    for run in runs {
      shares.append(Share(run: run, first: first, firstDetail: firstDetail))
      first += run.count
      firstDetail += wanted(in: run.phase + run.count) - wanted(in: run.phase)
    }
    let threads = min(threads, shares.count)
    guard threads > 1 else {
      guard read(shares[...], 0) else { throw .declined("a block is damaged") }
      return
    }
    // SAFETY: each thread reads runs of its own, into memory of its own, and writes one result.
    nonisolated(unsafe) let piece = self
    let size = (shares.count + threads - 1) / threads
    let isWhole = UnsafeMutablePointer<Bool>.allocate(capacity: threads)
    isWhole.initialize(repeating: true, count: threads)
    defer { isWhole.deallocate() }
    nonisolated(unsafe) let results = isWhole
    nonisolated(unsafe) let all = shares
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      let share = min(thread * size, all.count)..<min((thread + 1) * size, all.count)
      results[thread] = piece.read(all[share], thread)
    }
    for thread in 0..<threads where !isWhole[thread] {
      throw .declined("a block is damaged")
    }
  }

  /// A run and where its results go.
  private struct Share {
    let run: BlockRun
    let first: Int
    let firstDetail: Int
  }

  private func reserve() {
    guard count > capacity else { return }
    differences.deallocate()
    details.deallocate()
    capacity = count + count / 4
    differences = .allocate(capacity: capacity)
    details = .allocate(
      capacity: hasDetails ? 4 * wanted(in: capacity + 2 * (wantedBefore.count - 1)) : 1)
  }

  /// Reads runs; `false` where a block is damaged.
  private func read(_ shares: ArraySlice<Share>, _ thread: Int) -> Bool {
    let bytes = UnsafeRawPointer(scanner.buffer.bytes)
    let scratch = scratch + DetailPass.scratchCount * thread
    scratch.initialize(repeating: 0, count: DetailPass.scratchCount)
    var isDamaged = false
    for share in shares {
      let run = share.run
      isDamaged =
        bodies.readDifferences(
          run.records, run.count, run.phase, scanner.blocksPerMCU, scanner.tables.differences,
          scanner.tables.codes, bytes, differences + share.first) || isDamaged
      for block in detailTables?.blocks ?? [] {
        // The first of the run that is this block of its MCU, and the details before it.
        let size = scanner.blocksPerMCU
        let first = (block.index - run.phase + size) % size
        let before = wanted(in: run.phase + first) - wanted(in: run.phase)
        isDamaged =
          bodies.readDetails(
            run.records, run.count, first, size, block.component, bytes, scratch,
            details + 4 * (share.firstDetail + before), 4 * wantedBefore[size]) || isDamaged
      }
    }
    return !isDamaged
  }
}
