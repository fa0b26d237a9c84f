internal import JPEGLanes

/// Copies of blocks that one `SamplePass` reads together, as many as there are from one on: a start has room
/// for the bits of two megabytes, and copies may lie farther apart.
struct BlockGroup {
  /// How many they are, ``mostBlocks`` at most.
  let count: Int
  /// The bit that starts are counted from, the first of a byte.
  let base: UInt32

  /// Blocks that lanes take at a time.
  static var mostBlocks: Int { SamplePass.groupSize }
  // A start is `bit << 8` in 32 bits, so that it has 24 for the bit. 2^14 are more than the
  // 64 symbols of 32 bits that a block takes.
  /// Bits between the starts of two blocks, at most: those of a start, less what a block takes.
  static let mostBits: UInt32 = 1 << 24 - 1 << 14

  /// Finds the longest group that begins with the first of some blocks.
  ///
  /// SAFETY: there are `count` records.
  ///
  /// - Parameters:
  ///   - records: for each block the bit at which its copy starts, in any order.
  ///   - count: blocks, 1 or more.
  init(_ records: UnsafePointer<UInt32>, count: Int) {
    var (lowest, highest) = (records[0], records[0])
    var found = 1
    while found < min(count, Self.mostBlocks) {
      let (lower, higher) = (min(lowest, records[found]), max(highest, records[found]))
      guard higher &- lower < Self.mostBits else { break }
      (lowest, highest) = (lower, higher)
      found &+= 1
    }
    self.count = found
    base = lowest & ~7
  }

  /// What `SamplePass` takes as the start of a block of the group.
  @inline(__always)
  func start(of record: UInt32) -> UInt32 { (record &- base) &<< 8 }
}
