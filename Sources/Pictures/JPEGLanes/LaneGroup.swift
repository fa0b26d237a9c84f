/// Lanes that take their steps in turn, so that one works while another waits for memory.
public protocol LaneGroup {
  /// Makes lanes that have nothing to do.
  init(idle: UnsafeMutablePointer<LaneTask>)

  /// Gives each lane that is through the next task, and says whether any lane has one.
  mutating func takeTasks(from queue: inout LaneQueue, _ isWorking: inout Bool)

  /// Lets each lane load a word.
  mutating func load(_ bytes: UnsafeRawPointer)
  /// Lets each lane read the symbols of one table entry.
  mutating func take(_ bytes: UnsafeRawPointer)
}

extension Lane: LaneGroup {
  /// Makes a lane that has nothing to do.
  @inlinable @inline(__always)
  public init(idle: UnsafeMutablePointer<LaneTask>) { self.init(idle) }

  /// Takes the next task when it is through with one.
  @inlinable @inline(__always)
  public mutating func takeTasks(from queue: inout LaneQueue, _ isWorking: inout Bool) {
    queue.serve(&self, &isWorking)
  }
}

/// The lanes of two groups.
public struct LanePair<First: LaneGroup, Second: LaneGroup>: LaneGroup {
  @usableFromInline var first: First
  @usableFromInline var second: Second

  /// Makes lanes that have nothing to do.
  @inlinable @inline(__always)
  public init(idle: UnsafeMutablePointer<LaneTask>) {
    first = First(idle: idle)
    second = Second(idle: idle)
  }

  /// Gives the lanes of both groups the next tasks.
  @inlinable @inline(__always)
  public mutating func takeTasks(from queue: inout LaneQueue, _ isWorking: inout Bool) {
    first.takeTasks(from: &queue, &isWorking)
    second.takeTasks(from: &queue, &isWorking)
  }

  /// Lets each lane of both groups read the symbols of one table entry.
  @inlinable @inline(__always)
  public mutating func take(_ bytes: UnsafeRawPointer) {
    first.take(bytes)
    second.take(bytes)
  }

  /// Lets each lane of both groups load a word.
  @inlinable @inline(__always)
  public mutating func load(_ bytes: UnsafeRawPointer) {
    first.load(bytes)
    second.load(bytes)
  }
}

/// Two lanes.
public typealias TwoLanes = LanePair<Lane, Lane>
/// Three lanes.
public typealias ThreeLanes = LanePair<TwoLanes, Lane>
/// Four lanes.
public typealias FourLanes = LanePair<TwoLanes, TwoLanes>
/// Six lanes.
public typealias SixLanes = LanePair<FourLanes, TwoLanes>
/// Eight lanes.
public typealias EightLanes = LanePair<FourLanes, FourLanes>
