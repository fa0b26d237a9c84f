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
    // Record 0 is the start; a step writes the one behind the last block's end.
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
    // Each step waits for the one before through two loads, `entries[window]` and the node's pointers; all
    // else is arranged so that nothing lies between them. Place and entry have the same fields, so that one
    // addition moves both on without a carry between them (the low byte is under 64 before, and at most
    // 129 + 63 is added):
    //
    //              31                   8   7       6          5         0
    //     place  [ bit in the data       | end | exception | coefficients ]
    //     entry  [ bits that it takes    | end | exception | coefficients ]
    //
    // The first symbol of a block begins a count: its mask clears the low byte of the block before.
    let window = Int(truncatingIfNeeded: word &>> UInt64(64 &- LaneNode.windowBits))
    let mask = node.load(fromByteOffset: LaneNode.maskOffset, as: UInt32.self)
    let entry = entries[window]
    place = (place & mask) &+ UInt32(entry)
    // One `shlx` of the entry's high byte: 63 leaves out the mask that a shift by more would need.
    word = word &<< UInt64(entry &>> 8 & 63)
    // Bit 6 is set by what the table does not decide, and by counts from 64 on: one test for both.
    if _slowPath(place & 0x40 != 0) {
      place = exceptionalStep(place, window, node, bytes)
      load(bytes)
    }
    record.storeBytes(of: place, as: UInt32.self)
    // 63 coefficients, or an end of block (129 and more), are a block's end. 0 there, else -1, made by `cmp` and
    // `sbb`: the next record, table and state follow from it without a branch, which data would mispredict
    // once a block. Without the opaque value the compiler makes that branch. Each record but a block's last
    // one is written over by the next step's.
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
