package import BenchmarkBuilds
package import Measuring
package import Reporting
package import TimingHistory

/// The search for the commit that made a benchmark slower.
///
/// All side effects are injected.
package struct Bisection {
  /// Where to search.
  package let range: CommitRange
  /// How probable the answer must be.
  package let confidence: Double
  /// How many probes are allowed.
  package let maximumProbes: Int
  /// Compares a commit's build with that of the good one.
  package let session:
    (_ commit: String, _ purpose: NightPurpose) throws(HarnessFailure) -> NightSession
  /// Writes progress.
  package let message: (Notice) -> Void

  package init(
    range: CommitRange, confidence: Double, maximumProbes: Int,
    session:
      @escaping (_ commit: String, _ purpose: NightPurpose) throws(HarnessFailure) -> NightSession,
    message: @escaping (Notice) -> Void
  ) {
    self.range = range
    self.confidence = confidence
    self.maximumProbes = maximumProbes
    self.session = session
    self.message = message
  }

  /// The result of a search.
  package struct Finding: Equatable {
    /// ln(bad ÷ good), as confirmed before the search; `nil` without a launch.
    package let slowdown: LogRatio?
    /// The search; `nil` when no difference was confirmed.
    package var search: NoisyBisection?
    /// Places of commits that do not build or do not run.
    package var broken: Set<Int> { search?.skipped ?? [] }
  }

  /// Confirms that there is something to find, and searches.
  ///
  /// - Throws: ``HarnessFailure`` when the good or the bad commit cannot be measured, or on
  ///   Ctrl-C.
  package func run() throws(HarnessFailure) -> Finding {
    let last = range.commits.count - 1
    let confirmed = try session(range.commits[last].hash, .confirmation).confirmation
    // The session looked up to three times, at 0.001 each (NightPurpose.confirmation).
    guard let slowdown = confirmed.estimate, let interval = confirmed.interval(alpha: 0.003),
      !interval.contains(0),
      var search = try? NoisyBisection(
        commits: range.commits.count, slowdown: slowdown, confidence: confidence,
        maximumProbes: maximumProbes)
    else { return Finding(slowdown: confirmed.estimate) }
    message(
      .note(
        "Confirmed: \(Decimals.change(slowdown.percent / 100)) over "
          + "\(range.commits.count) commits."))
    while let place = search.nextProbe {
      let commit = range.commits[place].hash
      let ratios: [Double]
      do throws(HarnessFailure) {
        ratios = try session(commit, .look).logRatios
      } catch {
        if error.status == .interrupted { throw error }
        search.skip(place)
        message(.note("Skipped \(commit.prefix(12)): \(error.message)"))
        continue
      }
      search.record(place, logRatios: ratios)
      if let probe = search.probes.last {
        message(
          .note(
            "\(commit.prefix(12)): "
              + "\(Decimals.change(probe.logRatio.percent / 100)) against the good one, "
              + (probe.likelihoodRatio > 1 ? "slow" : "fast")))
      }
    }
    return Finding(slowdown: slowdown, search: search)
  }
}
