internal import Measuring
internal import OrderedJSON
internal import Testing

@testable import BenchmarkHarness

@Suite("Metrics of two sides")
struct MetricChangeTests {
  private func metric(
    _ value: Double, _ better: BenchmarkMetric.Better, unit: String = "B", name: String = "size"
  ) -> BenchmarkMetric {
    BenchmarkMetric(name: name, title: "the size", value: value, unit: unit, better: better)
  }

  private func change(_ base: BenchmarkMetric?, _ candidate: BenchmarkMetric?) -> MetricChange {
    MetricChange(base: base, candidate: candidate)
  }

  @Test("less, more and equal say what a change means")
  func verdicts() {
    func verdict(_ better: BenchmarkMetric.Better, _ base: Double, _ candidate: Double)
      -> MetricChange.Verdict
    {
      change(metric(base, better), metric(candidate, better)).verdict
    }
    #expect(verdict(.less, 2, 1) == .better && verdict(.less, 1, 2) == .worse)
    #expect(verdict(.more, 1, 2) == .better && verdict(.more, 2, 1) == .worse)
    #expect(verdict(.equal, 1, 1.000_001) == .differs)
    for better in BenchmarkMetric.Better.allCases { #expect(verdict(better, 3, 3) == .same) }
    #expect(verdict(.less, 0, -1) == .better && verdict(.less, 0, 0) == .same)
  }

  @Test("units that differ, no number and a side without the metric are not compared")
  func notComparable() {
    let one = metric(1, .less)
    for other in [metric(1, .less, unit: "kB"), metric(.nan, .less), metric(.infinity, .less), nil]
    {
      #expect(change(one, other).verdict == .notComparable)
      #expect(change(other, one).verdict == .notComparable)
    }
    // Not a number is not equal to itself, and no change either.
    #expect(change(metric(.nan, .equal), metric(.nan, .equal)).verdict == .notComparable)
  }

  @Test("people read the title, both values and what it means; nothing where nothing changed")
  func words() {
    #expect(change(metric(1, .less), metric(1, .less)).words == nil)
    #expect(
      change(metric(100, .less), metric(250, .less)).words == "the size: 100 B → 250 B, worse")
    #expect(
      change(metric(1, .equal), metric(2, .equal)).words
        == "the size: 1.00 B → 2.00 B, must be equal")
    #expect(
      change(metric(1, .less), metric(1, .less, unit: "kB")).words
        == "the size: 1.00 B and 1.00 kB are in different units")
    #expect(
      change(metric(1, .less), metric(.nan, .less)).words
        == "the size: 1.00 B and no number cannot be compared")
    #expect(
      change(metric(1, .less), nil).words == "the size: 1.00 B, and the candidate reports none")
    #expect(change(nil, metric(1, .less)).words == "the size: 1.00 B, and the base reports none")
  }

  @Test("sides are paired by name, in the order of the candidate; what one has alone comes along")
  func pairs() {
    let base = [
      metric(1, .less, name: "a"), metric(2, .less, name: "b"), metric(3, .less, name: "c"),
    ]
    let candidate = [
      metric(5, .less, name: "d"), metric(4, .less, name: "b"), metric(1, .less, name: "a"),
    ]
    let changes = MetricChange.changes(from: base, to: candidate)
    #expect(changes.map(\.name) == ["d", "b", "a", "c"])
    #expect(changes.map { $0.base?.value } == [nil, 2, 1, 3])
    #expect(changes.map { $0.candidate?.value } == [5, 4, 1, nil])
  }

  @Test("programs get values, unit and verdict; no number is null")
  func json() {
    let json = change(metric(1, .less), metric(.nan, .less)).json
    #expect(json["name"]?.string == "size" && json["unit"]?.string == "B")
    #expect(json["base"]?.number == 1 && json["candidate"] == .null)
    #expect(json["verdict"]?.string == "notComparable")
  }
}
