package import ExchangeDocuments
package import Measuring

/// What a whole night came to, as an exit code.
package enum NightVerdict: Int, Sendable, Codable {
  /// Nothing is slower.
  case clean = 0
  /// At least one series regressed.
  case regression = 2
  /// At least one suspicion could not be settled.
  case cannotTell = 3
  /// Levels moved or the machine changed, and the code did not.
  case environmentChanged = 4
}

/// A series as the night found it, ready to be judged.
package struct NightCase: Equatable, Sendable {
  /// The series' name.
  package var series: String
  /// Where it stands.
  package var status: SeriesStatus
  /// What the screen said.
  package var screening: NightlyPolicy.Screening
  /// What the fresh session said; nil when there was none or it failed.
  package var confirmation: PairedConfirmation?
  /// The last good build.
  package var lastGood: BuildIdentity
  /// Tonight's build.
  package var tonight: BuildIdentity
  /// Which values of a metric are better; nil for a time.
  package var better: BenchmarkMetric.Better?

  package init(
    series: String, status: SeriesStatus, screening: NightlyPolicy.Screening,
    confirmation: PairedConfirmation? = nil, lastGood: BuildIdentity = BuildIdentity(),
    tonight: BuildIdentity = BuildIdentity(), better: BenchmarkMetric.Better? = nil
  ) {
    self.better = better
    self.series = series
    self.status = status
    self.screening = screening
    self.confirmation = confirmation
    self.lastGood = lastGood
    self.tonight = tonight
  }
}

/// What a night decided about one series.
package struct NightOutcome: Equatable, Sendable {
  /// What is said of it.
  package enum Finding: String, Equatable, Sendable, Codable {
    /// Nothing to say.
    case quiet
    /// It is slower; a metric is worse.
    case slower
    /// It is faster; a metric is better.
    case faster
    /// It is as the last good build.
    case same
    /// A suspicion remains.
    case cannotTell
    /// Its level moved, and its code did not.
    case environment
  }

  /// The series' name.
  package let series: String
  /// What is said of it.
  package let finding: Finding
  /// Why; nil where nothing shifted.
  package let cause: ShiftCause?
  /// Tonight against the last good build.
  package let effect: LogRatio?
  /// What happens to the series, in order: with the run since which it is suspected for a
  /// suspicion, with the night's run for all else.
  package let events: [SeriesEvent]
  /// The first run of the new level; nil where nothing shifted.
  package let suspectedSince: RunID?
  /// Which values of a metric are better; nil for a time.
  package var better: BenchmarkMetric.Better?

  /// What is said of it, as people read it: a time is slower, a metric worse, and what had to stay equal changed.
  package var word: String {
    switch (finding, better) {
    case (.cannotTell, _): "cannot tell"
    case (.slower, .equal?): "changed"
    case (.slower, _?): "worse"
    case (.faster, _?): "better"
    default: finding.rawValue
    }
  }
}

extension NightlyPolicy {
  /// Judges all series of a night together.
  ///
  /// - Parameters:
  ///   - cases: The series.
  ///   - environmentChanged: Whether the machine is another one than the night before.
  /// - Returns: An outcome for each series, in order, and what the night came to.
  package func decide(
    _ cases: [NightCase], environmentChanged: Bool = false
  ) -> (outcomes: [NightOutcome], verdict: NightVerdict) {
    let confirmed = cases.indices.filter { cases[$0].needsConfirmation }
    let rejected = HolmCorrection.rejected(
      // A session that failed counts as a test all the same, or a night with failures would
      // be less strict.
      pValues: confirmed.map { cases[$0].confirmation?.pValue ?? 1 }, alpha: confirmationAlpha)
    let isReal = Dictionary(uniqueKeysWithValues: zip(confirmed, rejected))
    let outcomes = cases.indices.map { index in
      outcome(of: cases[index], isReal: isReal[index] ?? false)
    }
    let findings = Set(outcomes.map(\.finding))
    if findings.contains(.slower) { return (outcomes, .regression) }
    if findings.contains(.cannotTell) { return (outcomes, .cannotTell) }
    let moved = environmentChanged || findings.contains(.environment)
    return (outcomes, moved ? .environmentChanged : .clean)
  }

  private func outcome(of night: NightCase, isReal: Bool) -> NightOutcome {
    func outcome(
      _ finding: NightOutcome.Finding, _ cause: ShiftCause?, _ events: [SeriesEvent]
    ) -> NightOutcome {
      NightOutcome(
        series: night.series, finding: finding, cause: cause,
        effect: night.confirmation?.estimate, events: events,
        suspectedSince: night.screening.shift?.since, better: night.better)
    }
    switch night.screening {
    case .quiet: return outcome(.quiet, nil, [])
    // A judged shift stays judged, or it would be reported again every night.
    case .vetoed: return outcome(.environment, .environment, [.suspicion, .dismissal])
    case .suspicious: break
    }
    let wasRegressed = night.status.state == .regressed
    let suspicion: [SeriesEvent] = wasRegressed ? [] : [.suspicion]
    let finding = finding(night.confirmation, night.better ?? .less, isReal: isReal)
    let cause = ShiftCause(from: night.lastGood, to: night.tonight)
    switch finding {
    case .slower: return outcome(.slower, cause, suspicion + [.confirmation])
    case .same, .faster:
      let end: SeriesEvent = wasRegressed ? .recovery : .dismissal
      return outcome(finding, finding == .faster ? cause : nil, suspicion + [end])
    default: return outcome(.cannotTell, nil, suspicion)
    }
  }

  /// What a session says, once it is known whether its difference is more than chance.
  private func finding(
    _ confirmation: PairedConfirmation?, _ better: BenchmarkMetric.Better, isReal: Bool
  ) -> NightOutcome.Finding {
    guard let confirmation, let estimate = confirmation.estimate else { return .cannotTell }
    switch confirmation.verdict {
    case nil: break
    case .slower: return .slower
    case .faster: return .faster
    case .same, .noSlower: return .same
    case .cannotTell: return .cannotTell
    }
    // What must stay equal has no change that is too small to matter.
    let margin =
      better == .equal ? 0 : LogRatio(factor: 1 + minimumEffect)?.value ?? minimumEffect
    if isReal, estimate.value.magnitude >= margin {
      return better.isWorse(estimate.value) ? .slower : .faster
    }
    guard let interval = confirmation.interval(alpha: confirmationAlpha) else {
      return .cannotTell
    }
    switch better {
    case .less: return finding(atWorst: interval.upper, margin)
    case .more: return finding(atWorst: -interval.lower, margin)
    case .equal: return interval.lower == 0 && interval.upper == 0 ? .same : .cannotTell
    }
  }

  private func finding(atWorst worst: Double, _ margin: Double) -> NightOutcome.Finding {
    worst < 0 ? .faster : worst < margin ? .same : .cannotTell
  }
}

extension NightlyPolicy.Screening {
  /// The shift that was seen; nil when all is quiet.
  package var shift: NightlyPolicy.Shift? {
    switch self {
    case .quiet: nil
    case .vetoed(let shift), .suspicious(let shift): shift
    }
  }
}

extension NightCase {
  /// Whether a fresh session has to decide.
  package var needsConfirmation: Bool {
    if case .suspicious = screening { true } else { false }
  }
}
