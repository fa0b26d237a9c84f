internal import Foundation
internal import HistoryExchange
internal import HistorySimulation
internal import Measuring
internal import Testing

@testable internal import TimingHistory
@testable internal import HistoryDashboard

@Suite("What a report reads out of a history")
struct HistoryReportTests {
  @Test("An empty history is a report of nothing")
  func empty() throws {
    let report = try InventedHistory.report(try HistoryStore())
    #expect(report.series.isEmpty && report.runs.isEmpty && report.environments.isEmpty)
    #expect(report.headline == "Nothing was measured yet")
    #expect(report.scalings.isEmpty)
    #expect(report.environmentChanges.isEmpty)
  }

  @Test("Runs, points, ratios and exact intervals come along")
  func points() throws {
    let store = try HistoryStore()
    let run = try store.beginRun(RunRecord(kind: "test", startedAt: 5000, commit: "abc"))
    let session = try store.beginSession(SessionRecord(startedAt: 5000, clock: .wall), in: run)
    let fast = try store.addMeasurement(
      MeasurementRecord(series: SeriesRecord(name: "fast")), to: session)
    let base = try store.addMeasurement(
      MeasurementRecord(series: SeriesRecord(name: "base"), isReference: true), to: session)
    func epoch(_ wall: UInt64) -> Epoch {
      Epoch(
        iterations: 1, wall: wall, threadCPU: wall, processCPU: wall, involuntarySwitches: 0,
        stealTicks: 0)
    }
    for (round, time) in [50, 40, 60, 45, 55, 48, 52].enumerated() {
      let wall = UInt64(time)
      try store.addRound(number: round, [fast: epoch(wall), base: epoch(2 * wall)], in: session)
    }
    let report = try InventedHistory.report(store)
    #expect(
      report.runs == [
        ReportedRun(startedAt: 5000, commit: "abc", note: nil, environment: nil)
      ])
    let point = try #require(report.series.first { $0.record.name == "fast" }?.latest)
    #expect(point.value == 50)
    #expect(point.sampleCount == 7)
    // Seven samples: the first and the last order statistic hold the median with 98.4 %.
    #expect(point.interval == Interval(lower: 40, upper: 60))
    #expect(abs((point.ratio ?? 0) - 0.5) < 1e-12)
    #expect(abs((point.ratioInterval?.lower ?? 0) - 0.5) < 1e-12)
    let reference = try #require(report.series.first { $0.record.name == "base" })
    #expect(reference.latest?.ratio == nil)
    #expect(!reference.watchesRatios)
    #expect(report.series.first { $0.record.name == "fast" }?.watchesRatios == true)
  }

  @Test(
    "Runs stand in the order of their commits where a repository knows it, with times that rise")
  func order() throws {
    let store = try HistoryStore()
    let commits = (0..<40).map { "\($0)".padding(toLength: 40, withPad: "f", startingAt: 0) }
    let series = SeriesRecord(name: "parse")
    // Commits 5, 6 and 30 were made long before the others, or measured long after.
    let days = commits.indices.map { [5: 60, 6: 61, 30: -9][$0] ?? $0 }
    var generator = SeededGenerator(seed: 3)
    for place in commits.indices.shuffled(using: &generator) {
      try InventedHistory.addRun(
        to: store, day: days[place], value: place < 25 ? 100 : 110, series: series,
        commit: commits[place], code: "code \(place)")
    }
    func report(_ order: RevisionOrder?) throws -> HistoryReport {
      try HistoryReport(of: store, madeAt: InventedHistory.start) { _ in order }
    }
    let ordered = try report(RevisionOrder(oldestFirst: commits))
    #expect(ordered.runs.map(\.commit) == commits)
    #expect(zip(ordered.runs, ordered.runs.dropFirst()).allSatisfy { $0.startedAt <= $1.startedAt })
    #expect(ordered.series[0].points.map(\.run) == Array(commits.indices))
    #expect(ordered.series[0].changes.map(\.index) == [25])
    let kept = commits.indices.filter { days[$0] == $0 }
    #expect(
      kept.allSatisfy {
        ordered.runs[$0].startedAt == InventedHistory.start + Int64($0) * InventedHistory.day
      })
    // Without it, by time.
    #expect(try report(nil).runs.first?.commit == commits[30])
    #expect(try report(nil).runs.last?.commit == commits[6])
  }

  @Test(
    "A rise of other code that no night has judged lights up, and one of the same code does not")
  func risen() throws {
    let values = InventedHistory.values([(20, 100), (20, 110)])
    let changed = try InventedHistory.report(try InventedHistory.store(values, builds: [20]))
    #expect(changed.series.map(\.light) == [.risen])
    #expect(changed.series[0].changes.map(\.index) == [20])
    #expect(changed.headline == "1 of 1 series may be slower; not confirmed yet")
    let same = try InventedHistory.report(try InventedHistory.store(values))
    #expect(same.series.map(\.light) == [.ok])
    #expect(same.series[0].changes.map(\.cause) == [.environment])
    #expect(same.headline == "The only series is not slower")
  }

  @Test("A slow rise lights up as a step does, a slow fall does not")
  func drifts() throws {
    var generator = SeededGenerator(seed: 4)
    let noise = NoiseModel.normal.series(count: 200, using: &generator)
    for (slope, light) in [(0.015, SeriesLight.risen), (-0.015, .ok)] {
      let values = noise.enumerated().map { 100 + slope * Double($0) + 0.4 * $1 }
      let store = try InventedHistory.store(values, builds: [100])
      let series = try InventedHistory.report(store).series[0]
      #expect(series.light == light && series.changes.isEmpty)
    }
  }

  @Test("A rise that went by itself, or a fall, needs nobody's attention")
  func passing() throws {
    let gone = InventedHistory.values([(20, 100), (20, 110), (20, 100)])
    #expect(
      try InventedHistory.report(try InventedHistory.store(gone, builds: [20, 40])).series[0].light
        == .ok)
    let fallen = InventedHistory.values([(20, 110), (20, 100)])
    #expect(
      try InventedHistory.report(try InventedHistory.store(fallen, builds: [20])).series[0].light
        == .ok)
  }

  @Test("Judgement of a night goes before the screen")
  func judged() throws {
    let values = InventedHistory.values([(20, 100), (20, 110)])
    let store = try InventedHistory.store(values, builds: [20])
    func light() throws -> SeriesLight { try InventedHistory.report(store).series[0].light }
    try store.apply(.suspicion, to: "simd × photo", at: 1)
    #expect(try light() == .suspect)
    try store.apply(.confirmation, to: "simd × photo", at: 2)
    #expect(try light() == .regressed)
    #expect(try InventedHistory.report(store).headline == "1 of 1 series regressed")
    try store.apply(.acceptance, to: "simd × photo", at: 3, reason: "worth it")
    #expect(try light() == .accepted)
    #expect(try InventedHistory.report(store).series[0].reason == "worth it")
  }

  @Test("A note stands at its point, in JSON and on the page, and changes no light")
  func notes() throws {
    let store = try InventedHistory.store(
      InventedHistory.values([(20, 100), (20, 110)]), builds: [20])
    let name = "simd × photo"
    let run = try store.points(of: name)[20].run
    let plain = try InventedHistory.report(store)
    try store.apply(.note, to: name, run: run, at: 5, reason: "see https://example.org/7")
    let report = try InventedHistory.report(store)
    #expect(report.series[0].notes == [SeriesNote(index: 20, text: "see https://example.org/7")])
    #expect(report.series[0].light == plain.series[0].light)
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(ReportJSON(of: report).text.utf8))
        as? [String: Any])
    let series = try #require((json["series"] as? [[String: Any]])?.first)
    let note = try #require((series["notes"] as? [[String: Any]])?.first)
    #expect(note["index"] as? Int == 20)
    #expect(note["text"] as? String == "see https://example.org/7")
    #expect(DashboardPage(of: report).text.contains("\"notes\":[[20,"))
    #expect(!DashboardPage(of: plain).text.contains("\"notes\":[["))
  }

  @Test("Every state has a light, and a rise changes only the quiet ones")
  func lights() {
    for state in SeriesState.allCases {
      let quiet = SeriesLight(state: state, hasUnjudgedRise: false)
      #expect(quiet.rawValue == state.rawValue)
      let risen = SeriesLight(state: state, hasUnjudgedRise: true)
      #expect(risen == (state == .regressed || state == .suspect ? quiet : .risen))
    }
    #expect(Set(SeriesLight.allCases.map(\.meaning)).count == SeriesLight.allCases.count)
    #expect(SeriesLight.allCases.filter(\.needsAttention) == [.regressed, .suspect, .risen])
    #expect(SeriesLight.allCases.map(\.title) == SeriesLight.allCases.map(\.rawValue))
  }

  @Test("A change of the machine is found, told by field, and not told twice")
  func environments() throws {
    let store = try HistoryStore()
    let series = SeriesRecord(name: "a")
    let models = ["EPYC", "EPYC", "Xeon", nil, "Xeon", "EPYC"]
    for (place, model) in models.enumerated() {
      try InventedHistory.addRun(
        to: store, day: place, value: 1, series: series,
        environment: model.map { EnvironmentRecord([.cpuModel: .known($0)]) })
    }
    let report = try InventedHistory.report(store)
    #expect(report.environments.count == 2)
    #expect(report.runs.map(\.environment) == [0, 0, 1, nil, 1, 0])
    #expect(report.environmentChanges.map(\.run) == [2, 5])
    #expect(
      report.environmentChanges.map { $0.differences.map(\.field) } == [
        [.cpuModel], [.cpuModel],
      ])
    #expect(report.environmentChanges[0].differences[0].value == .known("Xeon"))
    #expect(report.environmentChanges[0].differences[0].other == .known("EPYC"))
  }

  @Test("Time that grows with a size has power 1, from three sizes up; metrics have no cost")
  func scaling() throws {
    let store = try HistoryStore()
    for (size, time) in [("1k", 10.0), ("4k", 40.0), ("16k", 160.0)] {
      func series(_ codec: String, unit: String = "ns", metric: String? = nil) -> SeriesRecord {
        SeriesRecord(
          name: "\(codec)/\(size)\(metric ?? "")", unit: unit,
          parameters: [BenchmarkParameter("codec", codec), BenchmarkParameter("size", size)],
          metric: metric)
      }
      try InventedHistory.addRun(to: store, day: 0, value: time, series: series("lz"))
      try InventedHistory.addRun(
        to: store, day: 0, value: time * time, series: series("range", unit: "ms"))
      try InventedHistory.addRun(
        to: store, day: 0, value: time, series: series("lz", metric: "/wait"))
      if size == "1k" { continue }
      try InventedHistory.addRun(to: store, day: 0, value: time, series: series("copy"))
    }
    let report = try InventedHistory.report(store)
    let scalings = report.scalings
    #expect(scalings.map(\.others) == [[.init("codec", "lz")], [.init("codec", "range")]])
    #expect(scalings.map(\.parameter) == ["size", "size"])
    #expect(abs(scalings[0].fit.exponent - 1) < 1e-9)
    #expect(abs(scalings[1].fit.exponent - 2) < 1e-9)
    #expect(
      scalings[0].points.map { report.series[$0.place].record.name } == [
        "lz/1k", "lz/4k", "lz/16k",
      ])
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(ReportJSON(of: report).text.utf8))
        as? [String: Any])
    let written = try #require((json["scalings"] as? [[String: Any]])?.last)
    #expect(written["parameter"] as? String == "size")
    #expect(written["series"] as? [String] == ["range/1k", "range/4k", "range/16k"])
  }

  @Test(
    "A metric is worse as its suite says: less of what more is better of, any other of what must stay",
    arguments: [
      (BenchmarkMetric.Better.less, 110.0, "risen"), (.less, 90, "ok"), (.more, 90, "fallen"),
      (.more, 110, "ok"), (.equal, 110, "changed"), (.equal, 90, "changed"),
    ])
  func directions(better: BenchmarkMetric.Better, level: Double, title: String) throws {
    func series(_ levels: [(Int, Double)]) throws -> ReportedSeries {
      let store = try InventedHistory.store(
        InventedHistory.values(levels.map { (count: $0.0, level: $0.1) }), builds: [20, 40],
        series: SeriesRecord(name: "m", unit: "", metric: "m", better: better))
      return try InventedHistory.report(store).series[0]
    }
    let one = try series([(20, 100), (20, level)])
    #expect(one.lightTitle == title)
    #expect(one.light == (title == "ok" ? .ok : .risen))
    // As it was before, nothing is left of it.
    let after = try series([(20, 100), (20, level), (20, 100)])
    #expect(after.lightTitle == undone(better, level))
  }

  /// The light of a level of 100 that comes after another one: it may be the one that is worse.
  private func undone(_ better: BenchmarkMetric.Better, _ level: Double) -> String {
    switch better {
    case .less: level < 100 ? "risen" : "ok"
    case .more: level > 100 ? "fallen" : "ok"
    case .equal: "ok"
    }
  }

  @Test("Only the series that were asked for are read, with their runs")
  func selection() throws {
    let store = try HistoryStore()
    for (place, name) in ["a", "b", "a"].enumerated() {
      try InventedHistory.addRun(
        to: store, day: place, value: 1, series: SeriesRecord(name: name))
    }
    let report = try HistoryReport(of: store, madeAt: 0, series: ["b"])
    #expect(report.series.map(\.record.name) == ["b"])
    #expect(report.runs.count == 1)
    #expect(throws: HistoryError.self) {
      try HistoryReport(of: store, madeAt: 0, series: ["c"])
    }
  }

  @Test("The example holds one of everything")
  func example() throws {
    let report = try InventedHistory.example.get()
    #expect(report.runs.count == 100)
    #expect(report.runs.last?.startedAt == InventedHistory.start)
    #expect(Set(report.series.map(\.light)) == Set(SeriesLight.allCases).subtracting([.ended]))
    #expect(report.environmentChanges.count == 1)
    #expect(report.series.count { $0.record.metric == "ratio" } == 15)
    #expect(report.scalings.count == 10 && Set(report.scalings.map(\.parameter)) == ["size"])
    let lz = try #require(report.series.first { $0.record.name == "lz × level 1 × 24 MB" })
    // Slower by 6.1 % from night 71 on.
    let change = try #require(lz.changes.first)
    #expect(lz.changes.count == 1 && abs(change.index - 71) <= 3)
    #expect(abs(change.effect - 0.061) < 0.005)
  }

  @Test("The example is the same every time, for any number of nights and one of its own a seed")
  func exampleAgain() throws {
    func report(_ nights: Int, seed: UInt64) throws -> HistoryReport {
      let store = try HistoryStore()
      try ExampleHistory(
        nights: nights, endingAt: InventedHistory.start, seed: seed, rounds: 2
      ).record(in: store)
      return try InventedHistory.report(store)
    }
    #expect(try report(3, seed: 1) == report(3, seed: 1))
    #expect(try report(3, seed: 1) != report(3, seed: 2))
    #expect(try report(0, seed: 1).series.isEmpty)
    #expect(try report(1, seed: 1).runs.count == 1)
  }
}
