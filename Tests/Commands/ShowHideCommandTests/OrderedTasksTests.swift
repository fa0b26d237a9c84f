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

  @Test(
    "while one item takes long, the others go on, up to the bound", .timeLimit(.minutes(10)),
    arguments: [2, 5])
  func longItem(jobs: Int) async {
    let most = OrderedTasks.mostPerJob * jobs
    let (others, end) = AsyncStream.makeStream(of: Int.self)
    var delivered: [Int] = []
    await OrderedTasks(jobs: jobs).run(Array(0..<2 * most), isCancelled: { false }) { item in
      if item == 0 {
        // Waits for all that may be begun beside it; more would be begun only once it is through.
        var done: [Int] = []
        for await other in others {
          done.append(other)
          if done.count == most - 1 { break }
        }
        #expect(done.sorted() == Array(1..<most))
      } else {
        end.yield(item)
      }
      return item
    } deliver: { item, _ in
      delivered.append(item)
    }
    #expect(delivered == Array(0..<2 * most))
  }

  @Test("a result is handed over before the item after it is asked for, with one job")
  func deliveredFirst() async {
    let delivered = Mutex(0)
    let asked = sequence(state: 0) { (next: inout Int) -> Int? in
      #expect(delivered.withLock { $0 } == next)
      next += 1
      return next <= 100 ? next : nil
    }
    await OrderedTasks(jobs: 1).run(asked, isCancelled: { false }) {
      $0
    } deliver: { _, _ in
      delivered.withLock { $0 += 1 }
    }
    #expect(delivered.withLock { $0 } == 100)
  }

  @Test("once cancelled, nothing more is begun, and what was begun is delivered")
  func cancellation() async {
    let begun = Mutex(0)
    var delivered: [Int] = []
    let isWhole = await OrderedTasks(jobs: 2).run(
      Array(0..<10_000), isCancelled: { delivered.count >= 3 }
    ) { item in
      begun.withLock { $0 += 1 }
      return item
    } deliver: {
      delivered.append($0)
      #expect($0 == $1)
    }
    #expect(!isWhole)
    // As many as may be begun before the third is delivered.
    #expect((3...2 * OrderedTasks.mostPerJob + 3).contains(delivered.count))
    #expect(delivered == Array(0..<delivered.count))
    #expect(begun.withLock { $0 } == delivered.count)
  }
}
