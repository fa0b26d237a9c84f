internal import Measuring
internal import Testing

@testable internal import ExchangeDocuments
@testable internal import HistoryExchange
@testable internal import TimingHistory

@Suite("Exchange with other programs")
struct ExchangeTests {
  /// Values that show any rounding, of all sizes that times have.
  private static let values: [Double] = [
    0.1, 1.0 / 3, 123_456_789.123_456_78, .leastNonzeroMagnitude, 1.797_693_134_862_315_7e308, 1, 0,
    2.5e-7,
    100, 1e21, 9_007_199_254_740_994, 26_705,
  ]

  private func document(unit: String, points: Int, values: [Double]) -> ExchangeDocument {
    let names = ["simd × photo", "a,b \"c\" <d> & 'e'", "tab\tand\nline", "\u{1F3A8}\\{x=\"1\"}"]
    return ExchangeDocument(
      series: names.enumerated().map { number, name in
        ExchangeSeries(
          name: name, unit: unit,
          points: (0..<points).map { index in
            ExchangePoint(
              value: values[(number + index * 3) % values.count],
              time: 1_700_000_000_123 + Int64(index) * 86_400_001, commit: "c\(index)")
          })
      })
  }

  private func roundTrip(_ format: ExchangeFormat, _ document: ExchangeDocument) throws
    -> ExchangeDocument
  {
    try format.document(from: Array(try format.text(of: document).utf8))
  }

  @Test(
    "Every format gives its values back, bit for bit",
    arguments: ExchangeFormat.allCases.filter(\.canBeExported))
  func exactValues(format: ExchangeFormat) throws {
    // Seconds of the largest and smallest values are out of a Double's range.
    let movesPoint = format == .hyperfine || format == .junit
    let values = Self.values.filter { !movesPoint || $0 == 0 || (1e-290...1e290).contains($0) }
    let sent = document(unit: "ns", points: 5, values: values)
    let received = try roundTrip(format, sent)
    #expect(received.series.map(\.name) == sent.series.map(\.name))
    for (mine, theirs) in zip(sent.series, received.series) {
      let expected = format.holdsOnePoint ? Array(mine.points.suffix(1)) : mine.points
      #expect(theirs.points.map(\.value) == expected.map(\.value))
      if format != .otava { #expect(theirs.unit == "ns") }
      guard !format.holdsOnePoint else { continue }
      #expect(theirs.points.map(\.time) == expected.map(\.time))
      #expect(theirs.points.map(\.commit) == expected.map(\.commit))
    }
    // What was read is written as the same text again.
    #expect(try format.text(of: received) == format.text(of: sent) || format == .googleBenchmark)
  }

  @Test("Samples, intervals and hashes survive where the format has room for them")
  func details() throws {
    let samples = [3.3, 1.1, 2.2]
    let point = ExchangePoint(
      value: 2.2, time: 5_000, commit: "c", lower: 1, upper: 3.5,
      intervalKind: .confidence(0.9), samples: samples, codeHash: "h", inputHash: "i")
    let sent = ExchangeDocument(series: [ExchangeSeries(name: "s", points: [point])])
    #expect(try roundTrip(.json, sent) == sent)
    for format in [ExchangeFormat.hyperfine, .googleBenchmark] {
      let received = try #require(try roundTrip(format, sent).series.first?.points.first)
      #expect(received.samples == samples)
      #expect(received.value == 2.2)
    }
    let table = try #require(try roundTrip(.csv, sent).series.first?.points.first)
    #expect(table.lower == 1 && table.upper == 3.5 && table.intervalKind == .confidence(0.9))
    #expect(table.build == BuildIdentity(codeHash: "h", inputHash: "i"))
    let metric = try #require(try roundTrip(.bencher, sent).series.first?.points.first)
    #expect(metric.lower == 1 && metric.upper == 3.5)
    #expect(try ExchangeFormat.githubActionCustom.text(of: sent).contains("\"± 1.25\""))
  }

  @Test(
    "Empty documents and series are written and read",
    // A table without a column of values is not one of Otava's.
    arguments: ExchangeFormat.allCases.filter {
      $0.canBeExported && $0 != .otava
    })
  func empty(format: ExchangeFormat) throws {
    let text = try format.text(of: ExchangeDocument())
    #expect(try format.document(from: Array(text.utf8)) == ExchangeDocument())
  }

  @Test("Other units stay where they can, and are refused where they cannot")
  func units() throws {
    let document = document(unit: "MB/s", points: 1, values: [1.5])
    for format in ExchangeFormat.allCases where format.canBeExported {
      switch format {
      case .googleBenchmark, .hyperfine, .junit:
        #expect(throws: ExchangeError.self) { _ = try format.text(of: document) }
      case .otava: break
      default: #expect(try roundTrip(format, document).series.allSatisfy { $0.unit == "MB/s" })
      }
    }
  }

  @Test("Times in other units reach nanoseconds without rounding")
  func decimalMoves() throws {
    for value in [100, 123.456, 0.1, 3, 1e-5, 7.7e12] {
      let text = DecimalText.text(value, movedBy: -9)
      #expect(DecimalText.value(text, movedBy: 9) == value)
    }
    #expect(DecimalText.text(5) == "5")
    #expect(DecimalText.text(0, movedBy: -9) == "0")
    #expect(DecimalText.text(1.5e-7, movedBy: -3) == "1.5e-10")
    for bad in [
      "", "nan", "inf", "0x1p3", "1e", "e5", "1e99999", "1e400", "--1", "1 2",
    ] {
      #expect(DecimalText.value(bad) == nil)
      #expect(DecimalText.value(bad, movedBy: 3) == nil)
    }
    #expect(DecimalText.value("1e-9223372036854775808", movedBy: 3) == nil)
  }

  @Test("Values that are not numbers and names that are twice there are refused")
  func refusals() throws {
    let nan = ExchangeDocument(
      series: [ExchangeSeries(name: "s", points: [ExchangePoint(value: .nan)])])
    let twice = ExchangeDocument(
      series: [ExchangeSeries(name: "s"), ExchangeSeries(name: "s")])
    for format in ExchangeFormat.allCases {
      #expect(throws: ExchangeError.self) { _ = try format.text(of: nan) }
      #expect(throws: ExchangeError.self) { _ = try format.text(of: twice) }
      #expect(throws: ExchangeError.self) { _ = try format.document(from: [0xFF, 0xFE]) }
    }
  }

  @Test("A history goes out and comes in again")
  func store() throws {
    let store = try HistoryStore()
    for time in 1...4 {
      try RecordedHistory.addRun(to: store, at: Int64(time) * 1000, times: [10, 30, UInt64(time)])
    }
    let document = try store.exchange(series: ["simd × photo"], withSamples: true)
    #expect(document.series.first?.points.map(\.value) == [10, 10, 10, 10])
    #expect(document.series.first?.points.last?.samples == [10, 30, 4])
    #expect(document.series.first?.points.first?.codeHash == "c1")
    let other = try HistoryStore()
    #expect(try other.add(document, at: 0).runs == 4)
    let points = try other.points(of: "simd × photo")
    #expect(points.map(\.value) == [10, 10, 10, 10])
    #expect(points.map(\.startedAt) == [1000, 2000, 3000, 4000])
    #expect(points.allSatisfy { $0.codeHash == "c1" && $0.commit == "abc" })
    #expect(try other.exchange() == store.exchange(series: ["simd × photo"]))
    #expect(throws: HistoryError.self) { _ = try store.exchange(series: ["nobody"]) }
    func more(_ unit: String) -> ExchangeDocument {
      ExchangeDocument(
        series: [
          ExchangeSeries(name: "simd × photo", unit: unit, points: [ExchangePoint(value: 1)])
        ])
    }
    // Another unit is converted to that of the series; another dimension is a series of its own.
    try other.add(more("us"), at: 5000)
    #expect(try other.points(of: "simd × photo").map(\.value) == [10, 10, 10, 10, 1000])
    try other.add(more("MB"), at: 6000)
    #expect(try other.points(of: "simd × photo").count == 5)
    #expect(try other.points(of: "simd × photo [MB]").map(\.value) == [1])
  }
}
