import Measurement
import Pixels
import SyntheticImages
import XCTest

@testable import bench

/// Goals against times that a script makes up.
final class GoalSessionTests: XCTestCase {
  /// Answers with the same wall time in every round for each label.
  private struct ScriptedTimer: ContenderTimer {
    let milliseconds: [String: [UInt64]]

    func run(
      _ contenders: [Contender], seconds: Double, isCancelled: () -> Bool,
      progress: (TimingProgress) -> Void
    ) -> InterleavedTiming {
      let timings = contenders.map { contender in
        var timing = ContenderTiming(label: contender.label, iterations: 1)
        timing.epochs = (milliseconds[contender.label] ?? [1]).map { value in
          let wall = value * 1_000_000
          return Epoch(iterations: 1, wall: wall, threadCPU: wall, processCPU: wall)
        }
        return timing
      }
      return InterleavedTiming(
        contenders: timings, rounds: timings[0].epochs.count, wasCancelled: false, seed: 1)
    }
  }

  private let simd = GoalWork.kernel("simd", nil, threads: 1)

  private func results(_ goals: [Goal], _ milliseconds: [String: [UInt64]]) -> [GoalResult] {
    var session = GoalSession(
      secondsPerWork: 1, timer: ScriptedTimer(milliseconds: milliseconds), load: ImageLoader.load,
      message: { XCTFail($0) }, isCancelled: { false },
      progress: ProgressLine(isShown: false, write: { _ in }), elapsed: { 0 })
    let (results, code) = session.run([
      GoalCase(image: "flat", size: .exact(width: 4, height: 4), goals: goals)
    ])
    XCTAssertEqual(code, .success)
    return results
  }

  func testRatioIsOfTheSameRoundsAndIsJudgedByItsInterval() {
    let slow: [UInt64] = [2, 4, 6, 8, 10, 12, 14]
    let times = ["read": slow, "simd": slow.map { 3 * $0 }]
    let ratio = Goal.Quantity.ratio(simd, over: .read)
    let found = results(
      [
        Goal(quantity: ratio, limit: .atMost(3.1)), Goal(quantity: ratio, limit: .atMost(2.9)),
        Goal(quantity: ratio, limit: .atLeast(2.9)),
      ], times)
    XCTAssertEqual(found.map(\.value), [3, 3, 3].map { $0 }, "\(found)")
    XCTAssertEqual(found.map(\.verdict), [.met, .missed, .met])
    XCTAssertEqual(found[0].title, "simd ÷ read")
  }

  func testLimitInsideTheIntervalIsOpen() {
    let found = results(
      [Goal(quantity: .seconds(simd), limit: .atMost(0.005))],
      ["simd": [3, 3, 4, 5, 6, 7, 7]])
    XCTAssertEqual(found.map(\.verdict), [.open])
    XCTAssertEqual(found[0].value, 0.005)
    XCTAssertTrue(found[0].isTime)
  }

  func testEveryGoalOfTheCatalogueRunsOnATinyImage() throws {
    // The works themselves, on sixteen pixels: that names and workspaces fit.
    let image = try XCTUnwrap(SyntheticImage.named("photo")).makeImage(width: 4, height: 4)
    let cases = GoalCatalog.cases(photo: "photo", threads: 2, isThorough: true)
    XCTAssertGreaterThan(cases.count, 15)
    for work in Set(cases.flatMap(\.works)) {
      image.withPixels { view in
        let contender = work.contender(on: view)
        contender.repeatWork(1)
        XCTAssertEqual(contender.label, work.label)
      }
    }
  }

  func testOneCoreHasNoGoalsForTwo() {
    let cases = GoalCatalog.cases(photo: nil, threads: 1, isThorough: true)
    XCTAssertFalse(cases.flatMap(\.goals).contains { $0.title.contains("tiles") })
  }

  func testTableSaysWhatWasMeasuredAndTheLimit() {
    let result = GoalResult(
      image: "noise", pixelCount: 24_000_000, title: "simd ÷ read", isTime: false, value: 7,
      interval: 6.8...7.2, limit: .atMost(6.5))
    let growth = GrowthCurve(points: [
      .init(pixels: 1_000_000, seconds: 0.001), .init(pixels: 10_000_000, seconds: 0.01),
    ])
    let text = GoalReport.table(
      [result], growth: growth, peak: PeakCheck(imageBytes: 100, peakBytes: 200),
      accuracy: AccuracyCheck(images: 10, worst: 0.4, median: 0.1, failures: 0))
    XCTAssertTrue(
      text.contains("noise  24.0 MP  simd ÷ read      7.00    6.80 – 7.20  ≤ 6.50  missed"), text)
    XCTAssertTrue(text.contains("time ~ pixels ^ 1.000 from 1 MP on"), text)
    XCTAssertTrue(text.contains("peak memory: 200 B with an image of 100 B"), text)
    XCTAssertTrue(text.contains("0.40 at worst; goal: all ≤ 0.5; met"), text)
  }

  func testAccuracyOfAFewImages() throws {
    let check = try AccuracyCheck.measure(
      images: 3, isCancelled: { false }, progress: { _ in })
    XCTAssertEqual(check.images, 3)
    XCTAssertEqual(check.failures, 0)
    XCTAssertLessThanOrEqual(check.worst, 0.5)
  }
}
