internal import ExchangeDocuments
internal import Measuring
internal import Testing

@testable internal import TimingHistory

@Suite("The store")
struct HistoryStoreTests {
  @Test("What was recorded comes back, sample by sample")
  func roundTrip() throws {
    let store = try HistoryStore()
    let run = try RecordedHistory.addRun(to: store, at: 1000, times: [100, 300, 200])
    let samples = try store.samples(of: "simd × photo", in: run)
    #expect(samples.map(\.epoch.wall) == [100, 300, 200])
    #expect(samples.first?.epoch == RecordedHistory.epoch(nanoseconds: 100))
    let half = try #require(LogRatio(factor: 0.5))
    #expect(samples.allSatisfy { abs(($0.logRatio ?? 9) - half.value) < 1e-12 })

    let summary = try #require(try store.runs().first)
    #expect(summary.id == run)
    #expect(summary.kind == "bench")
    #expect(summary.commit == "abc")
    #expect(summary.finishedAt == 1001)
    #expect(summary.seriesCount == 2)
    #expect(summary.sampleCount == 6)
    #expect(summary.uid.count == 32)

    let environment = try #require(try store.environment(of: run))
    #expect(environment[.cpuModel] == .known("EPYC"))
    #expect(environment[.smt] == .unknown("no file"))
    #expect(summary.fingerprint == environment.fingerprint)
  }

  @Test("A series' points are medians, oldest first")
  func points() throws {
    let store = try HistoryStore()
    try RecordedHistory.addRun(to: store, at: 2000, times: [10, 30, 20])
    try RecordedHistory.addRun(to: store, at: 1000, times: [7])
    let points = try store.points(of: "simd × photo")
    #expect(points.map(\.value) == [7, 20])
    #expect(points.map(\.startedAt) == [1000, 2000])
    #expect(points.last?.sampleCount == 3)
    #expect(points.last?.codeHash == "c1")
    #expect(points.last?.answerHash == "a1")
    #expect(points.last?.inputHash == "i1")
    #expect(points.last?.isReference == false)
    #expect(abs((points.last?.logRatio ?? 9) + 0.693_147_180_559_945) < 1e-12)
    #expect(try store.points(of: "simd × photo", limit: 1).map(\.value) == [20])
    #expect(try store.points(of: "histogram × photo").allSatisfy { $0.logRatio == 0 })
  }

  @Test("Iterations divide the time, on the session's clock")
  func iterations() throws {
    let store = try HistoryStore()
    let run = try store.beginRun(RunRecord(kind: "bench", startedAt: 0))
    let session = try store.beginSession(
      SessionRecord(startedAt: 0, clock: .threadCPU, seed: .max), in: run)
    let id = try store.addMeasurement(
      MeasurementRecord(series: RecordedHistory.simd), to: session)
    try store.addRound(
      number: 0, [id: RecordedHistory.epoch(nanoseconds: 1000, iterations: 4)], in: session)
    try store.setInstructions(12_345, of: id)
    let point = try #require(try store.points(of: "simd × photo").first)
    #expect(point.value == 125)
    #expect(point.logRatio == nil)
    #expect(point.instructions == 12_345)
    #expect(try store.environment(of: run) == nil)
  }

  @Test("A value without samples is kept as it is")
  func importedValue() throws {
    let store = try HistoryStore()
    let run = try store.beginRun(RunRecord(kind: "import", startedAt: 5))
    let session = try store.beginSession(SessionRecord(startedAt: 5, clock: .wall), in: run)
    let series = SeriesRecord(name: "throughput", unit: "MB/s")
    _ = try store.addMeasurement(MeasurementRecord(series: series, value: 0.1), to: session)
    #expect(try store.points(of: "throughput").map(\.value) == [0.1])
    #expect(try store.series().map(\.series) == [series])
  }

  @Test("Series are listed with their newest values and state")
  func seriesList() throws {
    let store = try HistoryStore()
    for time in 1...5 {
      try RecordedHistory.addRun(to: store, at: Int64(time), times: [UInt64(time * 10)])
    }
    try store.apply(.suspicion, to: "simd × photo", at: 9)
    let list = try store.series(recent: 3)
    #expect(list.map(\.series.name) == ["histogram × photo", "simd × photo"])
    #expect(list.last?.recentValues == [30, 40, 50])
    #expect(list.last?.runCount == 5)
    #expect(list.map(\.state) == [.ok, .suspect])
    #expect(list.last?.series == RecordedHistory.simd)
    #expect(try store.runs(limit: 2).map(\.startedAt) == [5, 4])
  }

  @Test("A run that was killed before its first sample has no point")
  func emptyMeasurement() throws {
    let store = try HistoryStore()
    let run = try store.beginRun(RunRecord(kind: "bench", startedAt: 0))
    let session = try store.beginSession(SessionRecord(startedAt: 0, clock: .wall), in: run)
    _ = try store.addMeasurement(MeasurementRecord(series: RecordedHistory.simd), to: session)
    #expect(try store.points(of: "simd × photo").isEmpty)
    #expect(try store.runs().first?.finishedAt == nil)
  }

  @Test("Contradictions are refused, and nothing of them is kept")
  func refusals() throws {
    let store = try HistoryStore()
    let run = try store.beginRun(RunRecord(kind: "bench", startedAt: 0))
    let session = try store.beginSession(SessionRecord(startedAt: 0, clock: .wall), in: run)
    let other = try store.beginSession(SessionRecord(startedAt: 0, clock: .wall), in: run)
    let series = RecordedHistory.simd
    let first = try store.addMeasurement(
      MeasurementRecord(series: series, isReference: true), to: session)
    let stranger = try store.addMeasurement(MeasurementRecord(series: series), to: other)
    func refused(
      _ words: String, _ kind: HistoryError.Kind = .invalidRequest, _ body: () throws -> Void
    ) {
      let error = #expect(throws: HistoryError.self) { try body() }
      #expect(error?.kind == kind)
      #expect(error?.message.contains(words) == true)
    }
    refused("already measured") {
      _ = try store.addMeasurement(MeasurementRecord(series: series), to: session)
    }
    refused("already has a reference") {
      _ = try store.addMeasurement(
        MeasurementRecord(series: RecordedHistory.reference, isReference: true), to: session)
    }
    refused("recorded in 'ns'") {
      let wrong = SeriesRecord(name: series.name, unit: "s")
      _ = try store.addMeasurement(MeasurementRecord(series: wrong), to: other)
    }
    refused("not a finite number") {
      let record = MeasurementRecord(series: RecordedHistory.reference, value: .nan)
      _ = try store.addMeasurement(record, to: session)
    }
    refused("not part of session") {
      let epoch = RecordedHistory.epoch(nanoseconds: 1)
      try store.addRound(number: 0, [first: epoch, stranger: epoch], in: session)
    }
    refused("There is no run 77") { try store.finish(RunID(77), at: 0) }
    refused("There is no run 77") {
      _ = try store.beginSession(SessionRecord(startedAt: 0, clock: .wall), in: RunID(77))
    }
    refused("There is no series 'x'", .unknownSeries) { _ = try store.points(of: "x") }
    refused("Cannot keep -1") { _ = try store.prune(keep: -1) }
    #expect(try store.samples(of: series.name, in: run).isEmpty)
    #expect(try store.series().map(\.series.name) == [series.name])
  }

  @Test("Pruning keeps the newest runs and forgets series without any")
  func pruning() throws {
    let store = try HistoryStore()
    let old = SeriesRecord(name: "old")
    try RecordedHistory.addRun(to: store, at: 1, times: [1, 2], series: old)
    for time in 2...4 { try RecordedHistory.addRun(to: store, at: Int64(time), times: [5]) }
    #expect(try store.prune(keep: 3) == .init(runs: 1, series: 1))
    #expect(try store.runs().map(\.startedAt) == [4, 3, 2])
    #expect(try store.series().map(\.series.name) == ["histogram × photo", "simd × photo"])
    #expect(try store.prune(keep: 3) == .init(runs: 0, series: 0))
    #expect(try store.prune(keep: 0) == .init(runs: 3, series: 2))
    #expect(try store.runs().isEmpty)
  }

  @Test("A night remembers its steps, and the one that was killed is found again")
  func nights() throws {
    let store = try HistoryStore()
    let done = try store.beginRun(RunRecord(kind: "nightly", startedAt: 1))
    try store.finish(done, at: 2)
    #expect(try store.unfinishedNight() == nil)
    let night = try store.beginRun(RunRecord(kind: "nightly", startedAt: 3, note: "after a kill"))
    try store.completeStep("measure a", result: "done", of: night)
    try store.completeStep("measure a", result: "done twice", of: night)
    try store.completeStep("confirm b", result: "slower", of: night)
    #expect(try store.unfinishedNight() == night)
    #expect(
      try store.completedSteps(of: night)
        == ["measure a": "done twice", "confirm b": "slower"])
    #expect(try store.runs().first?.note == "after a kill")
  }

  @Test("A run tells the points of all its series, and of no other run")
  func pointsOfRun() throws {
    let store = try HistoryStore()
    try RecordedHistory.addRun(to: store, at: 1, times: [10])
    let second = try RecordedHistory.addRun(to: store, at: 2, times: [30])
    let points = try store.points(in: second)
    #expect(points.map(\.series.name) == ["histogram × photo", "simd × photo"])
    #expect(points.map(\.point.value) == [60, 30])
    #expect(try store.points(in: RunID(9)).isEmpty)
  }

  @Test("Checked are ratios where every point has one, else values")
  func checkedValues() throws {
    let store = try HistoryStore()
    for time in 0..<3 { try RecordedHistory.addRun(to: store, at: Int64(time), times: [10]) }
    let ratios = try store.points(of: "simd × photo").checkedValues
    #expect(ratios.scale == .logRatios && ratios.values.allSatisfy { $0 < -0.69 && $0 > -0.7 })
    let reference = try store.points(of: "histogram × photo").checkedValues
    #expect(reference.scale == .values && reference.values == [20, 20, 20])
    try store.add(
      ExchangeDocument(series: [
        ExchangeSeries(name: "simd × photo", points: [ExchangePoint(value: 7, time: 9)])
      ]), at: 9)
    #expect(try store.points(of: "simd × photo").checkedValues.values == [10, 10, 10, 7])
  }

  @Test("A night ends whole or not at all")
  func conclusion() throws {
    let store = try HistoryStore()
    let before = try RecordedHistory.addRun(to: store, at: 1, times: [10])
    let night = try store.beginRun(RunRecord(kind: "nightly", startedAt: 2))
    func outcome(_ series: String, _ events: [SeriesEvent]) -> NightOutcome {
      NightOutcome(
        series: series, finding: .slower, cause: nil, effect: nil, events: events,
        suspectedSince: before)
    }
    let slower = outcome("simd × photo", [.suspicion, .confirmation])
    let impossible = outcome("histogram × photo", [.recovery])
    #expect(throws: HistoryError.self) {
      try store.conclude(night, outcomes: [slower, impossible], at: 3)
    }
    #expect(try store.status(of: "simd × photo").state == .ok)
    #expect(try store.unfinishedNight() == night)
    try store.conclude(night, outcomes: [slower], at: 3)
    #expect(try store.status(of: "simd × photo").state == .regressed)
    #expect(try store.status(of: "simd × photo").firstBad == before)
    #expect(try store.transitions(of: "simd × photo").map(\.run) == [before, night])
    #expect(try store.unfinishedNight() == nil)
    // What is over is over.
    #expect(throws: HistoryError.self) { try store.conclude(night, outcomes: [], at: 4) }
  }
}
