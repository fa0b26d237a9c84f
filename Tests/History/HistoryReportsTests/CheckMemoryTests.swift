internal import HistoryExchange
internal import HistoryReports
internal import Reporting
internal import Testing
internal import TimingHistory

@Suite("Checks that remember what earlier ones found")
struct CheckMemoryTests {
  /// Points of levels, each with a day and a commit.
  private static func rows(_ levels: [(count: Int, level: Double)]) -> [String] {
    levels.flatMap { Array(repeating: $0.level, count: $0.count) }.enumerated().map {
      place, level in
      let day = "2026-0\(1 + place / 28)-\(place % 28 < 9 ? "0" : "")\(place % 28 + 1)"
      return "\(day),commit\(place),\(level * (1 + 0.01 * Double(place * 7 % 5)))"
    }
  }

  private struct Outcome {
    var status = WorkStatus.success
    var text = ""
    var messages: [String] = []
    var memory: CheckMemory?
  }

  private func check(
    _ rows: [String], header: String = "time,commit,value", memory: CheckMemory?,
    newSince: String? = nil
  ) throws -> Outcome {
    var outcome = Outcome()
    var text = ""
    var messages: [String] = []
    var session = CheckSession(
      settings: CheckSettings(newSince: newSince.flatMap(CheckMoment.init)),
      report: .table, memory: memory, output: { text += $0 },
      message: { messages.append("\($0)") })
    outcome.status = session.run(files: ["s.csv"]) { (path) throws(HarnessFailure) in
      try CheckInput(
        path: path, bytes: Array((header + "\n" + rows.joined(separator: "\n") + "\n").utf8))
    }
    outcome.text = text
    outcome.messages = messages
    outcome.memory = session.memory
    return outcome
  }

  @Test("A change fails once; another one fails again")
  func onlyOnce() throws {
    let first = try check(Self.rows([(30, 100), (30, 120)]), memory: CheckMemory())
    #expect(first.status == .slower)
    let second = try check(Self.rows([(30, 100), (34, 120)]), memory: first.memory)
    #expect(second.status == .success)
    #expect(second.text.contains("known changes"))
    #expect(second.messages.isEmpty)
    let third = try check(Self.rows([(30, 100), (40, 120), (20, 150)]), memory: second.memory)
    #expect(third.status == .slower)
    #expect(third.text.contains("code alarm"))
    // Without a memory every change counts.
    let plain = try check(Self.rows([(30, 100), (34, 120)]), memory: nil)
    #expect(plain.status == .slower && plain.memory == nil)
  }

  @Test("A change in the other direction at the same place is another change")
  func direction() throws {
    let first = try check(Self.rows([(30, 100), (30, 120)]), memory: CheckMemory())
    let second = try check(Self.rows([(30, 100), (30, 80)]), memory: first.memory)
    #expect(second.status == .slower)
    #expect(second.messages.contains { $0.contains("no longer seen") })
  }

  @Test("A change is known by its commits, though the oldest rows are gone")
  func movedWindow() throws {
    let rows = Self.rows([(40, 100), (30, 120), (25, 150)])
    let first = try check(Array(rows.prefix(70)), memory: CheckMemory())
    let second = try check(Array(rows[20..<70]), memory: first.memory)
    #expect(second.status == .success)
    let third = try check(Array(rows[20...]), memory: second.memory)
    #expect(third.status == .slower)
  }

  @Test("Without times and commits a change is known by its place, give or take some points")
  func places() throws {
    let values = { (levels: [(Int, Double)]) in
      Self.rows(levels.map { (count: $0.0, level: $0.1) }).map {
        String($0.split(separator: ",")[2])
      }
    }
    let first = try check(
      values([(30, 100), (30, 120)]), header: "value", memory: CheckMemory())
    #expect(first.status == .slower)
    let near = try check(values([(33, 100), (30, 120)]), header: "value", memory: first.memory)
    #expect(near.status == .success)
    let far = try check(values([(45, 100), (30, 120)]), header: "value", memory: first.memory)
    #expect(far.status == .slower)
  }

  @Test("A change that is no longer seen is said once")
  func vanished() throws {
    let first = try check(Self.rows([(30, 100), (30, 120)]), memory: CheckMemory())
    let second = try check(Self.rows([(60, 100)]), memory: first.memory)
    #expect(second.status == .success)
    let lines = second.messages.filter { $0.contains("no longer seen") }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("s: the change of +20") == true)
    let third = try check(Self.rows([(60, 100)]), memory: second.memory)
    #expect(third.messages.isEmpty)
  }

  @Test("Other series stay remembered, and the file says the same when read again")
  func file() throws {
    let named = { (name: String, rows: [String]) in rows.map { "\(name),\($0)" } }
    let header = "series,time,commit,value"
    let both =
      named("a", Self.rows([(30, 100), (30, 120)])) + named("b", Self.rows([(30, 10), (30, 8)]))
    let first = try check(both, header: header, memory: CheckMemory())
    let memory = try #require(first.memory)
    let again = try CheckMemory(bytes: Array(memory.text.utf8), path: "m.json")
    #expect(again == memory)
    let onlyA = try check(
      named("a", Self.rows([(30, 100), (30, 120)])), header: header, memory: again)
    #expect(onlyA.memory == memory)
    let onlyB = try check(
      named("b", Self.rows([(30, 10), (30, 8)])), header: header, memory: onlyA.memory)
    #expect(onlyB.status == .success)
  }

  @Test("A drift is known by its direction")
  func drifts() throws {
    let rising = (0..<400).map { "\(100 * (1 + 0.001 * Double($0)) + Double($0 * 7 % 5) * 0.1)" }
    let first = try check(rising, header: "value", memory: CheckMemory())
    #expect(first.status == .slower)
    let second = try check(rising, header: "value", memory: first.memory)
    #expect(second.status == .success)
  }

  @Test(
    "A file that is none of these is refused, with what is wrong",
    arguments: [
      ("{", "not JSON"), ("[]", "'checkMemory' is missing"),
      (#"{"checkMemory": 2, "series": []}"#, "version 2"),
      (#"{"checkMemory": 1}"#, "'series' is missing"),
      (#"{"checkMemory": 1, "series": [{"name": "s"}]}"#, "no name, changes or drifts"),
      (
        #"{"checkMemory": 1, "series": [{"name": "s", "changes": [{"index": 1}], "drifts": []}]}"#,
        "no name, changes or drifts"
      ),
    ])
  func damaged(text: String, problem: String) throws {
    let failure = #expect(throws: HarnessFailure.self) {
      try CheckMemory(bytes: Array(text.utf8), path: "m.json")
    }
    #expect(failure?.message.contains(problem) == true)
    #expect(failure?.message.contains("'m.json'") == true)
    #expect(failure?.status == .damagedInput)
  }
}
