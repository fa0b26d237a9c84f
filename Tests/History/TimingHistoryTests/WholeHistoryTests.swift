internal import ExchangeDocuments
internal import Measuring
internal import Testing

@testable internal import TimingHistory

@Suite("Histories read as a whole")
struct WholeHistoryTests {
  /// Own runs with samples, imported ones with intervals, some at the same time, not in order.
  private func store() throws -> HistoryStore {
    let store = try HistoryStore()
    for (place, time) in [50, 10, 30, 30, 90].enumerated() as EnumeratedSequence<[Int64]> {
      try RecordedHistory.addRun(
        to: store, at: time, times: [5, 7, 6, 8, 9, 5, UInt64(place + 4)], commit: "c\(place)")
    }
    var points: [ExchangePoint] = []
    for place in 0..<40 {
      var point = ExchangePoint(value: Double(place), time: Int64(place * 7 % 40))
      if place % 3 != 0 { point.commit = "d" }
      if place % 2 == 0 { point.lower = point.value - 1 }
      point.upper = point.value + 1
      point.codeHash = "h\(place % 4)"
      if place % 5 == 0 { point.machine = "host" }
      point.note = "n\(place)"
      points.append(point)
    }
    try store.add(
      ExchangeDocument(series: [
        ExchangeSeries(name: "b", unit: "s", points: points),
        ExchangeSeries(name: "a", unit: "", points: Array(points.prefix(3))),
      ]), at: 5)
    // One that is killed before its first sample says nothing.
    let killed = try store.beginRun(RunRecord(kind: "bench", startedAt: 95))
    let session = try store.beginSession(
      SessionRecord(startedAt: 95, clock: .threadCPU), in: killed)
    _ = try store.addMeasurement(MeasurementRecord(series: RecordedHistory.simd), to: session)
    try store.apply(.suspicion, to: RecordedHistory.simd.name, at: 96)
    try store.apply(.note, to: "b", at: 97, reason: "why")
    return store
  }

  @Test("All series at once are what each is by itself")
  func same() throws {
    let store = try store()
    for since in [nil, 0, 30, 31, 1000] as [Int64?] {
      let all = try store.mapSeries(since: since) { $0 }
      #expect(all.map(\.record) == (try store.seriesRecords()))
      for one in all {
        let name = one.record.name
        #expect(try one.points == store.points(of: name, since: since), "\(name)")
        #expect(try one.transitions == store.transitions(of: name))
      }
    }
    let chosen = try store.mapSeries(of: ["b", "a"]) { $0.record.name }
    #expect(chosen == ["a", "b"])
    #expect(throws: HistoryError.self) { try store.mapSeries(of: ["c"]) { $0 } }
  }

  @Test("Measured runs are those with a value or a sample, oldest first")
  func runs() throws {
    let store = try store()
    let all = Array(try store.runs().reversed())
    for since in [nil, 30] as [Int64?] {
      let outlines = try store.measuredRunOutlines(since: since)
      let expected = all.filter { $0.startedAt >= since ?? .min && $0.startedAt != 95 }
      #expect(outlines.map(\.id) == expected.map(\.id))
      #expect(outlines.map(\.startedAt) == expected.map(\.startedAt))
      #expect(outlines.map(\.commit) == expected.map(\.commit))
      #expect(outlines.map(\.note) == expected.map(\.note))
      #expect(outlines.map(\.machineName) == expected.map(\.machineName))
      #expect(outlines.map(\.fingerprint) == expected.map(\.fingerprint))
    }
    let few = try store.measuredRunOutlines(of: ["a"])
    #expect(few.map(\.id) == (try store.points(of: "a").map(\.run)))
  }

  @Test("Notes stand at their points, and change no state")
  func notes() throws {
    let store = try store()
    let points = try store.points(of: "b")
    try store.apply(.note, to: "b", run: points[4].run, at: 98, reason: "first")
    try store.apply(.note, to: "b", run: points[4].run, at: 99, reason: "second")
    let transitions = try store.transitions(of: "b")
    #expect(
      transitions.notes(at: points) == [
        SeriesNote(index: 4, text: "first"), SeriesNote(index: 4, text: "second"),
        SeriesNote(index: points.count - 1, text: "why"),
      ])
    #expect(transitions.notes(at: Array(points.prefix(4))).isEmpty)
    #expect(SeriesStatus(after: transitions) == SeriesStatus())
    #expect(try store.status(of: "b") == SeriesStatus())
    #expect(throws: HistoryError.self) {
      try store.apply(.note, to: "b", at: 99, reason: " \n")
    }
    #expect(SeriesStatus.Refusal.noText.description.contains("needs a text"))
    let other = try HistoryStore()
    _ = try other.merge(try store.bundle())
    #expect(try other.transitions(of: "b").notes(at: other.points(of: "b")).count == 3)
  }
}
