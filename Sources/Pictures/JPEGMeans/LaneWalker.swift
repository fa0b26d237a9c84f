internal import JPEGLanes

/// Tasks of lanes in a piece of the data, and the memory for what they find.
final class LaneWalker {
  private let tables: SkipTables
  private let bytes: UnsafeMutablePointer<UInt8>
  private let lanes: Int
  private let bodies: LaneBodies
  private var tasks: UnsafeMutablePointer<LaneTask>
  private var capacity = 64
  private(set) var taskCount = 0
  /// Memory for records, in the order of the tasks.
  ///
  /// The system gives a page when it is first written to, so that room for the worst case takes
  /// nothing where it does not arise.
  private var memory: UnsafeMutablePointer<UInt32>
  private var memoryCapacity = 0
  private var recordCounts: [Int] = []
  private var spare: [UnsafeMutablePointer<UInt32>] = []
  /// Memory for records of lanes without a task.
  private let idleMemory: UnsafeMutablePointer<UInt32>

  init(
    tables: SkipTables, bytes: UnsafeMutablePointer<UInt8>, lanes: Int, bodies: LaneBodies
  ) {
    self.tables = tables
    self.bytes = bytes
    self.lanes = lanes
    self.bodies = bodies
    tasks = .allocate(capacity: capacity)
    memory = .allocate(capacity: 1)
    // A lane without a task starts anew with each batch: no more than its first record and
    // one a step.
    idleMemory = .allocate(capacity: LaneRun.recordCapacity(bits: 0, shortestBlock: 1))
  }

  deinit {
    removeTasks()
    tasks.deallocate()
    memory.deallocate()
    idleMemory.deallocate()
  }

  /// Forgets all tasks and what they found.
  func removeTasks() {
    taskCount = 0
    recordCounts.removeAll(keepingCapacity: true)
    for records in spare { records.deallocate() }
    spare.removeAll(keepingCapacity: true)
  }

  /// A task and what it found.
  func task(_ index: Int) -> LaneTask { tasks[index] }

  /// Adds a task; ``walk()`` gives it memory.
  func addTask(from start: Int, to end: Int, phase: Int) {
    if taskCount == capacity {
      let larger = UnsafeMutablePointer<LaneTask>.allocate(capacity: 2 * capacity)
      larger.moveInitialize(from: tasks, count: taskCount)
      tasks.deallocate()
      tasks = larger
      capacity *= 2
    }
    (tasks + taskCount).initialize(
      to: LaneTask(start: start, end: end, node: tables.node(before: phase), records: memory))
    recordCounts.append(
      LaneRun.recordCapacity(bits: end - start, shortestBlock: tables.shortestBlock))
    taskCount += 1
  }

  /// Walks through all tasks.
  func walk() {
    let needed = recordCounts.reduce(0, +)
    if needed > memoryCapacity {
      memory.deallocate()
      memory = .allocate(capacity: needed)
      memoryCapacity = needed
    }
    var first = 0
    for index in 0..<taskCount {
      tasks[index].records = memory + first
      first += recordCounts[index]
    }
    walk(tasks, count: taskCount, lanes: lanes)
  }

  private func walk(_ first: UnsafeMutablePointer<LaneTask>, count: Int, lanes: Int) {
    var idle = LaneTask(start: 0, end: 0, node: tables.node(before: 0), records: idleMemory)
    withUnsafeMutablePointer(to: &idle) { idle in
      let work = LaneWork(
        tasks: first, count: count, idle: idle, bytes: UnsafeRawPointer(bytes))
      bodies.findBlocks(work, lanes)
    }
  }

  /// Walks through a task of its own, with one lane.
  func walkAlone(from start: Int, to end: Int, phase: Int) -> LaneTask {
    let capacity = LaneRun.recordCapacity(bits: end - start, shortestBlock: tables.shortestBlock)
    let records = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
    // Runs point into these records, so that they live as long as the piece's other tasks.
    spare.append(records)
    var task = LaneTask(start: start, end: end, node: tables.node(before: phase), records: records)
    withUnsafeMutablePointer(to: &task) { walk($0, count: 1, lanes: 1) }
    return task
  }
}
