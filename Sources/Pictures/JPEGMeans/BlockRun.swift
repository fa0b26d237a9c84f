/// Blocks that follow one another, each known to start where the one before it ends.
struct BlockRun {
  /// Where they start; one more than blocks.
  var records: UnsafePointer<UInt32>
  var count: Int
  /// The block of the MCU that the first one is.
  var phase: Int
}
