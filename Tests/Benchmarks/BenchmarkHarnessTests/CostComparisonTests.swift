internal import Measuring
internal import OrderedJSON
internal import Testing

@testable import BenchmarkHarness

/// What calls take by count, and what a difference is.
@Suite("Costs by count")
struct CostComparisonTests {
  private func cost(
    _ instructions: CountRange, allocations: CountRange = CountRange(0, 0)
  ) -> CallCostCount {
    .counted(
      CallCost(
        instructions: instructions, allocations: allocations, allocatedBytes: CountRange(0, 0),
        calls: 10))
  }

  private func verdict(
    _ base: CountRange, _ candidate: CountRange
  ) -> CostComparison.Verdict? {
    CostComparison(base: cost(base), candidate: cost(candidate)).counts(.instructions)?.verdict
  }

  @Test("both counts of a side must be above both of the other, by a thousandth")
  func verdicts() {
    #expect(verdict(CountRange(1000, 1000), CountRange(1000, 1000)) == .same)
    #expect(verdict(CountRange(1000, 1000), CountRange(1002, 1002)) == .more)
    #expect(verdict(CountRange(1002, 1002), CountRange(1000, 1000)) == .less)
    #expect(verdict(CountRange(10_000, 10_000), CountRange(10_009, 10_009)) == .same)
    #expect(verdict(CountRange(1000, 1100), CountRange(1050, 1300)) == .same)
    #expect(verdict(CountRange(0, 0), CountRange(1, 1)) == .more)
    #expect(CountRange(5, -3) == CountRange(0, 5))
  }

  @Test("words say both counts, JSON also what counted")
  func words() throws {
    let costs = CostComparison(
      base: cost(CountRange(200, 200), allocations: CountRange(0, 0)),
      candidate: cost(CountRange(100, 100), allocations: CountRange(1.5, 1.5)))
    #expect(
      costs.words == [
        "instructions a call: 200 → 100, -50.0 %, less", "allocations a call: 0 → 1.50, more",
        "allocated bytes a call: 0 on both sides",
      ])
    #expect(costs.changes.count == 2)
    #expect(costs.json(.allocations)["verdict"]?.string == "more")
    #expect(costs.json(.instructions)["change"]?.number == -0.5)
    let none = CostComparison(base: cost(CountRange(1, 1)), candidate: .unavailable("no valgrind"))
    #expect(none.words == ["instructions and allocations not counted: no valgrind"])
    #expect(none.changes == none.words)
    #expect(none.json(.instructions)["unavailable"]?.string == "no valgrind")
  }

  @Test("a count needs the program's totals")
  func noTotals() {
    let counter = ValgrindCounter(valgrind: "/usr/bin/false")
    #expect(counter.count(calls: 1) { _, _ in } == .unavailable("valgrind wrote no total"))
    let failing = counter.countWhole { _, _ throws(WorkerFailure) in throw .reported("no") }
    guard case .unavailable(let why) = failing else {
      Issue.record("counted: \(failing)")
      return
    }
    #expect(why.contains("no"))
  }

  @Test("the numbers of dhat's log, with their commas")
  func log() {
    let text = "==7== DHAT\n==7== Total:     1,231,684 bytes in 1,064 blocks\n==7== At t-gmax: 1\n"
    #expect(ValgrindCounter.allocations(inLog: Array(text.utf8)) == [1064, 1_231_684])
    #expect(ValgrindCounter.allocations(inLog: Array("==7== Total: none".utf8)) == nil)
  }
}
