internal import BenchmarkBuilds
internal import CommandText
internal import Measuring
internal import Reporting
internal import TimingHistory

@testable import BenchmarkHarness

/// Nights in memory: what benchmarks take and what sessions say is made up, the rest is real.
final class ScriptedNights {
  let store: HistoryStore
  private(set) var time: Int64 = 0
  var messages: [String] = []
  /// The hash of tonight's build.
  var code = "a"
  var cpu = "Abacus"
  var commit = "c1"
  /// ln(time ÷ reference's time) tonight.
  var level = 0.0
  /// ln(tonight ÷ the other build); nil when it cannot be compared.
  var session: Double? = 0
  var instructions: (base: Int64, tonight: Int64)?
  /// What each benchmark reports beside its time; `nil` for nothing.
  var metric: BenchmarkMetric?
  /// ln(tonight ÷ the other build) of the metric.
  var metricSession = 0.0
  /// Purposes and runs of the sessions that were made.
  var sessions: [(purpose: NightPurpose, base: RunID)] = []
  var measured = 0
  /// How far the values of a session spread, for each part; `nil` for a single value.
  var spreads: [Double]?
  /// Of each measurement, how many times the usual time it was to take.
  var shares: [Double] = []
  var reported: [NightResult] = []
  /// Files that were renamed since the night before.
  var renamedFiles: [(old: String, new: String)] = []
  /// What each benchmark works on; nil for its own name.
  var input: String?
  /// Says why a series is slower; nil where alarms are not explained.
  var explains: ((NightSubject) throws -> NightReason)?
  /// The series that were explained, with the run that they were compared with.
  var explained: [String] = []
  /// Fails at the nth call from outside, as a kill does.
  var killAt: Int?
  private var calls = 0

  init() throws { store = try HistoryStore() }

  /// Nights of which one, of build "a", is over; the next is one of build "b", which sessions
  /// find slower than "a" by a log ratio.
  static func afterOneNight(session: Double? = 0) throws -> ScriptedNights {
    let nights = try ScriptedNights()
    _ = try nights.night()
    nights.code = "b"
    nights.session = session
    return nights
  }

  private func step() throws {
    calls += 1
    if calls == killAt { throw HarnessFailure.interrupted }
  }

  static let inputs: [String?] = ["flat", "noise"]

  /// A night; `resuming` as `--resume`.
  func night(
    resuming: Bool = false, plan: String = "plan", inputs: [String?] = inputs
  ) throws -> NightResult {
    time += 1000
    calls = 0
    let environment = EnvironmentRecord([
      .cpuModel: .known(cpu), .codeHash: .known(code), .gitCommit: .known(commit),
      .gitState: .known("clean"),
    ])
    var run = NightRun(
      store: store, policy: NightlyPolicy(), planText: plan, parts: inputs.count,
      environment: environment,
      measure: { part, run, share in
        try self.step()
        self.shares.append(share)
        return try self.measure(inputs[part], run, part)
      },
      pair: { subject, base, purpose in
        try self.step()
        return try self.pair(subject, base, purpose)
      },
      report: { result in
        try self.step()
        self.reported.append(result)
      }, now: { self.time }, message: { self.messages.append($0.line) }
    )
    run.renamedFiles = { _ in self.renamedFiles }
    run.howToJoin = { "Join '\($0)' and '\($1)'." }
    run.explain = { subject, base in
      guard let explains = self.explains else { return nil }
      self.explained.append("\(subject.series) since \(base.run.value)")
      return try explains(subject)
    }
    return try run.run(resuming: resuming)
  }

  private func measure(
    _ input: String?, _ run: RunID, _ part: Int
  ) throws -> NightMeasured {
    guard let name = input else {
      throw HarnessFailure(message: "'x.png': gone.", status: .missingInput)
    }
    measured += 1
    let times = SeriesRecord(
      name: "simd/\(name)",
      parameters: [BenchmarkParameter("kernel", "simd"), BenchmarkParameter("image", name)])
    var subjects = [NightSubject(series: times.name, benchmark: times.name)]
    let session = try store.beginSession(
      SessionRecord(startedAt: time, clock: .wall), in: run)
    let simd = try store.addMeasurement(
      MeasurementRecord(series: times, codeHash: code, inputHash: self.input ?? name), to: session
    )
    let reference = try store.addMeasurement(
      MeasurementRecord(series: SeriesRecord(name: "ref/\(name)"), isReference: true),
      to: session)
    func epoch(_ wall: UInt64) -> Epoch {
      Epoch(iterations: 1, wall: wall, threadCPU: wall, processCPU: wall)
    }
    let spread = spreads.map { spreads in (-5...5).map { Double($0) / 5 * spreads[part] } }
    for (number, distance) in (spread ?? [0]).enumerated() {
      let nanoseconds = UInt64(1e9 * LogRatio(level + distance).factor)
      try store.addRound(
        number: number, [simd: epoch(nanoseconds), reference: epoch(1_000_000_000)], in: session)
    }
    if let metric {
      let series = SeriesRecord(of: metric, beside: times)
      _ = try store.addMeasurement(
        MeasurementRecord(series: series, codeHash: code, value: metric.value), to: session)
      subjects.append(
        NightSubject(
          series: series.name, benchmark: times.name,
          metric: .init(name: metric.name, better: metric.better)))
    }
    return NightMeasured(subjects: subjects, wrong: [])
  }

  private func pair(
    _ subject: NightSubject, _ base: NightBase, _ purpose: NightPurpose
  ) throws -> NightSession {
    sessions.append((purpose, base.run))
    if subject.metric != nil {
      let launches = purpose.rule.looks.first?.launches ?? 0
      return NightSession(
        logRatios: Array(repeating: metricSession, count: launches), looks: 1)
    }
    guard let session else { throw HarnessFailure.notComparable("it is gone.") }
    let launches = purpose.rule.looks.first?.launches ?? 0
    return NightSession(
      logRatios: (0..<launches).map { session + ($0 % 2 == 0 ? 1e-5 : -1e-5) },
      looks: purpose.rule.looks.count, baseInstructions: instructions?.base,
      tonightInstructions: instructions?.tonight)
  }

  func state(_ series: String = "simd/flat") throws -> SeriesState {
    try store.status(of: series).state
  }
}
