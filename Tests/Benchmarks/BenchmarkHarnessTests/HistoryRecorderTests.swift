internal import BenchmarkBuilds
internal import CommandTestSupport
internal import CommandText
internal import Measuring
internal import Reporting
internal import Testing
internal import TimingHistory

@testable import BenchmarkHarness

@Suite("Recorded runs")
struct HistoryRecorderTests {
  private static let environment = EnvironmentRecord([
    .gitCommit: .known("abc123"), .gitState: .known("dirty"), .codeHash: .known("c0de"),
    .inputHash: .known("of the whole run"),
  ])

  private func recorder(
    _ transcript: Transcript, chosen: Bool = false, now: @escaping () -> Int64 = { 1000 },
    open: (HistoryLocation) throws(HistoryError) -> HistoryStore
  ) -> HistoryRecorder {
    HistoryRecorder(
      location: chosen
        ? HistoryLocation(chosen: "here.sqlite") : HistoryLocation(in: "/state/bench/codecs"),
      kind: "suite", environment: Self.environment, open: open, now: now,
      message: { transcript.messages.append($0.line) })
  }

  private static func epoch(_ nanoseconds: UInt64) -> Epoch {
    Epoch(
      iterations: 1, wall: 2 * nanoseconds, threadCPU: nanoseconds, processCPU: nanoseconds)
  }

  /// A reference, what is compared with it, and a benchmark that ratios are taken to beside that.
  private static let contenders = [
    RecordedContender(
      name: "zstd", group: "gzip", answerHash: "a1",
      parameters: [BenchmarkParameter("codec", "zstd"), BenchmarkParameter("level", "3")],
      items: 500),
    RecordedContender(
      name: "gzip", group: "gzip", isReference: true, answerHash: "a1",
      parameters: [BenchmarkParameter("codec", "gzip")]),
    RecordedContender(name: "copy", group: nil, answerHash: "c0"),
  ]

  @Test("every sample, ratio, hash and parameter of a run is in the history")
  func recorded() throws {
    let transcript = Transcript()
    let store = try HistoryStore()
    let recorder = recorder(transcript) { _ in store }
    let race = try #require(recorder.race())
    race.begin(Self.contenders)
    for round in 0..<9 {
      race.add(
        round: round, [2_000_000, 4_000_000, 1_000_000].map { Self.epoch($0 * UInt64(round + 1)) })
    }
    race.setInstructions(4711, of: "zstd")
    race.flush()
    recorder.finish()
    let run = try #require(try store.runs().first)
    #expect(run.kind == "suite" && run.commit == "abc123")
    #expect(run.startedAt == 1000 && run.finishedAt == 1000)
    let environment = try #require(try store.environment(of: run.id))
    #expect(environment[.gitState].value == "dirty")
    // Other inputs are not another environment.
    #expect(environment[.inputHash].value == nil)
    let series = try store.series().map(\.series)
    #expect(series.map(\.name) == ["copy", "gzip", "zstd"])
    #expect(series[2].parameters == Self.contenders[0].parameters && series[2].items == 500)
    #expect(series.allSatisfy { $0.unit == "ns" && $0.metric == nil })
    let zstd = try #require(try store.points(of: "zstd").first)
    #expect(zstd.value == 10_000_000)
    #expect(abs((zstd.logRatio ?? 0) - (LogRatio(factor: 0.5)?.value ?? 1)) < 1e-12)
    #expect(zstd.sampleCount == 9)
    #expect(zstd.codeHash == "c0de" && zstd.answerHash == "a1")
    // What is worked on is told by the answer: two runs of one build can be known to be alike.
    #expect(zstd.inputHash == "a1")
    #expect(zstd.instructions == 4711)
    let reference = try #require(try store.points(of: "gzip").first)
    #expect(reference.isReference && reference.logRatio == 0)
    let copy = try #require(try store.points(of: "copy").first)
    #expect(!copy.isReference && copy.instructions == nil)
    // What is judged is what ratios are taken of.
    #expect(race.series.map(\.name) == ["zstd"])
    #expect(
      transcript.messages == ["Recorded as run 1 in '/state/bench/codecs/history.sqlite'."])
  }

  @Test("metrics and counts are series of their own, with unit, direction and parameters")
  func metrics() throws {
    let store = try HistoryStore()
    let recorder = recorder(Transcript()) { _ in store }
    let race = try #require(recorder.race())
    race.begin(Self.contenders)
    race.add(round: 0, [1, 2, 3].map(Self.epoch))
    let metric = BenchmarkMetric(
      name: "share", title: "size of the result", value: 31.5, unit: "%", better: .less)
    race.set(metric, of: "zstd")
    race.set(BenchmarkMetric(name: "frames", value: 0, better: .equal), of: "zstd")
    race.set(metric, of: "nobody")
    race.setCost(
      CallCost(
        instructions: CountRange(1000, 1002), allocations: CountRange(3, 3),
        allocatedBytes: CountRange(300, 300), calls: 10), of: "zstd")
    race.flush()
    recorder.finish()
    let series = try store.series().map(\.series)
    #expect(
      series.map(\.name) == [
        "copy", "gzip", "zstd", "zstd/allocated bytes", "zstd/allocations", "zstd/frames",
        "zstd/size of the result",
      ])
    let share = series[6]
    #expect(share.unit == "%" && share.metric == "share" && share.better == .less)
    #expect(share.parameters == Self.contenders[0].parameters)
    #expect(series[5].better == .equal)
    let point = try #require(try store.points(of: share.name).first)
    #expect(point.value == 31.5 && point.codeHash == "c0de" && point.inputHash == "a1")
    #expect(try store.points(of: "zstd/frames").map(\.value) == [0])
    #expect(try store.points(of: "zstd/allocated bytes").map(\.value) == [300])
    #expect(try store.points(of: "zstd").map(\.instructions) == [1001])
    #expect(
      race.metricSeries.map(\.name) == [
        "zstd/size of the result", "zstd/frames", "zstd/allocations", "zstd/allocated bytes",
      ])
  }

  @Test(
    "a metric whose unit is another than before is left out, which is said; the rest is recorded")
  func changedUnit() throws {
    let store = try HistoryStore()
    for (number, unit) in ["ms", "s"].enumerated() {
      let transcript = Transcript()
      let recorder = recorder(transcript) { _ in store }
      let race = try #require(recorder.race())
      race.begin([RecordedContender(name: "parse", group: "parse")])
      race.add(round: 0, [Self.epoch(5)])
      race.set(BenchmarkMetric(name: "stall", value: 5, unit: unit, better: .less), of: "parse")
      race.set(BenchmarkMetric(name: "hits", value: 9, better: .more), of: "parse")
      race.flush()
      recorder.finish()
      #expect(!recorder.hasFailed)
      #expect(
        race.metricSeries.map(\.name) == (number == 0 ? ["parse/stall"] : []) + ["parse/hits"])
      guard number == 1 else { continue }
      #expect(
        transcript.messages == [
          "Warning: The series 'parse/stall' is recorded in 'ms' and cannot go on in 's'. Give the "
            + "new one another name. It is left out.",
          "Recorded as run 2 in '/state/bench/codecs/history.sqlite'.",
        ])
    }
    #expect(try store.points(of: "parse").count == 2)
    #expect(try store.points(of: "parse/hits").count == 2)
    #expect(try store.points(of: "parse/stall").map(\.value) == [5])
    #expect(
      try store.series().first { $0.series.name == "parse/stall" }?.series.unit == "ms")
  }

  @Test("benchmarks on the wall clock are a session of their own, with their reference")
  func clocks() {
    func contender(
      _ name: String, _ group: String?, clock: ClockKind = .threadCPU, isReference: Bool = false
    ) -> RecordedContender {
      RecordedContender(name: name, group: group, isReference: isReference, clock: clock)
    }
    let groups = RaceRecorder.groups([
      contender("copy", nil), contender("threaded", "gzip", clock: .wall),
      contender("zstd", "gzip"), contender("gzip", "gzip", isReference: true),
      contender("sort", "sort", isReference: true),
    ])
    #expect(groups.map(\.clock) == [.wall, .threadCPU, .threadCPU])
    #expect(groups.map(\.places) == [[1, 3], [0, 2, 3], [4]])
  }

  @Test("a series is called like its benchmark, and one on another clock says which")
  func names() {
    let reference = Self.contenders[1]
    #expect(reference.series(clock: .threadCPU).name == "gzip")
    #expect(reference.series(clock: .wall).name == "gzip/wall")
  }

  @Test("a history that fails is told once, and then nothing more is recorded")
  func failure() throws {
    for chosen in [false, true] {
      let transcript = Transcript()
      let recorder = recorder(transcript, chosen: chosen) { _ throws(HistoryError) in
        throw HistoryError(.readOnly, "It is read-only.")
      }
      #expect(recorder.race() == nil)
      recorder.finish()
      #expect(recorder.hasFailed && recorder.isRequired == chosen)
      // Whoever asked for a history by name gets an error.
      let rank = chosen ? "Error" : "Warning"
      #expect(transcript.messages == ["\(rank): This run is not recorded. It is read-only."])
    }
  }

  @Test("a history that fails in the middle keeps what it has")
  func lateFailure() throws {
    let folder = try TemporaryFolder()
    let transcript = Transcript()
    let store = try HistoryStore(path: folder.file("h.sqlite"))
    let recorder = recorder(transcript) { _ in store }
    let recording = try #require(recorder.race())
    recording.begin([RecordedContender(name: "parse", group: "parse", answerHash: "a")])
    let epoch = Self.epoch(5)
    recording.add(round: 0, [epoch])
    recording.flush()
    // The same round twice contradicts the history.
    recording.add(round: 0, [epoch])
    recording.flush()
    recording.add(round: 1, [epoch])
    recording.flush()
    recorder.finish()
    #expect(recorder.hasFailed)
    #expect(transcript.messages.count == 1)
    #expect(transcript.messages.first?.hasPrefix("Warning: The rest of this run") == true)
    #expect(recorder.race() == nil)
    #expect(try store.points(of: "parse").first?.sampleCount == 1)
    try store.close()
  }

  @Test("rounds are written together, after a tenth of a second or at the end of a race")
  func buffered() throws {
    var time: Int64 = 0
    let store = try HistoryStore()
    let recorder = recorder(Transcript(), now: { time }) { _ in store }
    let race = try #require(recorder.race())
    race.begin([RecordedContender(name: "parse", group: "parse")])
    func samples() throws -> Int { try store.points(of: "parse").first?.sampleCount ?? 0 }
    let epoch = Self.epoch(5)
    for round in 0..<3 { race.add(round: round, [epoch]) }
    #expect(try samples() == 0)
    time += RaceRecorder.flushMilliseconds
    race.add(round: 3, [epoch])
    #expect(try samples() == 4)
    race.add(round: 4, [epoch])
    #expect(try samples() == 4)
    race.flush()
    #expect(try samples() == 5)
  }
}
