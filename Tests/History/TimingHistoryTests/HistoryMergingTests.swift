internal import CommandTestSupport
internal import GRDB
internal import Measuring
internal import Testing

@testable internal import TimingHistory

@Suite("Merging histories")
struct HistoryMergingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func history(_ name: String, times: ClosedRange<Int64>) throws -> HistoryStore {
    let store = try HistoryStore(path: folder.file(name))
    for time in times {
      try RecordedHistory.addRun(to: store, at: time, times: [UInt64(time), 2, 3])
    }
    return store
  }

  @Test("What only the other one knows is added; a second time adds nothing")
  func merging() throws {
    let here = try history("here.sqlite", times: 10...12)
    let there = try history("there.sqlite", times: 5...6)
    let night = try #require(try there.runs().first?.id)
    try there.apply(.suspicion, to: "simd × photo", at: 7)
    try there.completeStep("step", result: "done", of: night)
    try there.close()
    let before = try #require(folder.bytes("there.sqlite"))
    let merged = try here.merge(folder.file("there.sqlite"))
    #expect(merged == .init(runs: 2, series: 0, samples: 12))
    #expect(folder.bytes("there.sqlite") == before)
    #expect(try here.points(of: "simd × photo").map(\.startedAt) == [5, 6, 10, 11, 12])
    #expect(try here.points(of: "simd × photo").map(\.sampleCount) == [3, 3, 3, 3, 3])
    #expect(try here.status(of: "simd × photo").state == .suspect)
    let copied = try #require(try here.runs().last { $0.startedAt == 6 })
    #expect(try here.environment(of: copied.id)?[.cpuModel] == .known("EPYC"))
    #expect(try here.completedSteps(of: copied.id) == ["step": "done"])
    let again = try here.merge(folder.file("there.sqlite"))
    #expect(again == .init(runs: 0, series: 0, samples: 0))
    try here.close()
  }

  @Test("What cannot be merged changes nothing")
  func refusals() throws {
    let here = try history("here.sqlite", times: 1...2)
    func kind(_ name: String) -> HistoryError.Kind? {
      do {
        _ = try here.merge(folder.file(name))
        return nil
      } catch { return error.kind }
    }
    #expect(kind("missing.sqlite") == .notFound)
    try folder.write([], to: "empty.sqlite")
    #expect(kind("empty.sqlite") == .notADatabase)
    try folder.write(Array("not a database at all".utf8), to: "text")
    #expect(kind("text") == .notADatabase)
    let other = try HistoryStore(path: folder.file("units.sqlite"))
    let clash = SeriesRecord(name: "simd × photo", unit: "s")
    try RecordedHistory.addRun(to: other, at: 9, times: [1], series: clash)
    try other.close()
    #expect(kind("units.sqlite") == .invalidRequest)
    let old = try DatabaseQueue(path: folder.file("old.sqlite"))
    try HistoryMigrations.migrator.migrate(old, upTo: "1 runs, sessions, series and samples")
    try old.close()
    #expect(kind("old.sqlite") == .invalidRequest)
    #expect(try here.runs().count == 2)
    try here.close()
  }
}
