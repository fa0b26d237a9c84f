package import ExchangeDocuments
package import Measuring
package import TimingHistory

/// A series that a night measured, with what is needed to measure it again.
package struct NightSubject: Equatable, Sendable {
  /// The series' name in the history.
  package let series: String
  /// The name of its benchmark.
  package let benchmark: String
  /// What it holds beside times; `nil` for times.
  package let metric: Metric?

  /// A metric of a benchmark.
  package struct Metric: Equatable, Sendable {
    package let name: String
    /// Which of two values is the better one.
    package let better: BenchmarkMetric.Better
    /// The name of the metric of a program's size.
    package static let programSize = "programBytes"

    /// A value as it is judged: a program takes whole pages of memory, and one function more is no change
    /// where it takes none.
    func judged(_ value: Double) -> Double {
      name == Self.programSize ? (value / Self.page).rounded(.up) * Self.page : value
    }

    private static let page = 4096.0

    /// Names a metric.
    package init(name: String, better: BenchmarkMetric.Better) {
      self.name = name
      self.better = better
    }
  }

  package init(series: String, benchmark: String, metric: Metric? = nil) {
    self.series = series
    self.benchmark = benchmark
    self.metric = metric
  }
}

/// A build of an earlier night, which a night can compare with.
package struct NightBase: Equatable, Sendable {
  /// The night's run.
  package let run: RunID
  /// The commit it was built at; `nil` where that is not known.
  package let commit: String?
  /// Whether there were uncommitted changes; `nil` where that is not known.
  package let isDirty: Bool?
  /// What it ran.
  package let build: BuildIdentity
}

/// The result of a fresh paired session, as a night keeps it to be resumed.
package struct NightSession: Equatable, Sendable {
  /// ln(tonight ÷ base), one for each launch.
  package let logRatios: [Double]
  /// How often it looked whether it could stop.
  package let looks: Int
  /// The instructions of a call of the base; `nil` where they were not counted.
  package var baseInstructions: Int64?
  /// The instructions of a call of tonight's build.
  package var tonightInstructions: Int64?
  /// What the gate of the suite says; `nil` without one.
  package var verdict: Verdict?

  package init(
    logRatios: [Double], looks: Int, baseInstructions: Int64? = nil,
    tonightInstructions: Int64? = nil
  ) {
    self.logRatios = logRatios
    self.looks = looks
    self.baseInstructions = baseInstructions
    self.tonightInstructions = tonightInstructions
  }

  /// The result for equal code, which takes equal time over layouts: known, and not measured.
  package static func ofSameCode(_ purpose: NightPurpose) -> NightSession {
    NightSession(
      logRatios: [Double](repeating: 0, count: purpose.rule.looks.first?.launches ?? 0),
      looks: purpose.rule.looks.count)
  }

  /// The result as the policy takes it.
  package var confirmation: PairedConfirmation {
    var confirmation = PairedConfirmation(logRatios: logRatios, looks: looks)
    confirmation.verdict = verdict
    return confirmation
  }
}

/// Why two builds are compared in a night.
package enum NightPurpose: Equatable, Sendable {
  /// Tonight's build is another than the last one: is there any difference at all?
  case look
  /// The series is suspected: is it slower?
  case confirmation

  /// When the session stops.
  package var rule: SequentialRule {
    switch self {
    // Until what counts as a regression is shown or excluded: where layouts or neighbours scatter launches by
    // two percent, twelve of them miss a slowdown of two percent every second time, and no later night would
    // look for it again.
    case .look:
      SequentialRule(
        margin: NightlyPolicy().minimumEffect,
        looks: [12, 24, 48].map { .init(launches: $0, alpha: NightlyPolicy().lookAlpha) })
    // From twenty launches on the sign test can reach a p-value that Holm's correction for any
    // number of series still rejects. Half of what counts as a regression is the margin.
    case .confirmation:
      SequentialRule(
        margin: 0.005,
        looks: [
          .init(launches: 20, alpha: 0.001), .init(launches: 40, alpha: 0.001),
          .init(launches: 80, alpha: 0.001),
        ])
    }
  }
}
