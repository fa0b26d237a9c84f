/// Tasks that no lane has taken yet.
public struct LaneQueue {
  @usableFromInline var next: UnsafeMutablePointer<LaneTask>
  @usableFromInline var left: Int
  @usableFromInline let idle: UnsafeMutablePointer<LaneTask>

  /// All tasks of some work.
  @inlinable @inline(__always)
  public init(_ work: LaneWork) {
    next = work.tasks
    left = work.count
    idle = work.idle
  }

  /// Gives a lane that is through the next task, or lets it idle at the start of its memory.
  @inlinable @inline(__always)
  mutating func serve(_ lane: inout Lane, _ isWorking: inout Bool) {
    if lane.task == idle || lane.isThrough {
      if lane.task != idle { lane.finish() }
      if left > 0 {
        lane = Lane(next)
        next += 1
        left &-= 1
        isWorking = true
      } else {
        lane = Lane(idle)
      }
    } else {
      isWorking = true
    }
  }
}
