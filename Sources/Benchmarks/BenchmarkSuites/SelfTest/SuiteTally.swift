internal import BenchmarkHarness
package import Measuring
package import OrderedJSON
internal import Reporting

/// What sessions of a suite's benchmarks against themselves came to: together, and for each.
package struct SuiteTally {
  let test: SelfTest.Kind
  let gate: Percentage?
  var benchmarks: [(benchmark: SuiteBenchmark, tally: SelfTest.Tally)] = []

  /// Takes in a session, if it was completed.
  ///
  /// - Parameters:
  ///   - result: the session.
  ///   - benchmark: the benchmark that was compared with itself.
  ///   - seconds: how long the session took.
  package mutating func add(_ result: SessionResult, of benchmark: SuiteBenchmark, seconds: Double)
  {
    guard result.end == .decided else { return }
    var place = benchmarks.firstIndex { $0.benchmark.name == benchmark.name }
    if place == nil {
      place = benchmarks.endIndex
      benchmarks.append((benchmark, SelfTest.Tally(kind: test, gate: gate)))
    }
    if let place { benchmarks[place].tally.add(result, seconds: seconds) }
  }

  /// The benchmarks for people, a line each; empty without sessions.
  package var table: String {
    guard !benchmarks.isEmpty else { return "" }
    var isInjected = false
    if case .injected = test { isInjected = true }
    var table = TextTable(
      columns: [
        .init("benchmark", .left), .init("kind", .left), .init("sessions"),
        .init(gate != nil ? "slower" : isInjected ? "found" : "alarms"),
        .init(gate != nil ? "passed" : "same"), .init("intervals with the truth"),
        .init("largest error"), .init("a session"),
      ])
    for (benchmark, tally) in benchmarks {
      table.append(
        [
          printable(benchmark.name), benchmark.kind, "\(tally.sessions)",
          "\(gate != nil || isInjected ? tally.slower : tally.alarms)",
          "\(gate != nil ? tally.passed : tally.same)", "\(tally.covered)",
          Decimals.fixed(tally.largestError * 100, places: 2) + " %",
          Quantities.time(tally.seconds / Double(tally.sessions)),
        ].map { TextTable.Cell($0) })
    }
    return "\n" + table.lines().joined(separator: "\n") + "\n"
  }

  /// The benchmarks for programs, with the fields of the whole test each.
  package var json: JSONValue {
    .array(
      benchmarks.map { benchmark, tally in
        guard case .object(let fields) = tally.json else { return tally.json }
        return .object(
          [
            .init("benchmark", .string(benchmark.name)), .init("kind", .string(benchmark.kind)),
          ] + fields)
      })
  }
}
