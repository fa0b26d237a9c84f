internal import CommandTestSupport
internal import Foundation
internal import Synchronization
internal import Testing
internal import TimingHistory

@testable internal import FleetHistory

@Suite("Jobs of the queue")
struct ConfirmationJobTests {
  @Test(
    "A job names two commits and a benchmark, and no option",
    arguments: [
      ["main", "1234567", "parse"], ["1234567", "--help", "parse"],
      ["1234567", "abcdef0", "--base=/bin/sh"], ["1234567", "abcdef0", ""],
      ["1234567", "abcdef0", "a\u{1B}[31m"], ["1234567", "abcdef0", "a\nb"],
      ["1234567", "abcdef0", String(repeating: "a", count: 1001)],
      ["1234567", "abcdef0"], ["1234567", "abcdef0", "simd", "photo"],
      ["1234567\n", "abcdef0", "parse"], ["1234567", "abcdef0", "--simd", "photo", "6x4"],
    ])
  func checked(_ fields: [String]) {
    #expect(throws: FleetError.self) { try ConfirmationJob(series: "s", arguments: fields) }
  }

  @Test("A sound job is read as it was written")
  func sound() throws {
    let fields = ["1234567", "abcdef0", "parse/large, 3"]
    let job = try ConfirmationJob(series: "s", arguments: fields)
    #expect(job.arguments == fields)
    #expect(job.benchmark == "parse/large, 3")
    #expect(job.uid(of: Fleet.runners) != job.uid(of: MachineClass(name: "other")))
  }

  @Test("A job of the version before names the benchmark by its kernel, image and size")
  func former() throws {
    let job = try ConfirmationJob(
      series: "s", arguments: ["1234567", "abcdef0", "kmeans-tiles", "photo", "6000x4000"])
    #expect(job.benchmark == "kmeans-tiles/photo/6000x4000")
  }
}

@Suite(
  "The queue of confirmations",
  .enabled(if: PostgresServer.programs != nil, .init(rawValue: PostgresServer.whyNot)))
struct QueueTests {
  private func job(_ number: Int) throws -> ConfirmationJob {
    try ConfirmationJob(
      series: "series \(number)", good: "1234567", bad: "abcdef0", benchmark: "parse/\(number)")
  }

  /// A fleet whose class is known and whose queue holds jobs.
  private func fleet(jobs: Int) throws -> Fleet {
    let fleet = try Fleet()
    let machine = try fleet.machine("one")
    try machine.addRun(at: 1)
    try fleet.exchange(machine).push()
    let store = try fleet.store()
    for number in 0..<jobs { #expect(try store.add(try job(number), of: Fleet.runners)) }
    return fleet
  }

  /// Lets every claimed job look as if its worker had given no sign for an hour.
  private func age(_ fleet: Fleet) throws {
    try fleet.server.sql(
      "UPDATE bench.job SET heartbeat_at = heartbeat_at - interval '1 hour' WHERE state = 'claimed'",
      in: fleet.database)
  }

  @Test("A job is claimed in order, once, by its class only; the same suspicion is one job")
  func claiming() throws {
    let fleet = try fleet(jobs: 2)
    let store = try fleet.store()
    #expect(try !store.add(try job(0), of: Fleet.runners))
    #expect(try store.claim(MachineClass(name: "other"), worker: "w") == nil)
    let first = try #require(try store.claim(Fleet.runners, worker: "w"))
    #expect(first.job == (try job(0)))
    #expect(first.attempt == 1)
    #expect(try store.claim(Fleet.runners, worker: "w")?.job == (try job(1)))
    #expect(try store.claim(Fleet.runners, worker: "w") == nil)
    #expect(try store.finish(first, exitCode: 2, result: "{\"verdict\": \"slower\"}"))
    #expect(try !store.finish(first, exitCode: 0, result: ""))
    #expect(
      try fleet.server.sql(
        "SELECT state, machine, attempts, exit_code, result FROM bench.jobs ORDER BY job LIMIT 1",
        in: fleet.database) == "done|w|1|2|{\"verdict\": \"slower\"}")
  }

  @Test("Jobs that the version before queued are claimed; others are answered with a reason")
  func formerJobs() throws {
    let fleet = try fleet(jobs: 0)
    for arguments in ["simd,photo,6x4", "simd,photo"] {
      try fleet.server.sql(
        """
        INSERT INTO bench.job (uid, class_id, series, arguments)
        SELECT md5('\(arguments)'), id, 'simd/photo/6x4', '{1234567,abcdef0,\(arguments)}'
        FROM bench.machine_class WHERE name = 'runners'
        """, in: fleet.database)
    }
    let store = try fleet.store()
    #expect(
      try store.claim(Fleet.runners, worker: "w")?.job.benchmark == "simd/photo/6x4")
    #expect(throws: FleetError.self) { try store.claim(Fleet.runners, worker: "w") }
    #expect(
      try fleet.server.sql(
        "SELECT state, exit_code, result FROM bench.jobs ORDER BY job DESC LIMIT 1",
        in: fleet.database) == "done|65|A job of the queue has 4 fields instead of 3.")
  }

  @Test("A job whose worker gives no sign is taken back, and its worker notices")
  func takenBack() throws {
    let fleet = try fleet(jobs: 1)
    let store = try fleet.store()
    let lost = try #require(try store.claim(Fleet.runners, worker: "dies"))
    #expect(try store.claim(Fleet.runners, worker: "other") == nil)
    try age(fleet)
    #expect(try store.beat(lost))
    #expect(try store.claim(Fleet.runners, worker: "other") == nil)
    try age(fleet)
    let again = try #require(try store.claim(Fleet.runners, worker: "other"))
    #expect(again.number == lost.number && again.attempt == 2)
    #expect(try !store.beat(lost))
    #expect(try !store.finish(lost, exitCode: 2, result: "too late"))
    try age(fleet)
    #expect(try store.claim(Fleet.runners, worker: "third")?.attempt == 3)
    try age(fleet)
    #expect(try store.claim(Fleet.runners, worker: "fourth") == nil)
    #expect(try fleet.server.sql("SELECT state FROM bench.jobs", in: fleet.database) == "failed")
  }

  @Test("A sign is given while work goes on, and a loss is told")
  func heartbeat() async throws {
    let fleet = try fleet(jobs: 1)
    let store = try fleet.store()
    let claimed = try #require(try store.claim(Fleet.runners, worker: "w"))
    try age(fleet)
    let isLost = Mutex(false)
    let heartbeat = Heartbeat(of: claimed, on: try fleet.address(), interval: 0.01) {
      isLost.withLock { $0 = true }
    }
    let recent = "SELECT heartbeat_at > now() - interval '1 minute' FROM bench.job"
    while try fleet.server.sql(recent, in: fleet.database) != "t" {}
    #expect(!isLost.withLock { $0 })
    try store.finish(claimed, exitCode: 0, result: "")
    while !isLost.withLock({ $0 }) { await Task.yield() }
    heartbeat.stop()
  }

  /// How often each job was done.
  private final class Tally: Sendable {
    private let values = Mutex<[Int64: Int]>([:])
    var counts: [Int64: Int] { values.withLock { $0 } }
    func add(_ job: Int64) { values.withLock { $0[job, default: 0] += 1 } }
  }

  /// Lets twenty workers work until the queue is empty; some die with the first job they get.
  private static func work(_ address: FleetAddress, dying: Int, _ done: Tally) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<20 {
        group.addTask {
          let store = try FleetStore(address)
          while let claimed = try store.claim(Fleet.runners, worker: "\(worker)") {
            // A killed worker: its connection ends silently.
            if worker < dying { return }
            if try store.finish(claimed, exitCode: 0, result: "\(worker)") {
              done.add(claimed.number)
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("Twenty workers, two of which die: every job is done once, none is lost")
  func workers() async throws {
    let count = 60
    let fleet = try fleet(jobs: count)
    let address = try fleet.address()
    let done = Tally()
    try await Self.work(address, dying: 2, done)
    let abandoned = try fleet.server.sql(
      "SELECT count(*) FROM bench.job WHERE state = 'claimed'", in: fleet.database)
    #expect(abandoned == "2")
    #expect(done.counts.count == count - 2)
    try age(fleet)
    try await Self.work(address, dying: 0, done)
    #expect(done.counts.values.allSatisfy { $0 == 1 })
    #expect(done.counts.count == count)
    #expect(
      try fleet.server.sql(
        "SELECT state, count(*), max(attempts) FROM bench.job GROUP BY state", in: fleet.database)
        == "done|\(count)|2")
  }
}
