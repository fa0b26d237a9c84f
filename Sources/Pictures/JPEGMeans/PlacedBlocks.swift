internal import JPEGLanes
internal import LargePages

/// The blocks of a piece, each with where it starts and its first coefficient, so that any of them can
/// be read on its own.
final class PlacedBlocks {
  private(set) var count = 0
  /// For each block the bit at which it starts, and in the low byte what a lane says of its end.
  private(set) var starts: UnsafePointer<UInt32>
  /// For each block its first coefficient, dequantized.
  private(set) var firsts: UnsafePointer<Int16>

  // Memory for blocks that no other object holds.
  private var capacity = 0
  private var ownStarts: UnsafeMutablePointer<UInt32>
  private var ownFirsts: UnsafeMutablePointer<Int16>

  init() {
    ownStarts = .allocatePages(capacity: 1)
    ownFirsts = .allocatePages(capacity: 1)
    (starts, firsts) = (UnsafePointer(ownStarts), UnsafePointer(ownFirsts))
  }

  deinit {
    ownStarts.freePages()
    ownFirsts.freePages()
  }

  /// Forgets all blocks, and makes room for others.
  private func reserve(_ blocks: Int) {
    count = blocks
    if count > capacity {
      ownStarts.freePages()
      ownFirsts.freePages()
      capacity = count + count / 4
      ownStarts = .allocatePages(capacity: capacity)
      ownFirsts = .allocatePages(capacity: capacity)
    }
    (starts, firsts) = (UnsafePointer(ownStarts), UnsafePointer(ownFirsts))
  }

  /// Refers to blocks that `places` holds, as long as they are used.
  func take(_ piece: JPEGBlockPlaces.Piece, of places: JPEGBlockPlaces) {
    count = piece.blockCount
    starts = UnsafePointer(places.starts + piece.firstBlock)
    firsts = UnsafePointer(places.firsts + piece.firstBlock)
  }

  /// Takes the places of blocks.
  ///
  /// - Parameter runs: where they start.
  /// - Returns: memory for their first coefficients.
  func take(_ runs: [BlockRun]) -> UnsafeMutablePointer<Int16> {
    reserve(runs.reduce(0) { $0 + $1.count })
    var target = ownStarts
    for run in runs {
      // SAFETY: there is room for the blocks of all runs.
      run.fillStarts(target)
      target += run.count
    }
    return ownFirsts
  }
}

/// Adds up the differences of first coefficients, piece by piece.
struct FirstCoefficients {
  private var predictions: [Int32]
  private let quantization: [Int32]
  /// For each block of the MCU its component, and for each component its blocks.
  private let components: [Int]
  private let sizes: [Int]
  private let interval: Int
  private var untilRestart: Int
  private var phase = 0

  init(_ frame: JPEGFrame) {
    predictions = Array(repeating: 0, count: frame.components.count)
    quantization = frame.components.map { $0.quantization[0] }
    let sizes = frame.components.map { $0.columns * $0.rows }
    components = sizes.enumerated().flatMap { Array(repeating: $0, count: $1) }
    self.sizes = sizes
    interval = frame.restartInterval
    untilRestart = interval
  }

  /// Finds the first coefficients of a piece's blocks.
  ///
  /// - Parameters:
  ///   - blocks: with the difference of each.
  ///   - firsts: receives them.
  /// - Throws: ``JPEGMeansError/declined(_:)`` where one is so large that libjpeg's table of limits
  ///   would wrap.
  mutating func place(
    _ blocks: PieceBlocks, into firsts: UnsafeMutablePointer<Int16>
  ) throws(JPEGMeansError) {
    let differences = UnsafePointer(blocks.values)
    var excess: UInt32 = 0
    var next = 0
    while next < blocks.count {
      // Whole MCUs, as long as means do not start anew, or the rest of one that the piece before began.
      let left = blocks.count - next
      // A component's prediction stays in a register over the MCUs of a run, one component
      // after the other.
      let whole = min(left / components.count, interval > 0 ? untilRestart : .max)
      let count = phase > 0 || whole == 0 ? min(left, components.count - phase) : 0
      if count > 0 {
        for index in 0..<count {
          excess |= place(
            differences + next + index, firsts + next + index, mcus: 1, blocks: 1,
            of: components[phase + index])
        }
      } else {
        var first = next
        for (component, size) in sizes.enumerated() {
          excess |= place(
            differences + first, firsts + first, mcus: whole, blocks: size, of: component)
          first += size
        }
      }
      advance(count > 0 ? count : whole * components.count)
      next += count > 0 ? count : whole * components.count
    }
    guard excess == 0 else { throw .declined("a mean is out of range") }
  }

  /// Finds those of one component, in the same place of each MCU.
  ///
  /// - Returns: not 0 where one is out of range.
  @inline(__always)
  private mutating func place(
    _ differences: UnsafePointer<Int16>, _ firsts: UnsafeMutablePointer<Int16>, mcus: Int,
    blocks: Int, of component: Int
  ) -> UInt32 {
    let (factor, step) = (quantization[component], components.count)
    var (sum, excess, start) = (predictions[component], UInt32(0), 0)
    for _ in 0..<mcus {
      for index in start..<start &+ blocks {
        // SAFETY: there are as many blocks from the first on.
        sum &+= Int32(differences[index])
        let first = sum &* factor
        // Both lie within -4096..<4096, and the product, which is no larger than of these, has not
        // wrapped; and the first within -4095...4087.
        excess |=
          UInt32(bitPattern: sum &+ 4096) &>> 13 | UInt32(bitPattern: first &+ 4095) &>> 13
          | UInt32(bitPattern: 4087 &- first) &>> 31
        firsts[index] = Int16(truncatingIfNeeded: first)
      }
      start &+= step
    }
    predictions[component] = sum
    return excess
  }

  /// Goes on by some blocks: by whole MCUs, or within one.
  private mutating func advance(_ blocks: Int) {
    let mcus = (phase + blocks) / components.count
    phase = (phase + blocks) % components.count
    guard interval > 0 else { return }
    untilRestart -= mcus
    guard untilRestart == 0 else { return }
    untilRestart = interval
    for index in predictions.indices { predictions[index] = 0 }
  }
}
