import Measurement
import Pixels
import XCTest

@testable import bench

/// Races between scripted workers, whose times are known.
final class PeerRaceTests: XCTestCase {
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
        XCTAssertEqual(text, "text of \(name)")
        return PeerAnswer(
          version: "1", seconds: first, extraBytes: 7,
          swatches: [PeerAnswer.Swatch(color: color, population: 0.5)])
      })
  }

  private func run(
    _ contenders: [PeerContender], budget: Double = 0.1,
    failed: (String, WorkerFailure) -> Void = { _, failure in XCTFail("\(failure)") }
  ) -> [PeerRow] {
    PeerRace(budget: budget).run(
      contenders, distance: { $0 == RGB8(hex: "#102030") ? 0 : 60 }, failed: failed,
      isCancelled: { false }, progress: { _, _ in })
  }

  func testRatiosAreTakenWithinRounds() throws {
    // Both are slow in every other round: medians of each series hide that the ratio is always 3.
    let rows = run([
      contender("simd", color: "#102030", milliseconds: [1, 4]),
      contender("other", color: "#ffffff", milliseconds: [3, 12]),
    ])
    XCTAssertEqual(rows.map(\.name), ["simd", "other"])
    XCTAssertNil(rows[0].ratio)
    let ratio = try XCTUnwrap(rows[1].ratio)
    XCTAssertEqual(ratio.factor, 3, accuracy: 1e-9)
    XCTAssertEqual(try XCTUnwrap(ratio.interval).lowerBound, 3, accuracy: 1e-9)
    XCTAssertEqual(rows.map(\.deltaE00), [0, 60])
  }

  func testBudgetEndsAContenderAndTheReferenceStaysWithTheOthers() {
    var order: [String] = []
    let rows = run(
      [
        contender("simd", color: "#102030", milliseconds: [50]) { order.append($0) },
        contender("slow", color: "#102030", milliseconds: [10]) { order.append($0) },
      ], budget: 0.1)
    // 100 ms at 10 ms a run; simd's own budget is gone after two, but it runs in every round.
    XCTAssertEqual(rows[1].seconds.count, 10)
    XCTAssertEqual(rows[0].seconds.count, 10)
    XCTAssertEqual(order.count, 20)
  }

  func testFirstRunOverTheBudgetIsTheOnlyOne() {
    let rows = run(
      [
        contender("simd", color: "#102030", milliseconds: [2]),
        contender("kmeans", color: "#102030", milliseconds: [1], first: 6),
      ], budget: 0.01)
    XCTAssertEqual(rows[1].median, 6)
    XCTAssertEqual(rows[1].seconds.count, 1)
    XCTAssertEqual(rows[1].ratio?.factor ?? 0, 3000, accuracy: 1e-6)
    XCTAssertNil(rows[1].ratio?.interval)
  }

  func testFailureLeavesTheRaceAndTheRestGoesOn() {
    var failures: [String] = []
    let broken = PeerContender(
      name: "broken", what: "", isOurs: false,
      start: { () throws(WorkerFailure) in throw .reported("no such module") },
      read: { _ in nil })
    let garbled = PeerContender(
      name: "garbled", what: "", isOurs: false,
      start: { () throws(WorkerFailure) in ScriptedWorker(answer: "?") { _ in fatalError() } },
      read: { PeerAnswer(parsing: $0) })
    let rows = run(
      [broken, garbled, contender("simd", color: "#102030", milliseconds: [2])],
      failed: { name, failure in failures.append("\(name): \(failure)") })
    XCTAssertEqual(rows.map(\.name), ["simd"])
    XCTAssertEqual(failures.count, 2)
    XCTAssertEqual(failures.first, "broken: the worker reported: no such module")
    XCTAssertTrue(failures[1].hasPrefix("garbled: the worker answered \"?\""))
  }
}
