public import CLaneShims

/// Where a lane is.
public struct Lane {
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
  var isThrough: Bool { place & LaneRun.positionMask >= end }

  /// Reads the symbols of one table entry.
  @inlinable @inline(__always)
  public mutating func step(_ bytes: UnsafeRawPointer) {
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
