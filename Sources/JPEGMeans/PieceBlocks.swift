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
  private let detailBlocks: DetailBlocks?
  /// Wanted blocks before each block of the MCU, and of a whole MCU.
  private let wantedBefore: [Int]
  private let sums: UnsafeMutablePointer<Int32>

  private static let sumCount = 16

  init(_ frame: JPEGFrame, scanner: BlockScanner, settings: JPEGMeansSettings) {
    self.scanner = scanner
    threads = settings.threads
    bodies = LaneBodies(settings)
    differences = .allocate(capacity: 1)
    details = .allocate(capacity: 1)
    detailBlocks = settings.chroma == .scaled ? DetailBlocks(frame, scanner.tables) : nil
    let wanted = detailBlocks?.isWanted ?? []
    wantedBefore = wanted.reduce(into: [0]) { $0.append(($0.last ?? 0) + ($1 ? 1 : 0)) }
    sums = .allocate(capacity: Self.sumCount * threads)
  }

  deinit {
    differences.deallocate()
    details.deallocate()
    sums.deallocate()
  }

  /// Whether details are read.
  var hasDetails: Bool { (wantedBefore.last ?? 0) > 0 }

  /// Blocks with details among the first `blocks` from the start of an MCU on.
  private func wanted(in blocks: Int) -> Int {
    let size = wantedBefore.count - 1
    guard size > 0 else { return 0 }
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
    let sums = sums + Self.sumCount * thread
    sums.initialize(repeating: 0, count: Self.sumCount)
    var isDamaged = false
    for share in shares {
      let run = share.run
      isDamaged =
        bodies.readDifferences(
          run.records, count: run.count, phase: run.phase, blocksPerMCU: scanner.blocksPerMCU,
          tables: scanner.tables.differences, codes: scanner.tables.codes, bytes: bytes,
          differences: differences + share.first) || isDamaged
      if let detailBlocks, hasDetails {
        isDamaged =
          bodies.readDetails(
            run.records, count: run.count, phase: run.phase, blocksPerMCU: scanner.blocksPerMCU,
            blocks: detailBlocks.blocks, bytes: bytes, sums: sums,
            details: details + 4 * share.firstDetail) || isDamaged
      }
    }
    return !isDamaged
  }
}
