internal import ExchangeDocuments
package import Measuring
package import TimingHistory

/// Simulates thousands of nights to see how often the policy is wrong, and how soon it is
/// right.
///
/// Every night every series gets a new point and may be screened, confirmed and judged exactly as
/// a real night would; only the measuring is simulated. Every night has a new build, so that no
/// alarm is vetoed.
package struct NightSimulation: Sendable {
  /// The policy that is tried.
  package var policy = NightlyPolicy()
  /// How many series are measured each night.
  package var seriesCount = 30
  /// How the points of the history scatter.
  package var noise = NoiseModel.normal
  /// By how much the points of the history scatter: 0.01 is one percent.
  package var historyDeviation = 0.01
  /// By how much the launches of a confirming session scatter.
  package var launchDeviation = 0.0025
  /// How many launches a confirming session has.
  package var launches = 20
  /// When the short session of each night ends, which looks for any difference from the build of the night
  /// before; nil for none.
  package var lookRule: SequentialRule?
  /// A slowdown of the first series from a certain night on; nil for none.
  package var slowdown: (night: Int, logRatio: Double)?

  /// Makes a simulation of thirty series without any change.
  package init() {}

  /// What was seen.
  package struct Result: Equatable, Sendable {
    /// In how many nights a series that had not changed was called slower.
    package let falseAlarms: ProportionBounds
    /// How many of the series were called slower in any night although they had not changed.
    package let alarmedSeries: ProportionBounds
    /// How often a series was measured again, of all series and nights.
    package let suspicions: ProportionBounds
    /// The night in which the slowdown was first called; nil when it never was.
    package let detectedAt: Int?
  }

  /// Simulates nights.
  ///
  /// - Parameters:
  ///   - nights: How many, after the first twenty that only fill the history.
  ///   - seed: The start of the random sequence.
  /// - Returns: What was seen.
  package func run(nights: Int, seed: UInt64) -> Result {
    var generator = SeededGenerator(seed: seed)
    var series = (0..<seriesCount).map { _ in SimulatedSeries() }
    let lead = 20
    var alarms = 0
    var alarmed: Set<Int> = []
    var suspicions = 0
    var detectedAt: Int?
    for night in 0..<lead + nights {
      var cases: [NightCase] = []
      for index in series.indices {
        // The first series alone becomes slower: alarms of all others are false.
        let shift = slowdown.map { index == 0 && night >= lead + $0.night ? $0.logRatio : 0 } ?? 0
        let point = NightlyPolicy.Point(
          run: RunID(Int64(night)),
          logRatio: series[index].next(noise, &generator)
            * historyDeviation + shift, build: BuildIdentity(codeHash: "\(night)", inputHash: ""))
        series[index].history.append(point)
        guard night >= lead else { continue }
        cases.append(
          judge(&series[index], suspicions: &suspicions, &generator) { run in
            let isSlow = slowdown.map { index == 0 && Int(run.value) >= lead + $0.night } ?? false
            return isSlow ? slowdown?.logRatio ?? 0 : 0
          })
      }
      let outcomes = policy.decide(cases).outcomes
      var isFalse = false
      for (index, outcome) in outcomes.enumerated() {
        series[index].apply(outcome, RunID(Int64(night)))
        guard outcome.finding == .slower else { continue }
        let isTrue = index == 0 && (slowdown.map { night >= lead + $0.night } ?? false)
        if isTrue {
          detectedAt = detectedAt ?? night - lead
          continue
        }
        isFalse = true
        alarmed.insert(index)
      }
      alarms += isFalse ? 1 : 0
    }
    return Result(
      falseAlarms: ProportionBounds(successes: alarms, trials: nights),
      alarmedSeries: ProportionBounds(successes: alarmed.count, trials: seriesCount),
      suspicions: ProportionBounds(successes: suspicions, trials: nights * seriesCount),
      detectedAt: detectedAt)
  }

  private func judge(
    _ series: inout SimulatedSeries, suspicions: inout Int,
    _ generator: inout SeededGenerator, level: (RunID) -> Double
  ) -> NightCase {
    let history = Array(series.history.suffix(policy.window))
    series.history = history
    let isOpen = series.status.state == .suspect || series.status.state == .regressed
    var interval: Interval?
    if let lookRule, !isOpen, history.count > 1 {
      let change = level(history[history.count - 1].run) - level(history[history.count - 2].run)
      var ratios: [Double] = []
      while case .goOn(let count) = lookRule.decide(ratios) {
        ratios += launchRatios(count - ratios.count, around: change, &generator)
      }
      interval = MedianInterval(of: ratios, alpha: policy.lookAlpha)?.interval
    }
    var night = NightCase(
      series: "", status: series.status,
      screening: policy.screen(
        history: history, status: series.status, pairedInterval: interval))
    if case .suspicious(let shift) = night.screening {
      suspicions += 1
      let good = policy.lastGood(history: history, status: series.status, shift: shift)
      let tonight = history.last.map { level($0.run) } ?? 0
      let slower = tonight - (good.map { level($0.run) } ?? tonight)
      night.confirmation = PairedConfirmation(
        logRatios: launchRatios(launches, around: slower, &generator))
    }
    return night
  }

  /// Each launch pairs both builds, so its ratio holds the slowdown and not the night's mood.
  private func launchRatios(
    _ count: Int, around slowdown: Double, _ generator: inout SeededGenerator
  ) -> [Double] {
    noise.series(count: count, using: &generator).map {
      ($0 - noise.median) * launchDeviation + slowdown
    }
  }
}

/// One series of a simulation.
private struct SimulatedSeries {
  var history: [NightlyPolicy.Point] = []
  var status = SeriesStatus()
  /// The noise is drawn in stretches, because that of one night may depend on the one before.
  private var stock: [Double] = []

  mutating func next(_ noise: NoiseModel, _ generator: inout SeededGenerator) -> Double {
    if stock.isEmpty { stock = noise.series(count: 500, using: &generator).reversed() }
    return stock.popLast() ?? 0
  }

  mutating func apply(_ outcome: NightOutcome, _ run: RunID) {
    for event in outcome.events {
      try? status.apply(event, run: event == .suspicion ? outcome.suspectedSince : run)
    }
    // Someone looks at every alarm: a false one is accepted, so that the next can be seen.
    if status.state == .regressed { try? status.apply(.acceptance, run: run, reason: "seen") }
  }
}

extension NoiseModel {
  /// The middle of the distribution: what half of the values lie below.
  var median: Double {
    switch self {
    // exp(0) minus the mean, scaled as in `series`.
    case .skewed: (1 - 1.3248) / 1.1506
    case .normal, .autoregressive, .persistent, .weekly, .quantized: 0
    // The middle of 97 % at 0 and 3 % far above.
    case .outliers: 0.038_7
    }
  }
}
