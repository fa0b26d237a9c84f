internal import JPEGLanes
internal import LargePages

/// Copies of coded blocks of one component, each by a number, to be read when their piece of the
/// data has left the memory.
///
/// A block takes as many bytes as it is coded with, some 15 in photos, and none where it has a mean
/// and nothing else.
final class CodedBlocks {
  /// What ``records`` says of a block that has only a mean.
  static let plain = UInt32.max

  /// For each number the bit of ``bytes`` at which the block starts, or ``plain``.
  let records: UnsafeMutablePointer<UInt32>
  /// For each number the block's first coefficient, dequantized.
  let firsts: UnsafeMutablePointer<Int32>
  /// The copies, after which reading may overrun.
  var bytes: UnsafeRawPointer { UnsafeRawPointer(memory) }

  private var memory: UnsafeMutablePointer<UInt8>
  private var used = 0
  private var capacity = 1 << 17

  /// Bytes that are copied of every block, without looking how many it has: most have fewer.
  private static let copiedBytes = 32
  /// Bytes after the last copy that a reader of damaged data may load: 64 symbols of 32 bits and a
  /// word.
  private static let padding = 64 * 4 + 16
  /// Bytes of copies at most: their bits have numbers of 32 bits.
  private static let largestUse = 1 << 28

  /// Makes room for blocks numbered from 0 to less than `count`.
  init(count: Int) {
    records = .allocatePages(capacity: max(count, 1))
    firsts = .allocatePages(capacity: max(count, 1))
    memory = .allocatePages(capacity: capacity + Self.padding)
  }

  deinit {
    records.freePages()
    firsts.freePages()
    memory.freePages()
  }

  /// Copies a block.
  ///
  /// SAFETY: `number` is below the count; the source can be read up to 32 bytes behind the block.
  ///
  /// - Parameters:
  ///   - number: the block's.
  ///   - source: the data.
  ///   - record: what a lane says of where the block starts, and of the next one.
  /// - Returns: `false` where there is no more room.
  @inline(__always)
  func copy(
    _ number: Int, from source: UnsafeRawPointer, _ record: UnsafePointer<UInt32>
  ) -> Bool {
    guard LaneRun.count(of: record[1]) != LaneRun.endOfBlock else {
      records[number] = Self.plain
      return true
    }
    // All bytes that the block has a bit in; the first and the last may hold bits of its
    // neighbours too.
    //
    //     bytes    |        |        |        |
    //     block         [---------------]
    //              first              first + count - 1
    //     record   8 × used + start % 8
    let (start, end) = (LaneRun.bit(of: record[0]), LaneRun.bit(of: record[1]))
    let first = Int(start >> 3)
    let count = Int(end >> 3) &- first &+ 1
    if used &+ count &+ Self.copiedBytes > capacity {
      guard count >= 0, reserve(used &+ count &+ Self.copiedBytes) else { return false }
    }
    let target = UnsafeMutableRawPointer(memory + used)
    // So many words at once, since how many it takes no processor foresees.
    typealias Words = (UInt64, UInt64, UInt64, UInt64)
    target.storeBytes(
      of: source.loadUnaligned(fromByteOffset: first, as: Words.self), as: Words.self)
    var copied = Self.copiedBytes
    // Eight bytes at a time go up to 7 behind the count, for which there is room: 32 were
    // asked for above.
    while _slowPath(copied < count) {
      target.storeBytes(
        of: source.loadUnaligned(fromByteOffset: first &+ copied, as: UInt64.self),
        toByteOffset: copied, as: UInt64.self)
      copied &+= 8
    }
    records[number] = UInt32(truncatingIfNeeded: used &<< 3) | start & 7
    used &+= count
    return true
  }

  /// Prepares the copies for being read, after the last.
  ///
  /// What a reader of damaged data overruns into decides nothing, but it has to be this object's
  /// memory, and the same in every run.
  func finish() {
    // SAFETY: the memory has room for the padding after `capacity`, which `used` is not above.
    (memory + used).initialize(repeating: 0, count: Self.padding)
  }

  private func reserve(_ needed: Int) -> Bool {
    guard needed <= Self.largestUse else { return false }
    let larger = max(2 * capacity, needed)
    let copy = UnsafeMutablePointer<UInt8>.allocatePages(capacity: larger + Self.padding)
    copy.initialize(from: memory, count: used)
    memory.freePages()
    memory = copy
    capacity = larger
    return true
  }
}
