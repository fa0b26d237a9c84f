extension LaneRun {
  /// Tasks that no lane has taken yet.
  @usableFromInline
  struct Queue {
    @usableFromInline var next: UnsafeMutablePointer<LaneTask>
    @usableFromInline var left: Int
    @usableFromInline let step: Int
    @usableFromInline let idle: UnsafeMutablePointer<LaneTask>

    @inlinable @inline(__always)
    init(
      _ tasks: UnsafeMutablePointer<LaneTask>, count: Int, step: Int,
      idle: UnsafeMutablePointer<LaneTask>
    ) {
      next = tasks
      left = count
      self.step = step
      self.idle = idle
    }

    /// Gives a lane that is through the next task, or lets it idle at the start of its memory.
    @inlinable @inline(__always)
    mutating func serve(_ lane: inout Lane, _ isWorking: inout Bool) {
      if lane.task == idle || lane.isThrough {
        if lane.task != idle { lane.finish() }
        if left > 0 {
          lane = Lane(next)
          next += step
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
}
