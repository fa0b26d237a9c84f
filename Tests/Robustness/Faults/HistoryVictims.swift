internal import CommandTestSupport
internal import Foundation
internal import GRDB
internal import TimingHistory

/// A history, and the runs that were finished in it.
private struct WatchedHistory {
  let path: String
  private var finished: [Int64: Int] = [:]

  init(path: String) { self.path = path }

  /// Looks whether the file is sound and holds all that was finished before.
  ///
  /// - Parameter isLonger: whether another run must have been finished.
  /// - Throws: what is wrong.
  mutating func check(isLonger: Bool) throws {
    guard FileManager.default.fileExists(atPath: path) else {
      guard finished.isEmpty, !isLonger else { throw KillCheck.Finding("the history is gone") }
      return
    }
    let store = try HistoryStore(path: path)
    var found: [Int64: Int] = [:]
    for run in try store.runs() where run.finishedAt != nil {
      found[run.id.value] = run.sampleCount
    }
    try store.close()
    for (run, samples) in finished where found[run] != samples {
      throw KillCheck.Finding("run \(run) had \(samples) samples, now \(found[run] ?? 0)")
    }
    if isLonger, found.count <= finished.count { throw KillCheck.Finding("no run was added") }
    finished = found
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    let verdict = try queue.read { database in
      let orphans = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").count
      let pages = try String.fetchOne(database, sql: "PRAGMA integrity_check") ?? "no answer"
      return orphans == 0 ? pages : "\(orphans) rows of nothing"
    }
    guard verdict == "ok" else { throw KillCheck.Finding("the history is damaged: \(verdict)") }
  }
}

/// `bench run`, recording.
struct RunVictim: Victim {
  let name = "bench run"
  let command: BuiltCommand
  private let suite: KernelSuite
  private var history: WatchedHistory

  init(_ folder: TemporaryFolder) throws {
    command = try BuiltCommand("bench")
    suite = try KernelSuite()
    history = WatchedHistory(path: folder.path + "/run.sqlite")
  }

  var arguments: [String] {
    [
      "run", "--method", "histogram", "--image", "flat", "--image", "noise", "--size", "64x64",
      "--time", "0.05", "--in-place", "--history", "run.sqlite",
    ] + suite.arguments
  }

  mutating func checkAfterKill() throws { try history.check(isLonger: false) }
  mutating func checkAfterRun() throws { try history.check(isLonger: true) }
}

/// `bench nightly`, resumed after each kill.
struct NightVictim: Victim {
  let name = "bench nightly"
  let command: BuiltCommand
  private let folder: TemporaryFolder
  private let suite: KernelSuite
  private var history: WatchedHistory

  init(_ folder: TemporaryFolder) throws {
    command = try BuiltCommand("bench")
    self.folder = folder
    suite = try KernelSuite()
    history = WatchedHistory(path: folder.path + "/night.sqlite")
  }

  var arguments: [String] {
    [
      "nightly", "--image", "photo", "--image", "noise", "--size", "1MP", "--kernel", "simd",
      "--time", "0.02", "--history", "night.sqlite", "--cache", "cache", "--report", "night.md",
    ] + suite.arguments
  }
  var nextArguments: [String] { arguments + ["--resume"] }
  /// Whether equal builds look equal is up to the machine.
  var goodCodes: [Int32] { [0, 2, 3, 4] }

  mutating func checkAfterKill() throws {
    try history.check(isLonger: false)
    if let report = folder.bytes("night.md") { try check(report) }
  }

  mutating func checkAfterRun() throws {
    try history.check(isLonger: false)
    guard let report = folder.bytes("night.md") else { throw KillCheck.Finding("no report") }
    try check(report)
    let left = try folder.leftovers()
    guard left.isEmpty else { throw KillCheck.Finding("left over: \(left)") }
  }

  private func check(_ report: [UInt8]) throws {
    let text = String(decoding: report, as: UTF8.self)
    guard text.hasPrefix("### "), text.hasSuffix("\n") else {
      throw KillCheck.Finding("the report is cut")
    }
  }
}
