/// Lanes that find where blocks start in entropy-coded data, several interleaved in one core.
///
/// One lane waits for memory most of the time: each step depends on the one before it, through two
/// loads. Six of them fill the processor. A lane takes the next task as soon as it is through with one.
///
/// SAFETY of all loads and stores: a lane runs in batches of ``batchSteps`` steps, and begins one only
/// while its bit position is under the end of its task. A step moves the position on by at most
/// ``longestStep`` bits, loads 8 bytes at its position, and stores one record after the last one
/// counted. So all loads lie under the task's end plus ``overrunBytes``, which the data is padded
/// with. Each block takes at least the bits of its two shortest codes, so that
/// ``recordCapacity(bits:shortestBlock:)`` records hold those under the end, and a batch more.
public enum LaneRun {
  /// Steps between two looks at where a lane is.
  @inlinable public static var batchSteps: Int { 16 }
  /// Bits of the longest symbol with its magnitude, rounded up; entries are shorter.
  public static var longestStep: Int { 32 }
  /// Bytes that must be readable after the end of the data.
  public static var overrunBytes: Int { (batchSteps + 1) * longestStep / 8 + 16 }
  /// The low byte of a place where an end of block was read.
  @inlinable public static var endOfBlock: UInt64 { 129 }
  /// The low byte of a place where no block can go on.
  @inlinable public static var damage: UInt64 { 127 }
  /// Bits after which a lane goes on behind damage.
  public static var damagedBits: UInt64 { 16 }

  /// Records that a task may store.
  ///
  /// - Parameters:
  ///   - bits: from the task's start to its end.
  ///   - shortestBlock: bits that each block takes at least, 1 to ``damagedBits``.
  public static func recordCapacity(bits: Int, shortestBlock: Int) -> Int {
    bits / shortestBlock + batchSteps + 4
  }

  /// Where a lane is.
  @usableFromInline
  struct Lane {
    /// `bit << 8 | finished coefficients`.
    @usableFromInline var place: UInt64
    @usableFromInline var state: Int
    /// The last record.
    @usableFromInline var record: UnsafeMutablePointer<UInt32>
    @usableFromInline var end: UInt64
    @usableFromInline var task: UnsafeMutablePointer<LaneTask>

    /// A lane at the start of a task.
    @inlinable @inline(__always)
    init(_ task: UnsafeMutablePointer<LaneTask>) {
      place = UInt64(truncatingIfNeeded: task.pointee.start) &<< 8
      state = task.pointee.state
      record = task.pointee.records
      record.pointee = UInt32(truncatingIfNeeded: place)
      record += 1
      end = UInt64(truncatingIfNeeded: task.pointee.end) &<< 8
      self.task = task
    }

    /// Whether the task's end is reached.
    @inlinable @inline(__always)
    var isThrough: Bool { place >= end }

    /// Reads the symbols of one table entry.
    @inlinable @inline(__always)
    mutating func step(_ bytes: UnsafeRawPointer, _ tables: LaneTables) {
      let word = UInt64(
        bigEndian: bytes.loadUnaligned(
          fromByteOffset: Int(truncatingIfNeeded: place &>> 11), as: UInt64.self))
      let window = (word &<< (place &>> 8 & 7)) &>> UInt64(64 &- LaneTables.windowBits)
      let table = tables.entries + tables.offsets[state]
      var next = place &+ UInt64(table[Int(truncatingIfNeeded: window)])
      if next & 64 != 0 {
        next = exceptionalStep(place, state: state, bytes: bytes, tables: tables)
      }
      record.pointee = UInt32(truncatingIfNeeded: next)
      let isEnd = UInt8(truncatingIfNeeded: next) >= 63
      record += isEnd ? 1 : 0
      place = isEnd ? next & ~0xFF : next
      state = isEnd ? tables.successors[state] : state | 1
    }

    /// Notes what was found.
    @inlinable @inline(__always)
    func finish() {
      task.pointee.blockCount = record - task.pointee.records - 1
    }
  }

  /// Works through tasks with 1 lane; see ``run(_:count:step:idle:lanes:bytes:tables:)``.
  @inlinable @inline(__always)
  static func run1(
    _ tasks: UnsafeMutablePointer<LaneTask>, count: Int, step: Int,
    idle: UnsafeMutablePointer<LaneTask>, bytes: UnsafeRawPointer, tables: LaneTables
  ) {
    var queue = Queue(tasks, count: count, step: step, idle: idle)
    var a = Lane(idle)
    while true {
      var isWorking = false
      queue.serve(&a, &isWorking)
      guard isWorking else { break }
      for _ in 0..<batchSteps {
        a.step(bytes, tables)
      }
    }
  }

  /// Works through tasks with 2 lanes; see ``run(_:count:step:idle:lanes:bytes:tables:)``.
  @inlinable @inline(__always)
  static func run2(
    _ tasks: UnsafeMutablePointer<LaneTask>, count: Int, step: Int,
    idle: UnsafeMutablePointer<LaneTask>, bytes: UnsafeRawPointer, tables: LaneTables
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
        a.step(bytes, tables)
        b.step(bytes, tables)
      }
    }
  }

  /// Works through tasks with 4 lanes; see ``run(_:count:step:idle:lanes:bytes:tables:)``.
  @inlinable @inline(__always)
  static func run4(
    _ tasks: UnsafeMutablePointer<LaneTask>, count: Int, step: Int,
    idle: UnsafeMutablePointer<LaneTask>, bytes: UnsafeRawPointer, tables: LaneTables
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
        a.step(bytes, tables)
        b.step(bytes, tables)
        c.step(bytes, tables)
        d.step(bytes, tables)
      }
    }
  }

  /// Works through tasks with 6 lanes; see ``run(_:count:step:idle:lanes:bytes:tables:)``.
  @inlinable @inline(__always)
  static func run6(
    _ tasks: UnsafeMutablePointer<LaneTask>, count: Int, step: Int,
    idle: UnsafeMutablePointer<LaneTask>, bytes: UnsafeRawPointer, tables: LaneTables
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
        a.step(bytes, tables)
        b.step(bytes, tables)
        c.step(bytes, tables)
        d.step(bytes, tables)
        e.step(bytes, tables)
        f.step(bytes, tables)
      }
    }
  }

  /// Works through tasks with 8 lanes; see ``run(_:count:step:idle:lanes:bytes:tables:)``.
  @inlinable @inline(__always)
  static func run8(
    _ tasks: UnsafeMutablePointer<LaneTask>, count: Int, step: Int,
    idle: UnsafeMutablePointer<LaneTask>, bytes: UnsafeRawPointer, tables: LaneTables
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
        a.step(bytes, tables)
        b.step(bytes, tables)
        c.step(bytes, tables)
        d.step(bytes, tables)
        e.step(bytes, tables)
        f.step(bytes, tables)
        g.step(bytes, tables)
        h.step(bytes, tables)
      }
    }
  }

}
