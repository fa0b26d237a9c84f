internal import CommandTestSupport
internal import ExchangeDocuments
internal import HistoryExchange
internal import Measuring
internal import Testing

@testable internal import TimingHistory

@Suite("Series that go on under another name")
struct RenamingTests {
  /// Twenty nights of a series that was called "old" for the first half.
  private func store(_ path: String? = nil) throws -> HistoryStore {
    let store = try path.map { try HistoryStore(path: $0) } ?? HistoryStore()
    let rows = (0..<20).map { place in
      "\(place < 10 ? "old" : "new"),ns,\(1_600_000_000_000 + place * 86_400_000),c\(place),\(100 + place)"
    }
    let text = (["series,unit,time,commit,value"] + rows).joined(separator: "\n")
    try store.add(ExchangeFormat.csv.document(from: Array(text.utf8)), at: 5)
    return store
  }

  private let values = (0..<20).map { 100 + Double($0) }

  @Test("Both are one series, in every way of reading, and nothing measured is changed")
  func joined() throws {
    let store = try store()
    let runs = try store.finishedRuns().compactMap { try store.portableRun($0)?.contentName }
    try store.apply(.note, to: "old", at: 6, reason: "as it was")
    try store.rename("old", to: "new", at: 7)
    #expect(try store.points(of: "new").map(\.value) == values)
    #expect(try store.points(of: "new", limit: 12).map(\.value) == Array(values.suffix(12)))
    #expect(try store.seriesRecords().map(\.name) == ["new"])
    let listed = try store.series()
    #expect(listed.map(\.series.name) == ["new"] && listed.map(\.runCount) == [20])
    let contents = try store.mapSeries { $0 }
    #expect(contents.map(\.record.name) == ["new"])
    #expect(contents[0].points.map(\.value) == values)
    #expect(contents[0].transitions.map(\.event) == [.note, .renaming])
    #expect(contents[0].transitions.notes(at: contents[0].points).map(\.text) == ["as it was"])
    #expect(try store.status(of: "new").state == .ok)
    #expect(try store.measuredRunOutlines(of: ["new"]).count == 20)
    #expect(try store.exchange().series.map { $0.points.map(\.value) } == [values])
    #expect(try store.check("new").changes == store.check("new").changes)
    #expect(try store.finishedRuns().compactMap { try store.portableRun($0)?.contentName } == runs)
    // The former name takes what an old file or commit still brings.
    let late = "series,unit,time,commit,value\nold,ns,1600000000001,c0,99\n"
    try store.add(ExchangeFormat.csv.document(from: Array(late.utf8)), at: 8)
    #expect(try store.points(of: "new").map(\.value) == [100, 99] + values.dropFirst())
  }

  @Test("A third name joins all three; samples go along")
  func chain() throws {
    let store = try store()
    let third = SeriesRecord(name: "third")
    try RecordedHistory.addRun(to: store, at: 1_700_000_000_000, times: [5, 7, 6], series: third)
    try store.rename("old", to: "new", at: 7)
    try store.rename("new", to: "third", at: 8)
    #expect(try store.points(of: "third").map(\.value) == values + [6])
    let run = try #require(try store.points(of: "third").last?.run)
    #expect(try store.samples(of: "third", in: run).count == 3)
    #expect(try store.renamings() == ["old": "new", "new": "third"])
  }

  @Test("What is no renaming is refused")
  func refusals() throws {
    let store = try store()
    let other = "series,unit,time,value\nsize,B,1600000000000,5\n"
    try store.add(ExchangeFormat.csv.document(from: Array(other.utf8)), at: 5)
    for (old, new) in [("old", "old"), ("old", "none"), ("none", "new"), ("old", "size")] {
      #expect(throws: HistoryError.self) { try store.rename(old, to: new, at: 7) }
    }
    try store.rename("old", to: "new", at: 7)
    // Twice, back, or to a name that is gone.
    for (old, new) in [("old", "new"), ("new", "old"), ("size", "old")] {
      #expect(throws: HistoryError.self) { try store.rename(old, to: new, at: 8) }
    }
    #expect(try store.points(of: "new").count == 20)
  }

  @Test("A merge and a server's events carry it; a circle of strangers ends")
  func sharing() throws {
    let folder = try TemporaryFolder()
    let there = try store(folder.file("there.sqlite"))
    try there.rename("old", to: "new", at: 7)
    let events = try there.portableTransitions()
    try there.close()
    let here = try HistoryStore(path: folder.file("here.sqlite"))
    _ = try here.merge(folder.file("there.sqlite"))
    #expect(try here.points(of: "new").map(\.value) == values)
    var back = try #require(events.first)
    back.uid = String(repeating: "a", count: 32)
    (back.series, back.reason) = ("old", "new")
    try here.add([back])
    #expect(try here.points(of: "new").count == 20)
    #expect(try here.points(of: "old").count == 20)
  }
}
