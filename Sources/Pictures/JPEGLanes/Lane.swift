public import CLaneShims

/// Where a lane is.
public struct Lane {
  /// `bit << 8 | finished coefficients`.
  @usableFromInline var place: UInt32
  /// The table of the state.
  @usableFromInline var entries: UnsafePointer<UInt16>
  /// The state, a ``LaneNode``.
  @usableFromInline var node: UnsafeRawPointer
  /// The last record.
  @usableFromInline var record: UnsafeMutableRawPointer
  /// The data from the place on, the first bit highest.
  @usableFromInline var word: UInt64 = 0
  @usableFromInline var end: UInt32
  @usableFromInline var task: UnsafeMutablePointer<LaneTask>

  /// A lane at the start of a task.
  @inlinable @inline(__always)
  init(_ task: UnsafeMutablePointer<LaneTask>) {
    place = UInt32(truncatingIfNeeded: task.pointee.start) &<< 8
    node = UnsafeRawPointer(task.pointee.node)
    entries = task.pointee.node.pointee.entries
    record = UnsafeMutableRawPointer(task.pointee.records)
    record.storeBytes(of: place, as: UInt32.self)
    record += 4
    end = UInt32(truncatingIfNeeded: task.pointee.end)
    self.task = task
  }

  /// Whether the task's end is reached.
  @inlinable @inline(__always)
  var isThrough: Bool { LaneRun.bit(of: place) >= end }

  /// Loads the data from the lane's place on: 57 bits at least.
  @inlinable @inline(__always)
  public mutating func load(_ bytes: UnsafeRawPointer) {
    word = UInt64(
      bigEndian: bytes.loadUnaligned(
        fromByteOffset: Int(truncatingIfNeeded: place &>> 11), as: UInt64.self))
    word = word &<< UInt64(place &>> 8 & 7)
  }

  /// Reads the symbols of one table entry.
  @inlinable @inline(__always)
  public mutating func take(_ bytes: UnsafeRawPointer) {
    let window = Int(truncatingIfNeeded: word &>> UInt64(64 &- LaneNode.windowBits))
    let mask = node.load(fromByteOffset: LaneNode.maskOffset, as: UInt32.self)
    let entry = entries[window]
    place = (place & mask) &+ UInt32(entry)
    word = word &<< UInt64(entry &>> 8 & 63)
    if _slowPath(place & 0x40 != 0) {
      place = exceptionalStep(place, window, node, bytes)
      load(bytes)
    }
    record.storeBytes(of: place, as: UInt32.self)
    // 0 at a block's end, else -1.
    let side = Int(
      truncatingIfNeeded: clane_opaque(UInt8(truncatingIfNeeded: place) < 63 ? .max : 0))
    record += side &<< 2 &+ 4
    entries = node.load(
      fromByteOffset: LaneNode.entriesOffset &+ side &<< 3, as: UnsafePointer<UInt16>.self)
    node = node.load(
      fromByteOffset: LaneNode.successorOffset &+ side &<< 3, as: UnsafeRawPointer.self)
  }

  /// Notes what was found.
  @inlinable @inline(__always)
  func finish() {
    let bytes = record - UnsafeMutableRawPointer(task.pointee.records)
    task.pointee.blockCount = bytes &>> 2 &- 1
  }
}
