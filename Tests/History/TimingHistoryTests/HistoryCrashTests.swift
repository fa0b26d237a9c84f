internal import CLibrary
internal import CommandTestSupport
internal import GRDB
internal import Measuring
internal import Testing

@testable internal import TimingHistory

@Suite("Killed processes and concurrent writers")
struct HistoryCrashTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("Whatever was in flight when the process was killed, all before it is there")
  func cutLog() throws {
    let store = try HistoryStore(path: folder.file("h.sqlite"))
    let run = try store.beginRun(RunRecord(kind: "bench", startedAt: 0))
    let session = try store.beginSession(SessionRecord(startedAt: 0, clock: .wall), in: run)
    let id = try store.addMeasurement(
      MeasurementRecord(series: RecordedHistory.simd), to: session)
    for number in 0..<9 {
      try store.addRound(
        number: number, [id: RecordedHistory.epoch(nanoseconds: UInt64(number + 1))], in: session)
    }
    let before = try #require(folder.bytes("h.sqlite-wal")).count
    try store.addRound(number: 9, [id: RecordedHistory.epoch(nanoseconds: 10)], in: session)
    let main = try #require(folder.bytes("h.sqlite"))
    let log = try #require(folder.bytes("h.sqlite-wal"))
    try #require(log.count > before)
    // The files as a kill leaves them, at several places of the last write.
    let places = [before, before + 1, before + 24, before + 2000, log.count - 1, log.count]
    for place in places {
      try folder.write(main, to: "k.sqlite")
      try folder.write(Array(log.prefix(place)), to: "k.sqlite-wal")
      let killed = try HistoryStore(path: folder.file("k.sqlite"))
      let samples = try killed.samples(of: "simd × photo", in: run)
      let expected = place == log.count ? 10 : 9
      #expect(samples.map(\.epoch.wall) == (1...UInt64(expected)).map { $0 })
      #expect(try killed.runs().first?.finishedAt == nil)
      try killed.close()
      for name in try folder.names() where name.hasPrefix("k.") { try folder.write([], to: name) }
    }
    try store.close()
  }

  @Test("A process that is killed in the middle of a round loses that round only")
  func killedProcess() async throws {
    let path = folder.file("h.sqlite")
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let store = try HistoryStore(path: path)
      let run = try store.beginRun(RunRecord(kind: "bench", startedAt: 0))
      let session = try store.beginSession(SessionRecord(startedAt: 0, clock: .wall), in: run)
      let id = try store.addMeasurement(
        MeasurementRecord(series: RecordedHistory.simd), to: session)
      for number in 0..<5 {
        try store.addRound(
          number: number, [id: RecordedHistory.epoch(nanoseconds: 7)], in: session)
      }
      try store.write { database in
        try database.execute(sql: "UPDATE sample SET wall = 0")
        kill(getpid(), SIGKILL)
      }
    }
    let store = try HistoryStore(path: path)
    let run = try #require(try store.runs().first)
    #expect(run.finishedAt == nil)
    #expect(try store.samples(of: "simd × photo", in: run.id).map(\.epoch.wall) == [7, 7, 7, 7, 7])
    try store.close()
  }

  @Test("Two that write at once both land")
  func twoWriters() async throws {
    let path = folder.file("h.sqlite")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<3 {
        group.addTask {
          let store = try HistoryStore(path: path)
          for time in 0..<15 {
            try RecordedHistory.addRun(
              to: store, at: Int64(writer * 100 + time), times: [1, 2, 3])
          }
          try store.close()
        }
      }
      try await group.waitForAll()
    }
    let store = try HistoryStore(path: path)
    #expect(try store.runs().count == 45)
    #expect(try store.runs().allSatisfy { $0.sampleCount == 6 && $0.finishedAt != nil })
    #expect(try store.points(of: "simd × photo").count == 45)
    try store.close()
  }

  @Test("One that waits too long is told why")
  func busy() throws {
    let path = folder.file("h.sqlite")
    let first = try HistoryStore(path: path)
    let second = try HistoryStore(path: path, patience: 0.01)
    var error: HistoryError?
    try first.write { database in
      try database.execute(sql: "UPDATE run SET note = 'x'")
      do { _ = try second.beginRun(RunRecord(kind: "bench", startedAt: 0)) } catch { return }
    }
    try first.database.writeWithoutTransaction { database in
      try database.inTransaction(.immediate) {
        do throws(HistoryError) {
          _ = try second.beginRun(RunRecord(kind: "bench", startedAt: 0))
        } catch let busy { error = busy }
        return .commit
      }
    }
    #expect(error?.kind == .busy)
    _ = try second.beginRun(RunRecord(kind: "bench", startedAt: 0))
    try first.close()
    try second.close()
  }
}
