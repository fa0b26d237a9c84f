internal import ExchangeDocuments
internal import HistorySimulation
internal import Measuring
internal import Testing

@testable internal import TimingHistory

@Suite("The nightly policy")
struct NightlyPolicyTests {
  private let policy = NightlyPolicy()

  /// Forty nights of 1 % noise with a step; each night has its own build unless told otherwise.
  private func history(
    step: Double = 0, at night: Int = 30,
    build: (Int) -> BuildIdentity = { .init(codeHash: "\($0)") }
  ) -> [NightlyPolicy.Point] {
    var generator = SeededGenerator(seed: 4)
    return NoiseModel.normal.series(count: 40, using: &generator).enumerated().map {
      NightlyPolicy.Point(
        run: RunID(Int64($0)), logRatio: 0.01 * $1 + ($0 >= night ? step : 0), build: build($0))
    }
  }

  private func suspect(since run: Int64 = 30) -> SeriesStatus {
    var status = SeriesStatus()
    try? status.apply(.suspicion, run: RunID(run))
    return status
  }

  private func regressed() -> SeriesStatus {
    var status = suspect()
    try? status.apply(.confirmation, run: RunID(31))
    return status
  }

  private func launches(_ level: Double, count: Int = 20, spread: Double = 0.001)
    -> PairedConfirmation
  {
    PairedConfirmation(
      logRatios: (0..<count).map { level + spread * (Double($0) / Double(count - 1) - 0.5) })
  }

  @Test("A quiet history is quiet, a step is suspicious, and its place is known")
  func screening() throws {
    #expect(policy.screen(history: [], status: SeriesStatus()) == .quiet)
    #expect(policy.screen(history: history(), status: SeriesStatus()) == .quiet)
    let points = history(step: 0.05)
    let screening = policy.screen(history: points, status: SeriesStatus())
    let shift = try #require(screening.shift)
    #expect(screening == .suspicious(shift))
    #expect(shift.since == RunID(30))
    #expect(shift.change?.index == 30)
    // Room for a misplaced change: nights 27 to 29 may already be slow.
    let good = policy.lastGood(history: points, status: SeriesStatus(), shift: shift)
    #expect(good?.run == RunID(26))
  }

  @Test("Places count the whole history, however little of it is screened")
  func window() {
    var policy = policy
    policy.window = 25
    let shift = policy.screen(history: history(step: 0.05), status: SeriesStatus()).shift
    #expect(shift?.since == RunID(30))
    #expect(shift?.change?.index == 30)
  }

  @Test("The same machine code on the same input vetoes a shift; an unknown hash does not")
  func veto() {
    let same = history(step: 0.05) { _ in .init(codeHash: "c", inputHash: "i") }
    guard case .vetoed(let shift) = policy.screen(history: same, status: SeriesStatus()) else {
      Issue.record("not vetoed")
      return
    }
    #expect(shift.since == RunID(30))
    let unknown = history(step: 0.05) { _ in .init(codeHash: "c") }
    #expect(
      policy.screen(history: unknown, status: SeriesStatus()).shift?.since == RunID(30))
    let night = NightCase(
      series: "s", status: SeriesStatus(), screening: .vetoed(shift))
    let (outcomes, verdict) = policy.decide([night])
    #expect(outcomes.first?.finding == .environment)
    #expect(outcomes.first?.cause == .environment)
    // A shift that was put down to the environment is settled, and not told again tomorrow.
    #expect(outcomes.first?.events == [.suspicion, .dismissal])
    #expect(verdict == .environmentChanged)
  }

  @Test("Shifts that were settled are not brought up again; open alerts are")
  func settled() throws {
    let points = history(step: 0.05)
    var accepted = regressed()
    try accepted.apply(.acceptance, run: RunID(33), reason: "known")
    #expect(policy.screen(history: points, status: accepted) == .quiet)
    let open = policy.screen(history: history(), status: suspect())
    #expect(open == .suspicious(.init(since: RunID(30), change: nil)))
    #expect(policy.screen(history: history(), status: regressed()).shift?.since == RunID(30))
    let interval = Interval(lower: 0.01, upper: 0.02)
    let paired = policy.screen(
      history: history(), status: SeriesStatus(), pairedInterval: interval)
    #expect(paired == .suspicious(.init(since: RunID(39), change: nil)))
    let shift = try #require(paired.shift)
    let good = policy.lastGood(history: history(), status: SeriesStatus(), shift: shift)
    #expect(good?.run == RunID(38))
    let gone = NightlyPolicy.Shift(since: RunID(99), change: nil)
    #expect(policy.lastGood(history: history(), status: SeriesStatus(), shift: gone) == nil)
    var pruned = SeriesStatus()
    try pruned.apply(.suspicion, run: nil)
    try pruned.apply(.confirmation, run: nil)
    let tonight = NightlyPolicy.Shift(since: RunID(39), change: nil)
    #expect(policy.lastGood(history: history(), status: pruned, shift: tonight) == nil)
    let nothing = Interval(lower: -0.01, upper: 0.02)
    #expect(
      policy.screen(history: history(), status: SeriesStatus(), pairedInterval: nothing) == .quiet)
  }

  /// What one suspicious series comes to.
  private func decide(
    _ confirmation: PairedConfirmation?, status: SeriesStatus = SeriesStatus(),
    lastGood: BuildIdentity = .init(), tonight: BuildIdentity = .init()
  ) -> (outcome: NightOutcome?, verdict: NightVerdict) {
    let shift = NightlyPolicy.Shift(since: RunID(30), change: nil)
    let (outcomes, verdict) = policy.decide([
      NightCase(
        series: "s", status: status, screening: .suspicious(shift), confirmation: confirmation,
        lastGood: lastGood, tonight: tonight)
    ])
    return (outcomes.first, verdict)
  }

  @Test("Slower, faster, the same, and cannot tell")
  func findings() {
    let slower = decide(launches(0.02))
    #expect(slower.outcome?.finding == .slower)
    #expect(slower.outcome?.events == [.suspicion, .confirmation])
    #expect(slower.outcome?.suspectedSince == RunID(30))
    #expect(slower.verdict == .regression)
    #expect(slower.verdict.rawValue == 2)
    let faster = decide(launches(-0.02))
    #expect(faster.outcome?.finding == .faster)
    #expect(faster.outcome?.events == [.suspicion, .dismissal])
    #expect(faster.verdict == .clean)
    let same = decide(launches(0))
    #expect(same.outcome?.finding == .same)
    #expect(same.outcome?.cause == nil)
    #expect(same.verdict == .clean)
    // Real, but less than a percent: not a regression.
    #expect(decide(launches(0.004)).outcome?.finding == .same)
    #expect(decide(launches(-0.004)).outcome?.finding == .faster)
    for doubtful in [nil, PairedConfirmation(logRatios: []), launches(0.02, count: 5)] {
      let result = decide(doubtful)
      #expect(result.outcome?.finding == .cannotTell)
      #expect(result.outcome?.events == [.suspicion])
      #expect(result.verdict == .cannotTell)
    }
    #expect(decide(launches(0.009, spread: 0.01)).outcome?.finding == .cannotTell)
  }

  @Test("Where the suite has a gate, its verdict decides")
  func gate() {
    let findings: [(Verdict, NightOutcome.Finding)] = [
      (.slower, .slower), (.noSlower, .same), (.same, .same), (.faster, .faster),
      (.cannotTell(morePairs: 3), .cannotTell),
    ]
    for (verdict, finding) in findings {
      for level in [0.02, 0, -0.02] {
        var confirmation = launches(level)
        confirmation.verdict = verdict
        #expect(decide(confirmation).outcome?.finding == finding)
      }
    }
  }

  @Test("A regressed series stays so until a session shows it as fast as before")
  func recovery() {
    #expect(decide(launches(0.02), status: regressed()).outcome?.events == [.confirmation])
    #expect(decide(launches(0), status: regressed()).outcome?.events == [.recovery])
    #expect(decide(launches(-0.02), status: regressed()).outcome?.events == [.recovery])
    #expect(decide(nil, status: regressed()).outcome?.events == [])
    #expect(
      decide(launches(0.02), status: suspect()).outcome?.events == [.suspicion, .confirmation])
  }

  @Test("The cause is told from hashes and instruction counts")
  func causes() {
    func build(_ code: String?, _ instructions: Int64?) -> BuildIdentity {
      BuildIdentity(codeHash: code, inputHash: "i", instructions: instructions)
    }
    let old = build("a", 1_000_000)
    #expect(ShiftCause(from: old, to: build("a", 2_000_000)) == .environment)
    #expect(ShiftCause(from: old, to: build("b", 1_004_000)) == .work)
    #expect(ShiftCause(from: old, to: build("b", 990_000)) == .work)
    #expect(ShiftCause(from: old, to: build("b", 1_000_500)) == .layout)
    #expect(ShiftCause(from: old, to: build("b", 1_002_000)) == .unexplained)
    #expect(ShiftCause(from: old, to: build("b", nil)) == .unexplained)
    #expect(ShiftCause(from: build(nil, nil), to: build(nil, nil)) == .unexplained)
    let (outcome, _) = decide(launches(0.02), lastGood: old, tonight: build("b", 1_100_000))
    #expect(outcome?.cause == .work)
  }

  @Test("Regression outranks doubt, doubt outranks a changed environment")
  func verdicts() {
    let shift = NightlyPolicy.Shift(since: RunID(1), change: nil)
    func night(_ screening: NightlyPolicy.Screening, _ session: PairedConfirmation?) -> NightCase {
      NightCase(
        series: "s", status: SeriesStatus(), screening: screening, confirmation: session)
    }
    let quiet = night(.quiet, nil)
    let moved = night(.vetoed(shift), nil)
    let doubt = night(.suspicious(shift), nil)
    let slow = night(.suspicious(shift), launches(0.05))
    #expect(policy.decide([]).verdict == .clean)
    #expect(policy.decide([quiet]).verdict == .clean)
    #expect(policy.decide([quiet], environmentChanged: true).verdict == .environmentChanged)
    #expect(policy.decide([quiet, moved]).verdict == .environmentChanged)
    #expect(policy.decide([quiet, moved, doubt]).verdict == .cannotTell)
    #expect(policy.decide([moved, slow, doubt]).verdict == .regression)
    #expect(policy.decide([moved, slow]).outcomes.map(\.finding) == [.environment, .slower])
  }

  @Test("Holm: the smaller the p-value, the stricter its share")
  func holm() {
    #expect(HolmCorrection.rejected(pValues: [], alpha: 0.05) == [])
    #expect(
      HolmCorrection.rejected(pValues: [0.01, 0.04, 0.03, 0.005], alpha: 0.05)
        == [true, false, false, true])
    #expect(HolmCorrection.rejected(pValues: [0.024, 0.04], alpha: 0.05) == [true, true])
    #expect(HolmCorrection.rejected(pValues: [0.026, 0.04], alpha: 0.05) == [false, false])
  }

  @Test("The p-value is the sign test's, times the looks")
  func pValues() {
    let all = PairedConfirmation(logRatios: Array(repeating: 0.1, count: 12), looks: 4)
    #expect(abs(all.pValue - 4 * 2 / 4096) < 1e-15)
    let most = PairedConfirmation(logRatios: [-1, 1, 1, 1, 0], looks: 1)
    #expect(abs(most.pValue - 0.625) < 1e-12)
    #expect(PairedConfirmation(logRatios: [], looks: 0).pValue == 1)
    #expect(PairedConfirmation(logRatios: [1, -1]).pValue == 1)
    #expect(PairedConfirmation(logRatios: [1, -1]).interval(alpha: 0.05) == nil)
  }

  @Test("Markdown puts regressions first and leaves out what is quiet")
  func markdown() {
    func outcome(
      _ series: String, _ finding: NightOutcome.Finding, _ factor: Double?, _ cause: ShiftCause?
    ) -> NightOutcome {
      NightOutcome(
        series: series, finding: finding, cause: cause,
        effect: factor.flatMap { LogRatio(factor: $0) }, events: [], suspectedSince: nil)
    }
    let text = NightMarkdown.text(
      [
        outcome("quiet", .quiet, nil, nil), outcome("same", .same, 1, nil),
        outcome("a|b<c>\n", .faster, 0.975, .layout), outcome("d", .cannotTell, nil, nil),
        outcome("simd", .slower, 1.0205, .work),
      ], verdict: .regression)
    #expect(
      text == """
        ### 1 of 5 series became slower.

        | series | finding | change | cause |
        |---|---|--:|---|
        | simd | slower | +2.05 % | work |
        | d | cannot tell |  |  |
        | a\\|b&lt;c&gt;  | faster | −2.50 % | layout |
        | same | same | 0.00 % |  |

        """)
    #expect(NightMarkdown.text([], verdict: .clean) == "### No series is slower.\n")
    #expect(NightMarkdown.text([], verdict: .cannotTell).contains("could not be settled"))
    #expect(NightMarkdown.text([], verdict: .environmentChanged).contains("environment changed"))
  }

  @Test(
    "A metric is judged by its own direction, and named so",
    arguments: [
      (BenchmarkMetric.Better.less, 1.05, "worse"), (.less, 0.95, "better"),
      (.more, 1.05, "better"), (.more, 0.95, "worse"), (.equal, 1.05, "changed"),
      (.equal, 0.95, "changed"), (.equal, 1.0001, "changed"), (.equal, 1, "same"),
      (.less, 1.0001, "same"), (.more, 0.9999, "same"), (.more, 1, "same"),
    ])
  func metrics(better: BenchmarkMetric.Better, factor: Double, word: String) throws {
    let confirmation = PairedConfirmation(
      metrics: Array(repeating: (lastGood: 2000, tonight: 2000 * factor), count: 20))
    let night = NightCase(
      series: "s", status: SeriesStatus(),
      screening: .suspicious(.init(since: RunID(30), change: nil)), confirmation: confirmation,
      better: better)
    let (outcomes, verdict) = policy.decide([night])
    let outcome = try #require(outcomes.first)
    #expect(outcome.word == word)
    #expect(verdict == (["worse", "changed"].contains(word) ? .regression : .clean))
    #expect(outcome.finding == (word == "same" ? .same : word == "better" ? .faster : .slower))
    let text = NightMarkdown.text(outcomes, verdict: verdict)
    #expect(text.contains("| s | \(word) |"))
    if verdict == .regression { #expect(text.contains("1 of 1 series became worse.")) }
  }

  @Test("Metrics from 0, to 0 and through 0 have a finite change")
  func zeros() throws {
    func change(_ before: Double, _ after: Double) throws -> Double {
      try #require(PairedConfirmation(metrics: [(before, after)]).estimate).percent
    }
    #expect(try change(0, 0) == 0)
    #expect(abs(try change(0, 0.3) - 100) < 1e-9)
    #expect(abs(try change(0.3, 0) + 100) < 0.001)
    #expect(abs(try change(0.3, -1) + 100) < 0.001)
    #expect(abs(try change(-1, -0.5) - 50) < 1e-9)
  }

  @Test("A metric is screened as it is, also where it is 0")
  func screeningOfMetrics() {
    func history(_ levels: (Double, Double)) -> [NightlyPolicy.Point] {
      (0..<40).map {
        NightlyPolicy.Point(
          run: RunID(Int64($0)), metric: $0 < 30 ? levels.0 : levels.1,
          build: .init(codeHash: "\($0)"))
      }
    }
    func screening(_ levels: (Double, Double)) -> NightlyPolicy.Screening {
      policy.screen(history: history(levels), status: SeriesStatus(), scale: .values)
    }
    #expect(screening((0.31, 0.31)) == .quiet)
    #expect(screening((0, 0)) == .quiet)
    #expect(screening((0, 0.31)).shift?.change?.effect == 1)
    #expect(screening((0.31, 0.62)).shift?.since == RunID(30))
    #expect(screening((0.31, 0.62)).shift?.change?.effect == 1)
  }
}
