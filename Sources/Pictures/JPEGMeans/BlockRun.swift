/// Blocks that follow one another, each known to start where the one before it ends.
struct BlockRun {
  /// Where they start; one more than blocks.
  var records: UnsafePointer<UInt32>
  var count: Int
  /// The block of the MCU that the first one is.
  var phase: Int

  /// Writes for each block where it starts, and in the low byte what its lane says of its end.
  ///
  /// SAFETY: `target` has room for ``count`` numbers.
  func fillStarts(_ target: UnsafeMutablePointer<UInt32>) {
    for index in 0..<count {
      // How a block ended stands in the record behind it.
      target[index] = records[index] & ~0xFF | records[index &+ 1] & 0xFF
    }
  }
}
