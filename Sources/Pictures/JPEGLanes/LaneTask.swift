/// A stretch of entropy-coded data that a lane is to find the blocks of.
public struct LaneTask {
  /// The bit where a block starts, or is guessed to.
  public var start: Int
  /// The lane stops at or after this bit.
  public var end: Int
  /// The state at the start: that before a block's first symbol.
  public var node: UnsafePointer<LaneNode>
  /// Where blocks start, in order, first the start itself.
  ///
  /// A record is `bit << 8 | low byte`. The low byte is
  /// ``LaneRun/damage`` where the block before it cannot be.
  public var records: UnsafeMutablePointer<UInt32>
  /// Blocks found; the records are one more.
  public var blockCount: Int

  /// Makes a task without blocks yet.
  ///
  /// - Parameters:
  ///   - start: the bit where to start.
  ///   - end: the bit at or after which to stop.
  ///   - node: the state at the start.
  ///   - records: room for ``LaneRun/recordCapacity(bits:shortestBlock:)`` records.
  public init(
    start: Int, end: Int, node: UnsafePointer<LaneNode>, records: UnsafeMutablePointer<UInt32>
  ) {
    self.start = start
    self.end = end
    self.node = node
    self.records = records
    blockCount = 0
  }
}
