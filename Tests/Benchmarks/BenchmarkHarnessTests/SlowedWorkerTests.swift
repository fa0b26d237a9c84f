internal import BenchmarkHarness
internal import Measuring
internal import Testing

/// Work that is added to a worker in secret.
@Suite("A slowed worker")
struct SlowedWorkerTests {
  /// A worker that remembers what it was asked for; an iteration takes ten nanoseconds.
  private final class Recorder: MeasuredWorker {
    var asked: [Int] = []

    func pin(toCore core: Int) throws(WorkerFailure) -> Bool { true }
    func prepare() throws(WorkerFailure) -> String { "answer" }
    func run(iterations: Int, warmUp: Int) throws(WorkerFailure) -> Epoch {
      asked.append(iterations)
      let time = UInt64(iterations) * 10
      return Epoch(iterations: iterations, wall: time, threadCPU: time, processCPU: time)
    }
    func quit() {}
  }

  @Test("an epoch of 50 iterations with 2 % is one of 51, told as 50")
  func wholeShare() throws {
    let recorder = Recorder()
    let worker = SlowedWorker(recorder, share: 0.02)
    let epoch = try worker.run(iterations: 50, warmUp: 0)
    #expect(recorder.asked == [51])
    #expect(epoch.iterations == 50)
    #expect(epoch.wall == 510)
    #expect(try worker.prepare() == "answer")
  }

  @Test("shares of an iteration add up", arguments: [0.01, 0.02, 0.1, 0.3])
  func carried(share: Double) throws {
    let recorder = Recorder()
    let worker = SlowedWorker(recorder, share: share)
    for _ in 0..<1000 { _ = try worker.run(iterations: 1, warmUp: 0) }
    #expect(recorder.asked.reduce(0, +) == 1000 + Int((1000 * share).rounded()))
  }

  @Test("nothing is added for a share of 0 or below")
  func none() throws {
    let recorder = Recorder()
    _ = try SlowedWorker(recorder, share: -1).run(iterations: 7, warmUp: 0)
    #expect(recorder.asked == [7])
  }
}
