internal import CommandTestSupport
internal import ExchangeDocuments
internal import Foundation
internal import HistoryExchange
internal import Testing
internal import TimingHistory

@testable internal import HistorySimulation

@Suite("Otava's algorithm")
struct OtavaTests {
  private struct Oracle: Decodable {
    struct Case: Decodable {
      let args: String
      let expectedIndexes: [Int]
    }
    let series: [Double]
    let expectedByOtavaTests: [String: Case]
  }

  private static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: Fixtures.path("History/otava/\(name)"))))
  }

  @Test("The lists of Otava's own tests, exactly")
  func tigerbeetle() throws {
    let data = Data(try Self.bytes("tigerbeetle.json"))
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let oracle = try decoder.decode(Oracle.self, from: data)
    #expect(oracle.series.count == 365)
    #expect(oracle.expectedByOtavaTests.count == 10)
    for (name, expected) in oracle.expectedByOtavaTests {
      // "series, window_len=30, max_pvalue=0.01, min_magnitude=0.05"
      let arguments = expected.args.split(separator: ",").compactMap { part in
        part.split(separator: "=").last.flatMap { Double($0) }
      }
      try #require(arguments.count == 3)
      let detector = OtavaDetector(
        windowLength: Int(arguments[0]), maximumPValue: arguments[1],
        minimumMagnitude: arguments[2])
      let found = detector.changePoints(in: oracle.series).map(\.index)
      #expect(found == expected.expectedIndexes, "\(name)")
    }
  }

  @Test("TigerBeetle's drop at 15 is found, and its other clear steps")
  func tigerbeetleLevels() throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let oracle = try decoder.decode(
      Oracle.self, from: Data(try Self.bytes("tigerbeetle.json")))
    let found = ChangePointDetector().changePoints(in: oracle.series)
    #expect(found.map(\.index).starts(with: [15, 61, 71, 95, 131, 194]))
    #expect(try #require(found.first).effect < -0.08)
  }

  @Test("Otava's example has a drop, also between values that are not numbers")
  func sample() throws {
    let document = try ExchangeFormat.otava.document(from: try Self.bytes("sample.csv"))
    var values = try #require(document.series.last?.points).map(\.value)
    let found = OtavaDetector().changePoints(in: values)
    #expect(found.map(\.index) == [6])
    #expect(abs((found.first?.effect ?? 0) + 0.129) < 0.001)
    values.insert(.nan, at: 2)
    #expect(OtavaDetector().changePoints(in: values).map(\.index) == [7])
  }

  @Test("p-values are Student's")
  func pValues() {
    // scipy.stats.ttest_ind_from_stats with the same moments.
    let tails: [(Double, Double, Double)] = [
      (0, 5, 1), (1, 1, 0.5), (2, 10, 0.073_388_034_770_740_66),
      (5, 3, 0.015_392_438_073_302_3), (12.5, 40, 2.138_392e-15),
      (-2, 10, 0.073_388_034_770_740_66),
    ]
    for (t, freedom, expected) in tails {
      let p = StudentDistribution.twoSidedTail(of: t, freedom: freedom)
      #expect(abs(p - expected) <= max(expected * 1e-3, 1e-16), "t \(t), ν \(freedom): \(p)")
    }
    #expect(TwoSampleTest(before: [1], after: [2]).pValue == 1)
    #expect(TwoSampleTest(before: [1, 1], after: [2, 2]).pValue == 0)
    #expect(TwoSampleTest(before: [2, 2], after: [2, 2]).pValue == 1)
    #expect(TwoSampleTest(before: [], after: [2, 2]).pValue == 1)
    #expect(TwoSampleTest(before: [0, 0], after: [2, 2]).magnitude == 1)
  }

  @Test("The energy division is the one that brute force finds")
  func division() throws {
    let values = [3.0, 9, 4, 1, 30, 28, 35, 2, 3, 31]
    var best = (index: 0, divergence: -Double.infinity)
    for split in 1..<values.count {
      for end in split + 1...values.count {
        let q = Self.divergence(Array(values[..<split]), Array(values[split..<end]))
        if q > best.divergence { best = (split, q) }
      }
    }
    let found = try #require(EnergyDivision(of: values[...]))
    #expect(found.index == best.index)
    #expect(abs(found.divergence - best.divergence) < 1e-9)
    #expect(EnergyDivision(of: [1]) == nil)
    #expect(EnergyDivision(of: [1, 4])?.index == 1)
  }

  private static func divergence(_ x: [Double], _ y: [Double]) -> Double {
    let n = Double(x.count)
    let m = Double(y.count)
    func within(_ values: [Double]) -> Double {
      values.indices.reduce(0) { sum, i in
        sum + values[..<i].reduce(0) { $0 + abs($1 - values[i]) }
      }
    }
    let between = x.reduce(0) { sum, a in sum + y.reduce(0) { $0 + abs($1 - a) } }
    let lefts = n > 1 ? 2 * m / (m + n) / (n - 1) * within(x) : 0
    let rights = m > 1 ? 2 * n / (m + n) / (m - 1) * within(y) : 0
    return 2 / (m + n) * between - lefts - rights
  }

  @Test("Short and constant series have no change points")
  func degenerate() {
    for count in 0...12 {
      #expect(OtavaDetector().changePoints(in: Array(repeating: 3, count: count)).isEmpty)
    }
    #expect(OtavaDetector(windowLength: -4).windowLength == 2)
    #expect(OtavaDetector(windowLength: .max).windowLength == 1000)
  }
}
