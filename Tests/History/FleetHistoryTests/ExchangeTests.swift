internal import CommandTestSupport
internal import Foundation
internal import Testing
internal import TimingHistory

@testable internal import FleetHistory

@Suite(
  "Pushing to a server and pulling from it",
  .enabled(if: PostgresServer.programs != nil, .init(rawValue: PostgresServer.whyNot)))
struct ExchangeTests {
  @Test("What one machine pushes another one has, bit for bit; a second time nothing is added")
  func there() throws {
    let fleet = try Fleet()
    let (one, two) = (try fleet.machine("one"), try fleet.machine("two"))
    for time in 1...3 { try one.addRun(at: Int64(time) * 1000) }
    try two.addRun(at: 2500)
    try one.apply(.suspicion, to: "simd/photo", at: 9000)
    #expect(try fleet.exchange(one).push().runs == 3)
    #expect(try fleet.exchange(two).push().runs == 1)
    #expect(try fleet.exchange(two).pull(now: 5) == 3)
    #expect(try fleet.exchange(one).pull(now: 6) == 1)
    #expect(try one.allBytes() == two.allBytes())
    #expect(try one.runs().map(\.startedAt) == [3000, 2500, 2000, 1000])
    #expect(try two.points(of: "simd/photo").map(\.startedAt) == [1000, 2000, 2500, 3000])
    #expect(try two.status(of: "simd/photo").state == .suspect)
    #expect(try two.sharing(.pulledAt) == "5")
    for machine in [one, two] {
      #expect(try fleet.exchange(machine).push() == .init())
      #expect(try fleet.exchange(machine).push(all: true) == .init())
      #expect(try fleet.exchange(machine).pull(now: 7) == 0)
    }
    #expect(try fleet.server.sql("SELECT count(*) FROM bench.run", in: fleet.database) == "4")
    #expect(
      try fleet.server.sql("SELECT count(*) FROM bench.transition", in: fleet.database) == "1")
  }

  @Test("Plain SQL sees points with their ratios, in UTC, and which machine measured them")
  func views() throws {
    let fleet = try Fleet()
    let machine = try fleet.machine("one")
    try machine.addRun(at: 1_700_000_000_123, times: [10, 40, 90])
    try fleet.exchange(machine).push()
    let row = try fleet.server.sql(
      """
      SET TIME ZONE 'UTC';
      SELECT time, class, machine, series, unit, value, round(ratio::numeric, 6), samples, "commit"
      FROM bench.points WHERE NOT is_reference
      """, in: fleet.database)
    #expect(
      row == "2023-11-14 22:13:20.123+00|runners|one|simd/photo|ns|20|1.000000|3|abc")
    #expect(try fleet.server.sql("SELECT machine FROM bench.runs", in: fleet.database) == "one")
  }

  @Test("Unfinished runs stay on their machine")
  func unfinished() throws {
    let fleet = try Fleet()
    let machine = try fleet.machine("one")
    _ = try machine.beginRun(RunRecord(kind: "bench", startedAt: 1))
    #expect(try fleet.exchange(machine).push() == .init())
  }

  @Test("A class sees nothing of another one")
  func classes() throws {
    let fleet = try Fleet()
    let laptops = MachineClass(name: "laptops, \"quoted\" {1}")
    let runner = try fleet.machine("one")
    let laptop = try fleet.machine("two", of: laptops)
    try runner.addRun(at: 1)
    try laptop.addRun(at: 2)
    try laptop.addRun(at: 3)
    try fleet.exchange(runner).push()
    try fleet.exchange(laptop, of: laptops).push()
    #expect(try fleet.exchange(runner).pull(now: 4) == 0)
    #expect(try fleet.exchange(laptop, of: laptops).pull(now: 4) == 0)
    #expect(
      try fleet.store().classes() == [
        .init(machineClass: laptops, runs: 2), .init(machineClass: Fleet.runners, runs: 1),
      ])
  }

  @Test("A series in another unit is refused with a reason; the other runs get there")
  func units() throws {
    let fleet = try Fleet()
    let (one, two) = (try fleet.machine("one"), try fleet.machine("two"))
    try one.addRun(at: 1, series: "a")
    try fleet.exchange(one).push()
    try two.addRun(at: 2, series: "a", unit: "ms")
    try two.addRun(at: 3, series: "b")
    let pushed = try fleet.exchange(two).push()
    #expect(pushed.runs == 1)
    #expect(
      pushed.refused.map(\.reason) == [
        "The series 'a' is in 'ns' on the server and in 'ms' here. Give one of them another name."
      ])
  }

  @Test("What the owner prunes disappears everywhere and is not offered again")
  func pruning() throws {
    let fleet = try Fleet()
    let (one, two) = (try fleet.machine("one"), try fleet.machine("two"))
    for time in 1...5 { try one.addRun(at: Int64(time)) }
    try fleet.exchange(one).push()
    try fleet.exchange(two).pull(now: 9)
    #expect(try fleet.store().prune(Fleet.runners, keep: 2) == 3)
    for machine in [one, two] {
      try fleet.exchange(machine).push(all: true)
      try fleet.exchange(machine).pull(now: 10)
      #expect(try machine.runs().map(\.startedAt) == [5, 4])
    }
    #expect(try fleet.server.sql("SELECT count(*) FROM bench.run", in: fleet.database) == "2")
  }

  @Test("A series that was renamed comes whole under each of its names, and nothing twice")
  func renamed() throws {
    let fleet = try Fleet()
    let writer = try fleet.machine("writer")
    for (time, name) in [(1, "a"), (2, "b"), (3, "c"), (4, "other")] as [(Int64, String)] {
      try writer.addRun(at: time, series: name)
    }
    try fleet.exchange(writer).push()
    func pull(_ name: String, to reader: HistoryStore) throws -> Int {
      try fleet.exchange(reader).pull(FleetScope(series: [name]), now: 9)
    }
    func times(_ reader: HistoryStore) throws -> [Int64] {
      try reader.points(of: "c").map(\.startedAt)
    }
    // It was pulled before anybody said that it is another's.
    let early = try fleet.machine("early")
    #expect(try pull("c", to: early) == 1)
    try writer.rename("a", to: "b", at: 5)
    try writer.rename("b", to: "c", at: 6)
    try fleet.exchange(writer).push()
    #expect(try pull("c", to: early) == 2)
    #expect(try times(early) == [1, 2, 3])
    for name in ["a", "b", "c"] {
      let reader = try fleet.machine("reader of \(name)")
      #expect(try pull(name, to: reader) == 3)
      #expect(try times(reader) == [1, 2, 3])
      #expect(try pull(name, to: reader) == 0)
      #expect(try reader.renamings() == ["a": "b", "b": "c"])
      #expect(try reader.runs().map(\.startedAt) == [3, 2, 1])
    }
    // What another machine measures under a former name belongs to it, too.
    let late = try fleet.machine("late")
    try late.addRun(at: 7, series: "a")
    try fleet.exchange(late).push()
    #expect(try pull("c", to: early) == 1)
    #expect(try times(early) == [1, 2, 3, 7])
    // Said here, and not on the server yet.
    let ahead = try fleet.machine("ahead")
    #expect(try pull("other", to: ahead) == 1)
    try ahead.addRun(at: 8, series: "next")
    try ahead.rename("other", to: "next", at: 9)
    try writer.addRun(at: 10, series: "other")
    try fleet.exchange(writer).push()
    #expect(try pull("next", to: ahead) == 1)
    #expect(try ahead.points(of: "next").map(\.startedAt) == [4, 8, 10])
  }

  @Test("A pull brings the part that is read, then only what is new of it")
  func parts() throws {
    let fleet = try Fleet()
    let writer = try fleet.machine("writer")
    for time in 1...6 { try writer.addRun(at: Int64(time), series: time % 2 == 0 ? "even" : "odd") }
    try writer.apply(.suspicion, to: "even", at: 7)
    try fleet.exchange(writer).push()
    let reader = try fleet.machine("reader")
    func pull(_ scope: FleetScope) throws -> Int {
      try fleet.exchange(reader).pull(scope, now: 9)
    }
    func times() throws -> [Int64] { try reader.runs().map(\.startedAt) }
    #expect(try pull(FleetScope(series: ["odd"], since: 3)) == 2)
    #expect(try times() == [5, 3])
    #expect(try reader.seriesNames() == ["histogram/photo", "odd"])
    #expect(try pull(FleetScope(series: ["odd"], since: 4)) == 0)
    // Wider in time, then in series: with the event that came before.
    #expect(try pull(FleetScope(series: ["odd"])) == 1)
    #expect(try pull(FleetScope(since: 4)) == 2)
    #expect(try times() == [6, 5, 4, 3, 1])
    #expect(try reader.status(of: "even").state == .suspect)
    // What is new of a part that is here: not asked for, not brought.
    try writer.addRun(at: 8, series: "odd")
    try writer.addRun(at: 9, series: "even")
    try fleet.exchange(writer).push()
    #expect(try pull(FleetScope(series: ["odd"])) == 1)
    #expect(try pull(FleetScope(series: ["no such series"])) == 0)
    #expect(try times() == [8, 6, 5, 4, 3, 1])
    #expect(try pull(.everything) == 2)
    #expect(try times() == [9, 8, 6, 5, 4, 3, 2, 1])
    #expect(try reader.allBytes() == writer.allBytes())
    #expect(try pull(.everything) == 0)
  }

  @Test("Of what the owner prunes a row for each day stays; the same again changes nothing")
  func retention() throws {
    let fleet = try Fleet()
    let (one, two) = (try fleet.machine("one"), try fleet.machine("two"))
    let day: Int64 = 86_400_000
    // Two days of three and two runs, then one that stays.
    for (time, value) in [(1, 10), (2, 20), (3, 30), (day, 40), (day + 1, 50), (3 * day, 60)] {
      try one.addRun(at: time, times: [UInt64(value), UInt64(value), UInt64(value)])
    }
    try fleet.exchange(one).push()
    try fleet.exchange(two).pull(now: 1)
    let days = """
      SELECT day, machine, points, value_mean, value_min, value_max, round(ratio_mean::numeric, 3)
      FROM bench.days WHERE series = 'simd/photo' ORDER BY day
      """
    let expected = """
      1970-01-01|one|3|10|5|15|0.454
      1970-01-02|one|2|22.5|20|25|1.118
      1970-01-04|one|1|30|30|30|1.500
      """
    #expect(try fleet.server.sql(days, in: fleet.database) == expected)
    let owner = try fleet.store()
    // In parts, of which one cuts a day in two.
    #expect(try owner.prune(Fleet.runners, before: 3) == 2)
    #expect(try owner.prune(Fleet.runners, before: 3) == 0)
    #expect(try fleet.server.sql(days, in: fleet.database) == expected)
    #expect(try owner.prune(Fleet.runners, before: 2 * day) == 3)
    #expect(try owner.prune(Fleet.runners, before: day) == 0)
    #expect(try fleet.server.sql(days, in: fleet.database) == expected)
    #expect(try fleet.server.sql("SELECT count(*) FROM bench.run", in: fleet.database) == "1")
    // Machines forget what they shared; what is too old is not taken any more, and not lost either.
    try two.addRun(at: 7)
    #expect(try fleet.exchange(two).pull(now: 2) == 0)
    #expect(try two.runs().map(\.startedAt) == [3 * day, 7])
    #expect(try fleet.exchange(one).push(all: true) == .init())
    #expect(try fleet.exchange(two).push() == .init())
    #expect(try fleet.server.sql("SELECT count(*) FROM bench.run", in: fleet.database) == "1")
    try one.addRun(at: 4 * day)
    #expect(try fleet.exchange(one).push().runs == 1)
    #expect(try fleet.exchange(two).pull(now: 3) == 1)
    #expect(try two.runs().map(\.startedAt) == [4 * day, 3 * day])
  }

  @Test("A run that arrives with an older transaction is not missed")
  func lateCommits() throws {
    let fleet = try Fleet()
    let (early, late, reader) = (
      try fleet.machine("early"), try fleet.machine("late"), try fleet.machine("reader")
    )
    try early.addRun(at: 0)
    try fleet.exchange(early).push()
    try early.addRun(at: 1)
    try late.addRun(at: 2)
    let slow = try fleet.store()
    // The transaction of `late` begins first and ends last.
    try slow.connection.run("BEGIN")
    _ = try slow.add(late.finishedRuns().compactMap { try late.portableRun($0) })
    try fleet.exchange(early).push()
    #expect(try fleet.exchange(reader).pull(now: 3) == 2)
    try slow.connection.run("COMMIT")
    #expect(try fleet.exchange(reader).pull(now: 4) == 1)
    #expect(try reader.runs().map(\.startedAt) == [2, 1, 0])
  }

  @Test("Another server gets everything")
  func anotherServer() throws {
    let (first, second) = (try Fleet(), try Fleet())
    let machine = try first.machine("one")
    try machine.addRun(at: 1)
    try first.exchange(machine).push()
    #expect(try second.exchange(machine).push().runs == 1)
  }
}
