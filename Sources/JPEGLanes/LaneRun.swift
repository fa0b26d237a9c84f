public import CLaneShims

/// Lanes that find where blocks start in entropy-coded data, several interleaved in one core.
///
/// One lane waits for memory most of the time: each step depends on the one before it, through two
/// loads. Six of them fill the processor. A lane takes the next task as soon as it is through with
/// one.
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
  /// The bits of a place that say where it is.
  @inlinable public static var positionMask: UInt32 { 0x00FF_FFFF }
  /// The high byte of a place where an end of block was read.
  @inlinable public static var endOfBlock: UInt32 { 129 }
  /// The high byte of a place where no block can go on.
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

  /// Where a lane is.
  @usableFromInline
  struct Lane {
    /// `finished coefficients << 24 | bit`.
    @usableFromInline var place: UInt32
    /// The state, a ``LaneNode``.
    @usableFromInline var node: UnsafeRawPointer
    /// The last record.
    @usableFromInline var record: UnsafeMutableRawPointer
    @usableFromInline var end: UInt32
    @usableFromInline var task: UnsafeMutablePointer<LaneTask>

    /// A lane at the start of a task.
    @inlinable @inline(__always)
    init(_ task: UnsafeMutablePointer<LaneTask>) {
      place = UInt32(truncatingIfNeeded: task.pointee.start)
      node = UnsafeRawPointer(task.pointee.node)
      record = UnsafeMutableRawPointer(task.pointee.records)
      record.storeBytes(of: place, as: UInt32.self)
      record += 4
      end = UInt32(truncatingIfNeeded: task.pointee.end)
      self.task = task
    }

    /// Whether the task's end is reached.
    @inlinable @inline(__always)
    var isThrough: Bool { place & positionMask >= end }

    /// Reads the symbols of one table entry.
    @inlinable @inline(__always)
    mutating func step(_ bytes: UnsafeRawPointer) {
      let word = UInt64(
        bigEndian: bytes.loadUnaligned(
          fromByteOffset: Int(truncatingIfNeeded: clane_byte(place)), as: UInt64.self))
      let window = (word &<< UInt64(place & 7)) &>> UInt64(64 &- LaneNode.windowBits)
      let entries = node.load(as: UnsafePointer<UInt32>.self)
      let mask = node.load(fromByteOffset: LaneNode.maskOffset, as: UInt32.self)
      place = (place & mask) &+ entries[Int(truncatingIfNeeded: window)]
      if place & 0x4000_0000 != 0 {
        place = exceptionalStep(place, Int(truncatingIfNeeded: window), node, bytes)
      }
      record.storeBytes(of: place, as: UInt32.self)
      let isEnd = Int(truncatingIfNeeded: clane_opaque(place >= 63 &<< 24 ? 1 : 0))
      record += isEnd &<< 2
      node = node.load(
        fromByteOffset: LaneNode.successorOffset &+ isEnd &<< 3, as: UnsafeRawPointer.self)
    }

    /// Notes what was found.
    @inlinable @inline(__always)
    func finish() {
      let bytes = record - UnsafeMutableRawPointer(task.pointee.records)
      task.pointee.blockCount = bytes &>> 2 &- 1
    }
  }

  /// Works through tasks with one lane.
  ///
  /// - Parameters:
  ///   - tasks: the tasks; every `step`th is worked through.
  ///   - count: how many of them.
  ///   - step: from one task to the next.
  ///   - idle: a task with an end at its start, for lanes that have nothing to do: they walk
  ///     through what lies there again and again.
  ///   - bytes: the data.
  @inlinable @inline(__always)
  public static func run1(
    _ tasks: UnsafeMutablePointer<LaneTask>, count: Int, step: Int,
    idle: UnsafeMutablePointer<LaneTask>, bytes: UnsafeRawPointer
  ) {
    var queue = Queue(tasks, count: count, step: step, idle: idle)
    var a = Lane(idle)
    while true {
      var isWorking = false
      queue.serve(&a, &isWorking)
      guard isWorking else { break }
      for _ in 0..<batchSteps {
        a.step(bytes)
      }
    }
  }

  /// Works through tasks with 2 interleaved lanes.
  ///
  /// See ``run1(_:count:step:idle:bytes:)`` for the parameters.
  @inlinable @inline(__always)
  public static func run2(
    _ tasks: UnsafeMutablePointer<LaneTask>, count: Int, step: Int,
    idle: UnsafeMutablePointer<LaneTask>, bytes: UnsafeRawPointer
  ) {
    var queue = Queue(tasks, count: count, step: step, idle: idle)
    var a = Lane(idle)
    var b = Lane(idle)
    while true {
      var isWorking = false
      queue.serve(&a, &isWorking)
      queue.serve(&b, &isWorking)
      guard isWorking else { break }
      for _ in 0..<batchSteps {
        a.step(bytes)
        b.step(bytes)
      }
    }
  }

  /// Works through tasks with 4 interleaved lanes.
  ///
  /// See ``run1(_:count:step:idle:bytes:)`` for the parameters.
  @inlinable @inline(__always)
  public static func run4(
    _ tasks: UnsafeMutablePointer<LaneTask>, count: Int, step: Int,
    idle: UnsafeMutablePointer<LaneTask>, bytes: UnsafeRawPointer
  ) {
    var queue = Queue(tasks, count: count, step: step, idle: idle)
    var a = Lane(idle)
    var b = Lane(idle)
    var c = Lane(idle)
    var d = Lane(idle)
    while true {
      var isWorking = false
      queue.serve(&a, &isWorking)
      queue.serve(&b, &isWorking)
      queue.serve(&c, &isWorking)
      queue.serve(&d, &isWorking)
      guard isWorking else { break }
      for _ in 0..<batchSteps {
        a.step(bytes)
        b.step(bytes)
        c.step(bytes)
        d.step(bytes)
      }
    }
  }

  /// Works through tasks with 6 interleaved lanes.
  ///
  /// See ``run1(_:count:step:idle:bytes:)`` for the parameters.
  @inlinable @inline(__always)
  public static func run6(
    _ tasks: UnsafeMutablePointer<LaneTask>, count: Int, step: Int,
    idle: UnsafeMutablePointer<LaneTask>, bytes: UnsafeRawPointer
  ) {
    var queue = Queue(tasks, count: count, step: step, idle: idle)
    var a = Lane(idle)
    var b = Lane(idle)
    var c = Lane(idle)
    var d = Lane(idle)
    var e = Lane(idle)
    var f = Lane(idle)
    while true {
      var isWorking = false
      queue.serve(&a, &isWorking)
      queue.serve(&b, &isWorking)
      queue.serve(&c, &isWorking)
      queue.serve(&d, &isWorking)
      queue.serve(&e, &isWorking)
      queue.serve(&f, &isWorking)
      guard isWorking else { break }
      for _ in 0..<batchSteps {
        a.step(bytes)
        b.step(bytes)
        c.step(bytes)
        d.step(bytes)
        e.step(bytes)
        f.step(bytes)
      }
    }
  }

  /// Works through tasks with 8 interleaved lanes.
  ///
  /// See ``run1(_:count:step:idle:bytes:)`` for the parameters.
  @inlinable @inline(__always)
  public static func run8(
    _ tasks: UnsafeMutablePointer<LaneTask>, count: Int, step: Int,
    idle: UnsafeMutablePointer<LaneTask>, bytes: UnsafeRawPointer
  ) {
    var queue = Queue(tasks, count: count, step: step, idle: idle)
    var a = Lane(idle)
    var b = Lane(idle)
    var c = Lane(idle)
    var d = Lane(idle)
    var e = Lane(idle)
    var f = Lane(idle)
    var g = Lane(idle)
    var h = Lane(idle)
    while true {
      var isWorking = false
      queue.serve(&a, &isWorking)
      queue.serve(&b, &isWorking)
      queue.serve(&c, &isWorking)
      queue.serve(&d, &isWorking)
      queue.serve(&e, &isWorking)
      queue.serve(&f, &isWorking)
      queue.serve(&g, &isWorking)
      queue.serve(&h, &isWorking)
      guard isWorking else { break }
      for _ in 0..<batchSteps {
        a.step(bytes)
        b.step(bytes)
        c.step(bytes)
        d.step(bytes)
        e.step(bytes)
        f.step(bytes)
        g.step(bytes)
        h.step(bytes)
      }
    }
  }

}
