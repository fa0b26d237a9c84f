import CommandTestSupport
import Files
import Measuring
import OrderedJSON
import Testing

@testable import KernelGoals

@Suite("What machines measured of the goals")
struct GoalRecordTests {
  private func result(
    _ title: String, _ value: Double, limit: Goal.Limit = .atMost(3)
  ) -> GoalResult {
    GoalResult(
      image: "photo", pixelCount: 24_000_000, title: title, isTime: false, value: value,
      interval: (value - 0.1)...(value + 0.1), limit: limit)
  }

  private func record(_ name: String, _ results: [GoalResult]) -> GoalRecord {
    GoalRecord(
      machine: GoalMachine(name: name, fingerprint: "print of \(name)"), day: "2026-11-22",
      commit: "0123456789abcdef", results: results)
  }

  @Test("a machine is its processor, cores and quota, whatever the compiler")
  func machines() {
    var environment = EnvironmentRecord([
      .cpuModel: .known("Some Processor"), .cores: .known("2 usable of 2 online"),
      .swiftVersion: .known("Swift 6.3"),
    ])
    let machine = GoalMachine(environment)
    #expect(machine.name == "Some Processor, 2 usable of 2 online")
    environment[.swiftVersion] = .known("Swift 6.4")
    environment[.operatingSystemKernel] = .known("Linux 7")
    #expect(GoalMachine(environment) == machine)
    environment[.cores] = .known("4 usable of 4 online")
    #expect(GoalMachine(environment).fingerprint != machine.fingerprint)
  }

  @Test("records come back as they were kept, the last of each machine")
  func keeping() throws {
    let folder = try TemporaryFolder()
    let records = GoalRecords(folder: folder.file("a/b"))
    #expect(records.load().records == [])
    let second = record(
      "second", [result("a ÷ b", 2), result("c ÷ d", 5, limit: .atLeast(4))])
    _ = try records.keep(record("first", [result("a ÷ b", 9)]))
    _ = try records.keep(second)
    let newer = record("first", [result("a ÷ b", 1)])
    let path = try records.keep(newer)
    let (found, problems) = records.load()
    #expect(found == [newer, second])
    #expect(problems == [])
    try writeFile(Array("{}".utf8), to: path, replacingExisting: true)
    let broken = records.load()
    #expect(broken.records == [second])
    #expect(broken.problems.count == 1)
    #expect(broken.problems.first?.contains("is not a record of goals. Remove it") == true)
  }

  @Test("a goal is met on all machines, missed on one, or open where one has not measured it")
  func comparison() {
    let comparison = GoalComparison(records: [
      record("first", [result("a ÷ b", 2), result("c ÷ d", 2), result("e ÷ f", 2)]),
      record("second", [result("a ÷ b", 2.5), result("c ÷ d", 4)]),
    ])
    let lines = comparison.table.split(separator: "\n").map(String.init)
    #expect(lines[0] == "[1] first, measured on 2026-11-22, commit 0123456")
    #expect(lines.contains { $0.contains("a ÷ b  ≤ 3.00  2.00  2.50  met") }, "\(lines)")
    #expect(lines.contains { $0.contains("c ÷ d  ≤ 3.00  2.00  4.00  missed") }, "\(lines)")
    #expect(lines.contains { $0.contains("e ÷ f  ≤ 3.00  2.00     –  open") }, "\(lines)")
    #expect(comparison.json["machines"]?.elements?.count == 2)
  }

  @Test("a result with an impossible interval or two limits is not read")
  func foreign() throws {
    let good = result("a ÷ b", 2).json
    #expect(GoalResult(good) == result("a ÷ b", 2))
    let fields = try #require(good.fields)
    let doubled = JSONValue.object(fields + [.init("atLeast", .number(1))])
    #expect(GoalResult(doubled) == nil)
    let turned = JSONValue.object(
      fields.map {
        $0.name == "interval" ? .init("interval", .array([.number(3), .number(1)])) : $0
      })
    #expect(GoalResult(turned) == nil)
  }
}
