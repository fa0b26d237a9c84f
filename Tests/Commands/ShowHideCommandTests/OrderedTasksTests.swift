internal import Synchronization
internal import Testing

@testable import ShowHideCommand

@Suite("Ordered tasks")
struct OrderedTasksTests {
  /// How many tasks run, and how many ran at most at the same time.
  private final class Load: Sendable {
    let counts = Mutex((now: 0, most: 0))
  }

  @Test("results come in order, and no more items are held than are bounded", arguments: [1, 2, 5])
  func order(jobs: Int) async {
    let load = Load()
    var delivered: [Int] = []
    await OrderedTasks(jobs: jobs).run(Array(0..<50), isCancelled: { false }) { item in
      load.counts.withLock { counts in
        counts.now += 1
        counts.most = max(counts.most, counts.now)
      }
      // Early items of each handful take longest.
      for _ in 0..<(50 - item % 7 * 7) { await Task.yield() }
      load.counts.withLock { $0.now -= 1 }
      return item * item
    } deliver: { item, output in
      #expect(output == item * item)
      delivered.append(item)
    }
    #expect(delivered == Array(0..<50))
    #expect(load.counts.withLock { $0.most } <= jobs)
  }

  @Test("once cancelled, nothing more is begun, and what was begun is delivered")
  func cancellation() async {
    var delivered: [Int] = []
    await OrderedTasks(jobs: 2).run(Array(0..<50), isCancelled: { delivered.count >= 3 }) {
      $0
    } deliver: {
      delivered.append($0)
      #expect($0 == $1)
    }
    #expect((3...5).contains(delivered.count))
    #expect(delivered == Array(0..<delivered.count))
  }
}
