internal import DominantColor
import Measuring
import Pixels
import Testing

@testable import KernelGoals

@Suite("Races with peers, between scripted workers with known times")
struct PeerRaceTests {
  private func contender(
    _ name: String, color: String, milliseconds: [UInt64], first: Double = 0,
    log: @escaping (String) -> Void = { _ in }
  ) -> PeerContender {
    var run = 0
    return PeerContender(
      name: name, what: "is scripted", isOurs: name == "simd",
      start: { () throws(WorkerFailure) in
        ScriptedWorker(answer: "text of \(name)") { iterations in
          log(name)
          let wall = milliseconds[run % milliseconds.count] * 1_000_000
          run += 1
          return Epoch(iterations: iterations, wall: wall, threadCPU: wall, processCPU: wall)
        }
      },
      read: { text in
        guard text == "text of \(name)" else { return nil }
        return PeerAnswer(
          version: "1", seconds: first, extraBytes: 7,
          swatches: [PeerAnswer.Swatch(color: color, population: 0.5)])
      })
  }

  private func run(
    _ contenders: [PeerContender], budget: Double = 0.1,
    failed: (String, WorkerFailure) -> Void = { name, failure in
      Issue.record("\(name): \(failure)")
    }
  ) -> [PeerRow] {
    PeerRace(budget: budget).run(
      contenders, distance: { $0 == RGB8(hex: "#102030") ? 0 : 60 }, failed: failed,
      isCancelled: { false }, progress: { _, _ in })
  }

  @Test("ratios are taken within rounds")
  func ratios() throws {
    // Both are slow in every other round: medians of each series hide that the ratio is always 3.
    let rows = run([
      contender("simd", color: "#102030", milliseconds: [1, 4]),
      contender("other", color: "#ffffff", milliseconds: [3, 12]),
    ])
    #expect(rows.map(\.name) == ["simd", "other"])
    #expect(rows[0].ratio == nil)
    let ratio = try #require(rows[1].ratio)
    #expect(abs(ratio.factor - 3) < 1e-9)
    #expect(abs(try #require(ratio.interval).lowerBound - 3) < 1e-9)
    #expect(rows.map(\.deltaE00) == [0, 60])
  }

  @Test("a spent budget ends a contender; the reference stays as long as anyone runs")
  func budgets() {
    var order: [String] = []
    let rows = run(
      [
        contender("simd", color: "#102030", milliseconds: [50]) { order.append($0) },
        contender("slow", color: "#102030", milliseconds: [10]) { order.append($0) },
      ], budget: 0.095)
    // 95 ms at 10 ms a run; simd's own budget is gone after two, but it runs in every round.
    #expect(rows[1].seconds.count == 10)
    #expect(rows[0].seconds.count == 10)
    #expect(order.count == 20)
  }

  @Test("a first run over the budget is the only one")
  func slowFirstRun() throws {
    let rows = run(
      [
        contender("simd", color: "#102030", milliseconds: [2]),
        contender("kmeans", color: "#102030", milliseconds: [1], first: 6),
      ], budget: 0.01)
    #expect(rows[1].median == 6)
    #expect(rows[1].seconds.count == 1)
    #expect(abs(try #require(rows[1].ratio).factor - 3000) < 1e-6)
    #expect(rows[1].ratio?.interval == nil)
  }

  @Test("one that fails leaves the race, and the rest goes on")
  func failures() {
    var failures: [String] = []
    let broken = PeerContender(
      name: "broken", what: "", isOurs: false,
      start: { () throws(WorkerFailure) in throw .reported("no such module") },
      read: { _ in nil })
    let garbled = PeerContender(
      name: "garbled", what: "", isOurs: false,
      start: { () throws(WorkerFailure) in
        ScriptedWorker(answer: "?") { _ in
          Issue.record("a contender without an answer was timed")
          return Epoch(iterations: 1, wall: 1, threadCPU: 1, processCPU: 1)
        }
      },
      read: { PeerAnswer(parsing: $0) })
    let rows = run(
      [broken, garbled, contender("simd", color: "#102030", milliseconds: [2])],
      failed: { name, failure in failures.append("\(name): \(failure)") })
    #expect(rows.map(\.name) == ["simd"])
    #expect(failures.count == 2)
    #expect(failures.first == "broken: the worker reported: no such module")
    #expect(failures.last?.hasPrefix("garbled: the worker answered \"?\"") == true)
  }
}
