internal import BenchmarkBuilds
internal import ExchangeDocuments
package import Measuring
internal import OrderedJSON
package import Reporting
package import TimingHistory

/// A nightly job: measure, screen, confirm, decide, report.
///
/// Every step is kept in the history as soon as it is done, so that a night that was killed can be
/// resumed. All side effects are injected.
package struct NightRun {
  /// What the history calls runs of this command.
  package static let kind = "nightly"

  /// Where measurements and steps are kept.
  package let store: HistoryStore
  /// What decides.
  package let policy: NightlyPolicy
  /// What the night measures, in words: only the same plan is resumed.
  package let planText: String
  /// How many parts are measured one after the other, such as inputs.
  package let parts: Int
  /// The machine and the build.
  package let environment: EnvironmentRecord
  /// Measures a part, by its index, in so many times its usual time, and records it in a run; a
  /// ``HarnessFailure`` leaves out the part, unless it is an interruption.
  package let measure: (_ part: Int, _ run: RunID, _ share: Double) throws -> NightMeasured
  /// Compares tonight's build with another; a ``HarnessFailure`` says why that is not possible.
  package let pair:
    (
      _ subject: NightSubject, _ base: NightBase, _ purpose: NightPurpose
    ) throws -> NightSession
  /// Writes the report, before the night ends.
  package let report: (NightResult) throws -> Void
  /// Milliseconds since 1970.
  package let now: () -> Int64
  /// Writes a line for people.
  package let message: (Notice) -> Void
  /// Whether all benchmarks are meant, so that one which is not there is gone.
  package var measuresAll = true
  /// The files that were renamed since a commit, by their former and present paths.
  package var renamedFiles: (_ commit: String) -> [(old: String, new: String)] = { _ in [] }
  /// A sentence of how a program that offers this joins a former series and a present one.
  package var howToJoin: (_ old: String, _ new: String) -> String? = { _, _ in nil }

  /// Says why a series became slower since a build; `nil` where that is not explained.
  package var explain:
    (_ subject: NightSubject, _ base: NightBase) throws ->
      NightReason? = { _, _ in nil }

  package init(
    store: HistoryStore, policy: NightlyPolicy, planText: String, parts: Int,
    environment: EnvironmentRecord,
    measure:
      @escaping (_ part: Int, _ run: RunID, _ share: Double) throws -> NightMeasured,
    pair:
      @escaping (
        _ subject: NightSubject, _ base: NightBase, _ purpose: NightPurpose
      ) throws -> NightSession,
    report: @escaping (NightResult) throws -> Void, now: @escaping () -> Int64,
    message: @escaping (Notice) -> Void
  ) {
    self.store = store
    self.policy = policy
    self.planText = planText
    self.parts = parts
    self.environment = environment
    self.measure = measure
    self.pair = pair
    self.report = report
    self.now = now
    self.message = message
  }

  /// Runs the nightly job.
  ///
  /// - Parameter resuming: whether to resume a killed night, if its build and plan were these.
  /// - Returns: the result.
  /// - Throws: `HistoryError` for a history that could not be read or written, else ``HarnessFailure``.
  package func run(resuming: Bool) throws -> NightResult {
    let night = try begin(resuming: resuming)
    var result = NightResult(run: night)
    let history = try NightHistory(store, tonight: night, environment: environment)
    let subjects = try measureAll(night, history, &result)
    result.missing = try measuresAll ? history.missing(planText: planText) : []
    // What could not be measured is reported by its failure.
    if !result.failed.isEmpty { result.missing = [] }
    let renamed = try history.renamed(result.missing, files: renamedFiles)
    for (old, new) in renamed {
      result.notes.append(
        "'\(old)' is gone and '\(new)' is new, with equal code or the renamed file of it. "
          + (howToJoin(old, new) ?? "The series can be joined."))
    }
    for series in result.missing {
      message(.error("\(series): the night before measured it, and it is gone or renamed."))
    }
    var cases: [NightCase] = []
    var bases: [String: (subject: NightSubject, base: NightBase)] = [:]
    for subject in subjects {
      let (judged, base) = try judge(subject, night, history, &result)
      cases.append(judged)
      bases[subject.series] = base.map { (subject, $0) }
    }
    let differences = try history.environmentDifferences(from: environment)
    result.environmentDifferences = differences.map(\.description)
    result.states = Dictionary(cases.map { ($0.series, $0.status.state) }) { $1 }
    let decision = policy.decide(cases, environmentChanged: !differences.isEmpty)
    result.outcomes = decision.outcomes
    result.verdict = decision.verdict
    try explainAlarms(of: night, bases, &result)
    // First the report, then the end of the night: one that is killed between is resumed, and
    // reports again.
    try report(result)
    try store.conclude(
      night, outcomes: result.outcomes, notes: result.reasons.mapValues(\.answer), at: now())
    return result
  }

  /// Finds the night that was killed, or begins a new one.
  private func begin(resuming: Bool) throws -> RunID {
    if resuming {
      if let night = try unfinished() { return night }
      message(.note("There is no unfinished night of this build and plan: a new one starts."))
    }
    let night = try store.beginRun(
      RunRecord(
        kind: Self.kind, startedAt: now(), commit: environment[.gitCommit].value,
        environment: environment.withoutInput))
    try store.completeStep(NightStep.plan, result: planText, of: night)
    return night
  }

  /// The night that was killed, if it is the newest and measured the same with the same build.
  private func unfinished() throws(HistoryError) -> RunID? {
    guard let night = try store.unfinishedNight(kind: Self.kind) else { return nil }
    let newest = try store.runs().first { $0.kind == Self.kind }
    // A night between would be judged against half of this one, so that only the newest is
    // resumed.
    guard newest?.id == night, newest?.fingerprint == environment.withoutInput.fingerprint,
      try store.completedSteps(of: night)[NightStep.plan] == planText,
      let code = environment[.codeHash].value,
      try store.environment(of: night)?[.codeHash].value == code
    else { return nil }
    message(.note("Resuming the night of run \(night.value)."))
    return night
  }

  private func measureAll(
    _ night: RunID, _ history: NightHistory, _ result: inout NightResult
  ) throws -> [NightSubject] {
    let done = try store.completedSteps(of: night)
    let shares = try divide(night, history, done)
    var subjects: [NightSubject] = []
    var names = [String?](repeating: nil, count: parts)
    // A step that is kept is not measured again; what it read stands in the step, not in the
    // run.
    for part in 0..<parts {
      let step = NightStep.measure(part)
      if let known: NightMeasured = NightStep.read(done[step]) {
        subjects += known.subjects
        names[part] = known.subjects.first?.series
        result.wrong += known.wrong
        continue
      }
      do {
        let measured = try measure(part, night, shares.shares[part])
        subjects += measured.subjects
        names[part] = measured.subjects.first?.series
        result.wrong += measured.wrong
        try keep(measured, as: step, of: night)
      } catch let failure as HarnessFailure where failure.status != .interrupted {
        message(.error(failure.message))
        result.inputFailure = result.inputFailure ?? failure.status
        result.failed.append(failure.message)
      }
    }
    if let note = shares.note(names) { result.notes.append(note) }
    return subjects
  }

  /// The time of each part, as this night began with it.
  private func divide(
    _ night: RunID, _ history: NightHistory, _ done: [String: String]
  ) throws -> NightShares {
    let known: NightShares? = NightStep.read(done[NightStep.shares])
    if let known, known.shares.count == parts { return known }
    let shares = try NightShares(store, history, planText: planText, parts: parts)
    try keep(shares, as: NightStep.shares, of: night)
    return shares
  }

  /// How many alarms of a night are explained, the largest changes first: one commit may slow down all
  /// benchmarks.
  private static let mostExplained = 3

  /// Explains the times that became slower tonight, and not those that were slower before.
  private func explainAlarms(
    of night: RunID, _ bases: [String: (subject: NightSubject, base: NightBase)],
    _ result: inout NightResult
  ) throws {
    let alarms = result.outcomes.filter {
      $0.finding == .slower && $0.better == nil && result.states[$0.series] != .regressed
    }.sorted { ($0.effect?.value ?? 0) > ($1.effect?.value ?? 0) }
    for alarm in alarms.prefix(Self.mostExplained) {
      let series = alarm.series
      guard let (subject, base) = bases[series] else { continue }
      let step = NightStep.reason(series)
      if let known: NightReason = NightStep.read(try store.completedSteps(of: night)[step]) {
        result.reasons[series] = known
        continue
      }
      do {
        guard let reason = try explain(subject, base) else { continue }
        result.reasons[series] = reason
        if let flameGraph = reason.flameGraph {
          try store.keep(flameGraph: flameGraph, of: series, from: alarm.suspectedSince ?? night)
        }
        try keep(reason, as: step, of: night)
      } catch let failure as HarnessFailure where failure.status != .interrupted {
        result.notes.append("\(series): not explained: \(failure.message)")
      }
    }
    let others = alarms.count - Self.mostExplained
    if others > 0, !result.reasons.isEmpty {
      result.notes.append(
        "\(others) more series became slower and \(others == 1 ? "is" : "are") not explained.")
    }
  }

  /// Screens a series, and measures it again where it is suspected.
  ///
  /// - Returns: the case, and the build that it was compared with in the end.
  private func judge(
    _ subject: NightSubject, _ night: RunID, _ history: NightHistory, _ result: inout NightResult
  ) throws -> (NightCase, NightBase?) {
    let points =
      subject.metric == nil
      ? try history.points(of: subject.series) : try history.metricPoints(of: subject)
    let status = try store.status(of: subject.series)
    var interval: Interval?
    if subject.metric != nil, status.state != .suspect, status.state != .regressed {
      interval = Self.step(points)
    }
    // Where an alert is open, the session that settles it is made anyway.
    if subject.metric == nil, status.state != .suspect, status.state != .regressed,
      points.count > 1,
      !points[points.count - 1].build.isSameBuild(as: points[points.count - 2].build)
    {
      let base = try history.base(points[points.count - 2])
      let session = try session(subject, base, .look, night, &result)
      interval = session.flatMap {
        MedianInterval(of: $0.logRatios, alpha: policy.lookAlpha)?.interval
      }
    }
    let screening = policy.screen(
      history: points, status: status, pairedInterval: interval,
      scale: subject.metric == nil ? nil : .values)
    var judged = NightCase(
      series: subject.series, status: status, screening: screening,
      better: subject.metric?.better)
    guard judged.needsConfirmation, let shift = screening.shift else { return (judged, nil) }
    guard let good = policy.lastGood(history: points, status: status, shift: shift) else {
      result.notes.append("\(subject.series): the history does not reach back to a good build.")
      return (judged, nil)
    }
    judged.lastGood = good.build
    judged.tonight = points.last?.build ?? BuildIdentity()
    let base = try history.base(good)
    if let session = try session(subject, base, .confirmation, night, &result) {
      judged.confirmation = session.confirmation
      judged.lastGood.instructions = session.baseInstructions ?? judged.lastGood.instructions
      judged.tonight.instructions = session.tonightInstructions ?? judged.tonight.instructions
    }
    return (judged, base)
  }

  /// The change of a metric since the night before, where the build is another one: a metric needs no
  /// session to be suspected, because most have no noise.
  private static func step(_ points: [NightlyPolicy.Point]) -> Interval? {
    guard points.count > 1 else { return nil }
    let (before, now) = (points[points.count - 2], points[points.count - 1])
    let isSameCode = now.build.codeHash.map { $0 == before.build.codeHash } ?? false
    guard !isSameCode, now.logRatio != before.logRatio else { return nil }
    let change = PairedConfirmation(
      metrics: [(lastGood: before.logRatio, tonight: now.logRatio)], looks: 1)
    return change.estimate.map { Interval(lower: $0.value, upper: $0.value) }
  }

  /// A paired session, or what is kept of it; `nil` when it cannot be made, which is noted.
  private func session(
    _ subject: NightSubject, _ base: NightBase, _ purpose: NightPurpose, _ night: RunID,
    _ result: inout NightResult
  ) throws -> NightSession? {
    let step = NightStep.session(purpose, subject.series)
    if let known: NightSession = NightStep.read(try store.completedSteps(of: night)[step]) {
      return known
    }
    do {
      let session = try pair(subject, base, purpose)
      try keep(session, as: step, of: night)
      return session
    } catch let failure as HarnessFailure where failure.status != .interrupted {
      let note =
        "\(subject.series): not compared with run \(base.run.value): \(failure.message)"
      if !result.notes.contains(note) { result.notes.append(note) }
      return nil
    }
  }

  private func keep(
    _ result: some NightStepResult, as step: String, of night: RunID
  ) throws(HistoryError) {
    try store.completeStep(step, result: result.json.line, of: night)
  }
}
