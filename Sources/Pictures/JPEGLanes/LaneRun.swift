/// Lanes that find where blocks start in entropy-coded data, several interleaved in one core.
///
/// One lane waits for memory most of the time: each step depends on the one before it, through two
/// loads. Three of them fill the processor and its registers. A lane takes the next task as soon as
/// it is through with one.
///
/// SAFETY of all loads and stores: a lane runs in batches of ``batchSteps`` steps, and begins one
/// only while its bit position is under the end of its task. A step moves the position on by at
/// most ``longestStep`` bits, loads 8 bytes at its position, and stores one record after the last
/// one counted. So all loads lie under the task's end plus ``overrunBytes``, which the data is
/// padded with. Each block takes at least the bits of its two shortest codes, so that
/// ``recordCapacity(bits:shortestBlock:)`` records hold those under the end, and a batch more.
public enum LaneRun {
  /// Steps between two looks at where a lane is.
  @inlinable public static var batchSteps: Int { 16 }
  /// Bits of the longest symbol with its magnitude, rounded up; entries are shorter.
  public static var longestStep: Int { 32 }
  /// Bytes that must be readable after the end of the data.
  public static var overrunBytes: Int { (batchSteps + 1) * longestStep / 8 + 256 }
  /// The bit that a place or record says.
  @inlinable @inline(__always)
  public static func bit(of place: UInt32) -> UInt32 { place &>> 8 }
  /// What the low byte of a place or record says.
  @inlinable @inline(__always)
  public static func count(of place: UInt32) -> UInt32 { place & 0xFF }
  /// What the low byte of a place says where an end of block was read after no coefficients.
  ///
  /// It is larger by the coefficients before the end, so that records show how far a block goes.
  @inlinable public static var endOfBlock: UInt32 { 129 }
  /// What the low byte of a place says where no block can go on.
  @inlinable public static var damage: UInt32 { 127 }
  /// Bits after which a lane goes on behind damage.
  public static var damagedBits: UInt32 { 16 }

  /// Records that a task may store.
  ///
  /// - Parameters:
  ///   - bits: from the task's start to its end.
  ///   - shortestBlock: bits that each block takes at least, 1 to ``damagedBits``.
  /// - Returns: the number.
  public static func recordCapacity(bits: Int, shortestBlock: Int) -> Int {
    bits / shortestBlock + batchSteps + 4
  }

  /// Works through tasks with a group of lanes.
  ///
  /// - Parameters:
  ///   - work: the tasks.
  ///   - group: the lanes.
  @inlinable @inline(__always)
  public static func walk(through work: LaneWork, with group: (some LaneGroup).Type) {
    var queue = LaneQueue(work)
    var lanes = group.init(idle: work.idle)
    while true {
      var isWorking = false
      lanes.takeTasks(from: &queue, &isWorking)
      guard isWorking else { break }
      // A loop that the optimiser does not write out sixteen times.
      var steps = batchSteps
      repeat {
        // A word holds 57 bits at least, and a step without an exception takes 23 of them at most.
        lanes.load(work.bytes)
        lanes.take(work.bytes)
        lanes.take(work.bytes)
        steps &-= 2
      } while steps > 0
    }
  }
}

/// Tasks for lanes, and the data that they lie in.
public struct LaneWork {
  /// The tasks.
  public var tasks: UnsafeMutablePointer<LaneTask>
  /// How many of them.
  public var count: Int
  /// A task with an end at its start, for lanes without a task: they decode what lies there again and
  /// again.
  public var idle: UnsafeMutablePointer<LaneTask>
  /// The data.
  public var bytes: UnsafeRawPointer

  /// Makes work of known parts.
  public init(
    tasks: UnsafeMutablePointer<LaneTask>, count: Int, idle: UnsafeMutablePointer<LaneTask>,
    bytes: UnsafeRawPointer
  ) {
    self.tasks = tasks
    self.count = count
    self.idle = idle
    self.bytes = bytes
  }
}
