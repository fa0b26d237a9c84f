internal import Dispatch
internal import Synchronization
import Testing

@testable import DominantColor

/// What every way of sharing bands out has to keep to.
@Suite("Bands shared out over threads")
struct BandSchedulerTests {
  /// How often each band was done, and whether a worker's number was used twice at a time.
  private final class Record: Sendable {
    let done: Mutex<[Int]>
    let active: Mutex<Set<Int>> = Mutex([])
    let isShared = Atomic(false)

    init(bands: Int) { done = Mutex(Array(repeating: 0, count: bands)) }

    func add(_ worker: Int, _ band: Int) {
      if !active.withLock({ $0.insert(worker).inserted }) {
        isShared.store(true, ordering: .relaxed)
      }
      done.withLock { $0[band] += 1 }
      _ = active.withLock { $0.remove(worker) }
    }
  }

  private static func isDoneOnce(bands: Int, workers: Int) -> Bool {
    let record = Record(bands: bands)
    BandScheduler.run(bands: bands, workers: workers) { worker, band in
      precondition(worker < workers, "a worker has a number under their count")
      record.add(worker, band)
    }
    return record.done.withLock { $0.allSatisfy { $0 == 1 } }
      && !record.isShared.load(ordering: .relaxed)
  }

  @Test("every band is done once", arguments: [1, 2, 3, 8, 80])
  func once(workers: Int) {
    for bands in [0, 1, 2, 7, 100] {
      #expect(Self.isDoneOnce(bands: bands, workers: workers))
    }
  }

  @Test("callers on many threads share the helpers that there are")
  func manyCallers() {
    let failures = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { caller in
      for call in 0..<300 where !Self.isDoneOnce(bands: 1 + call % 9, workers: 2 + caller % 3) {
        failures.wrappingAdd(1, ordering: .relaxed)
      }
    }
    #expect(failures.load(ordering: .relaxed) == 0)
  }

  @Test("a band may share out bands of its own")
  func nested() {
    let sums = Mutex(0)
    for _ in 0..<50 {
      BandScheduler.run(bands: 6, workers: 3) { _, band in
        BandScheduler.run(bands: 5, workers: 3) { _, inner in
          sums.withLock { $0 += 10 * band + inner }
        }
      }
    }
    #expect(sums.withLock(\.self) == 50 * 810)
  }

  @Test("helpers that went to sleep are woken, and those that are late are not waited for")
  func pauses() {
    for call in 0..<200 {
      // Twice as long as helpers spin before they sleep, every other time.
      for _ in 0..<(call.isMultiple(of: 2) ? 2 : 0) {
        var pause = ShortPause(microseconds: 50)
        while !pause.isLong() {}
      }
      #expect(Self.isDoneOnce(bands: 1 + call % 3, workers: 3))
    }
  }
}
