internal import ArgumentParser
internal import Measuring
internal import TimingHistory

/// The search for the commit that made a kernel slower.
///
/// Builds and sessions are handed in, so that tests search among made-up commits.
struct Bisection {
  let range: CommitRange
  /// How probable the answer must be.
  let confidence: Double
  /// How many probes are allowed.
  let maximumProbes: Int
  /// Compares a commit's build with that of the good one.
  let session: (_ commit: String, _ purpose: NightPurpose) throws(ComparisonFailure) -> NightSession
  /// Told what goes on.
  let message: (String) -> Void

  /// What came of a search.
  struct Finding: Equatable {
    /// ln(bad ÷ good), as confirmed before the search; `nil` without a launch.
    let slowdown: LogRatio?
    /// The search; `nil` when no difference was confirmed.
    var search: NoisyBisection?
    /// Places of commits that do not build or do not run.
    var broken: Set<Int> = []
  }

  /// Confirms that there is something to find, and searches.
  ///
  /// - Throws: ``ComparisonFailure`` when the good or the bad commit cannot be measured, or on
  ///   Ctrl-C.
  func run() throws(ComparisonFailure) -> Finding {
    let last = range.commits.count - 1
    let confirmed = try session(range.commits[last].hash, .confirmation).confirmation
    guard let slowdown = confirmed.estimate, let interval = confirmed.interval(alpha: 0.003),
      !interval.contains(0),
      var search = try? NoisyBisection(
        commits: range.commits.count, slowdown: slowdown, confidence: confidence,
        maximumProbes: maximumProbes)
    else { return Finding(slowdown: confirmed.estimate) }
    message(
      "Confirmed: \(ComparisonTable.percent(slowdown.percent / 100)) over "
        + "\(range.commits.count) commits.")
    var finding = Finding(slowdown: slowdown)
    while let wanted = search.nextProbe {
      guard let (place, ratios) = try probe(near: wanted, &finding) else { break }
      search.record(place, logRatios: ratios)
      if let probe = search.probes.last {
        message(
          "\(range.commits[place].hash.prefix(12)): "
            + "\(ComparisonTable.percent(probe.logRatio.percent / 100)) against the good one, "
            + (probe.likelihoodRatio > 1 ? "slow" : "fast"))
      }
    }
    finding.search = search
    return finding
  }

  /// Measures the commit that is nearest to the wanted one and works; the bad one is known and
  /// never measured again.
  private func probe(
    near wanted: Int, _ finding: inout Finding
  ) throws(ComparisonFailure) -> (place: Int, logRatios: [Double])? {
    let places = (0..<range.commits.count - 1).sorted {
      (abs($0 - wanted), $0) < (abs($1 - wanted), $1)
    }
    for place in places where !finding.broken.contains(place) {
      do throws(ComparisonFailure) {
        return (place, try session(range.commits[place].hash, .look).logRatios)
      } catch {
        if error.exitCode == .interrupted { throw error }
        finding.broken.insert(place)
        message("Passed over \(range.commits[place].hash.prefix(12)): \(error.message)")
      }
    }
    return nil
  }
}
