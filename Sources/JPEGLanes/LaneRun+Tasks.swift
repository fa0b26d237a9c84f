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

  /// Works through tasks.
  ///
  /// - Parameters:
  ///   - tasks: the tasks; every `step`th is worked through.
  ///   - count: how many of them.
  ///   - step: from one task to the next.
  ///   - idle: a task with an end at its start, for lanes that have nothing to do: they walk through
  ///     what lies there again and again.
  ///   - lanes: 1, 2, 4, 6 or 8, or as many as the next larger of these.
  ///   - bytes: the data.
  ///   - tables: the tables.
  @inlinable @inline(__always)
  public static func run(
    _ tasks: UnsafeMutablePointer<LaneTask>, count: Int, step: Int,
    idle: UnsafeMutablePointer<LaneTask>, lanes: Int, bytes: UnsafeRawPointer, tables: LaneTables
  ) {
    switch lanes {
    case ...1: run1(tasks, count: count, step: step, idle: idle, bytes: bytes, tables: tables)
    case 2: run2(tasks, count: count, step: step, idle: idle, bytes: bytes, tables: tables)
    case ...4: run4(tasks, count: count, step: step, idle: idle, bytes: bytes, tables: tables)
    case ...6: run6(tasks, count: count, step: step, idle: idle, bytes: bytes, tables: tables)
    default: run8(tasks, count: count, step: step, idle: idle, bytes: bytes, tables: tables)
    }
  }
}
