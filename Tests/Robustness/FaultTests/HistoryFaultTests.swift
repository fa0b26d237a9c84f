internal import CommandTestSupport
internal import Foundation
internal import GRDB
internal import Testing
internal import TimingHistory

@Suite("Histories under faults: what was finished is kept, and the file is sound")
struct HistoryFaultTests {
  private let bench: BuiltCommand
  private let suite: KernelSuite

  init() throws {
    bench = try BuiltCommand("bench")
    suite = try KernelSuite()
  }

  private func run(_ more: String...) -> [String] {
    [
      "run", "--kernel", "simd", "--image", "flat", "--size", "9x9", "--time", "0.001",
      "--in-place", "--format", "csv", "--history", "h.sqlite",
    ] + suite.arguments + more
  }

  private static let series = "simd/flat/9x9"

  /// Checks a history, and gives the finished runs' numbers of samples.
  private func soundRuns(in folder: TemporaryFolder) throws -> [Int] {
    let path = folder.path + "/h.sqlite"
    let store = try HistoryStore(path: path)
    let counts = try store.runs().filter { $0.finishedAt != nil }.map(\.sampleCount)
    try store.close()
    let queue = try DatabaseQueue(path: path)
    let (verdict, orphans) = try queue.read { database in
      (
        try String.fetchOne(database, sql: "PRAGMA integrity_check"),
        try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").count
      )
    }
    try queue.close()
    #expect(verdict == "ok")
    #expect(orphans == 0)
    return counts
  }

  /// A folder with a history of one finished run.
  private func recorded() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let first = try bench.run(run(), in: folder.path)
    try #require(first.exitCode == 0, "\(first.errors)")
    return folder
  }

  /// Numbers up to a last one: every one at first, then ever fewer.
  private static func steps(to last: Int) -> [Int] {
    var steps: [Int] = []
    var next = 1
    while next <= last {
      steps.append(next)
      next = max(next + 1, next * 3 / 2)
    }
    return steps
  }

  @Test("kill -9 at the steps of making a history", .enabled(if: isLinux, notLinux))
  func killedAtBirth() throws { try meet(.kill, isNew: true) }

  @Test("kill -9 at the steps of adding a run", .enabled(if: isLinux, notLinux))
  func killedLater() throws { try meet(.kill, isNew: false) }

  @Test(
    "a disk that fills up or fails is told, with exit code 74", .enabled(if: isLinux, notLinux),
    arguments: zip([ENOSPC, EIO], [true, false]))
  func failing(code: Int32, isNew: Bool) throws { try meet(.errorsFrom(code), isNew: isNew) }

  private func meet(_ fault: FaultShim.Fault, isNew: Bool) throws {
    let shim = try FaultShim.shared.get()
    let isKill = if case .kill = fault { true } else { false }
    let folder = try isNew ? TemporaryFolder() : recorded()
    var before = isNew ? [] : try soundRuns(in: folder)
    let files = Set(["h.sqlite", "h.sqlite-wal", "h.sqlite-shm"])
    for number in Self.steps(to: 400) {
      let place = isNew ? try TemporaryFolder() : folder
      if isNew { before = [] }
      let met = try shim.run(
        bench, run(), in: place.path, fault, at: number, under: place.path + "/h.sqlite")
      let label: Comment = "step \(number): \(met.outcome.exitCode) \(met.outcome.errors)"
      #expect(met.outcome.isSignal == (met.wasMet && isKill), label)
      if met.wasMet, !isKill, met.outcome.exitCode != 0 {
        #expect(met.outcome.exitCode == 74, label)
        #expect(met.outcome.errors.contains("recorded. "), label)
        // The results are worth having all the same.
        #expect(met.outcome.output.contains("simd"), label)
      }
      let after = try soundRuns(in: place)
      #expect(Array(after.suffix(before.count)) == before, label)
      // Killed while it closes the file, a process has finished its run.
      let added = after.count - before.count
      #expect(isKill && added == 1 || added == (met.outcome.exitCode == 0 ? 1 : 0), label)
      let next = try bench.run(run(), in: place.path)
      #expect(next.exitCode == 0, "the run after \(label): \(next.errors)")
      before = try soundRuns(in: place)
      #expect(before.count == after.count + 1, label)
      #expect(Set(try place.names()).isSubset(of: files), label)
      if !met.wasMet { return }
    }
  }

  @Test(
    "a clock that steps back and forth dates runs oddly, and changes nothing else",
    .enabled(if: isLinux, notLinux))
  func clock() throws {
    let shim = try FaultShim.shared.get()
    let folder = try recorded()
    for step in [3600, 1_000_000_000, -40_000_000_000] {
      for calls in [1, 2, 7] {
        let stepped = try shim.run(
          bench, run(), in: folder.path, clockStep: step, every: calls)
        #expect(stepped.exitCode == 0, "\(stepped.errors)")
        #expect(stepped.errors.contains("Recorded as run "), "\(stepped.errors)")
        let rows = stepped.output.split(separator: "\n")
        #expect(rows.count >= 2)
      }
    }
    #expect(try soundRuns(in: folder).count == 10)
    for command in [
      ["history"], ["history", "--format", "json"], ["show", "5"], ["show", Self.series],
      ["check"], ["export", "--format", "csv"], ["export", "--format", "openmetrics"],
      ["report", "--format", "markdown"], ["report", "--output", "site"],
      ["report", "--format", "svg", "--series", Self.series],
    ] {
      let outcome = try bench.run(command + ["--history", "h.sqlite"], in: folder.path)
      #expect([0, 2].contains(outcome.exitCode), "\(command): \(outcome.errors)")
    }
    let night =
      [
        "nightly", "--kernel", "simd", "--image", "flat", "--size", "9x9", "--time", "0.001",
        "--history", "h.sqlite",
      ] + suite.arguments + ["--cache", "cache"]
    for step in [86_400, -86_400] {
      let outcome = try shim.run(bench, night, in: folder.path, clockStep: step, every: 2)
      #expect([0, 2, 3, 4].contains(outcome.exitCode), "\(outcome)")
    }
    #expect(try soundRuns(in: folder).count == 12)
  }
}
