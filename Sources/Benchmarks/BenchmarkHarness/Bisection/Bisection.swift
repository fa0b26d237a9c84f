public import BenchmarkBuilds
public import Measuring
public import Reporting
public import TimingHistory

/// The search for the commit that made a benchmark slower.
///
/// All side effects are injected.
public struct Bisection {
  /// Where to search.
  public let range: CommitRange
  /// How probable the answer must be.
  public let confidence: Double
  /// How many probes are allowed.
  public let maximumProbes: Int
  /// Compares a commit's build with that of the good one.
  public let session:
    (_ commit: String, _ purpose: NightPurpose) throws(HarnessFailure) -> NightSession
  /// Writes progress.
  public let message: (Notice) -> Void

  /// Makes a bisection.
  public init(
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
  public struct Finding: Equatable {
    /// ln(bad ÷ good), as confirmed before the search; `nil` without a launch.
    public let slowdown: LogRatio?
    /// The search; `nil` when no difference was confirmed.
    public var search: NoisyBisection?
    /// Places of commits that do not build or do not run.
    public var broken: Set<Int> = []
  }

  /// Confirms that there is something to find, and searches.
  ///
  /// - Throws: ``HarnessFailure`` when the good or the bad commit cannot be measured, or on
  ///   Ctrl-C.
  public func run() throws(HarnessFailure) -> Finding {
    let last = range.commits.count - 1
    let confirmed = try session(range.commits[last].hash, .confirmation).confirmation
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
    var finding = Finding(slowdown: slowdown)
    while let wanted = search.nextProbe {
      guard let (place, ratios) = try probe(near: wanted, &finding) else { break }
      search.record(place, logRatios: ratios)
      if let probe = search.probes.last {
        message(
          .note(
            "\(range.commits[place].hash.prefix(12)): "
              + "\(Decimals.change(probe.logRatio.percent / 100)) against the good one, "
              + (probe.likelihoodRatio > 1 ? "slow" : "fast")))
      }
    }
    finding.search = search
    return finding
  }

  /// Measures the commit that is nearest to the wanted one and works; the bad one is known and
  /// never measured again.
  private func probe(
    near wanted: Int, _ finding: inout Finding
  ) throws(HarnessFailure) -> (place: Int, logRatios: [Double])? {
    let places = (0..<range.commits.count - 1).sorted {
      (abs($0 - wanted), $0) < (abs($1 - wanted), $1)
    }
    for place in places where !finding.broken.contains(place) {
      do throws(HarnessFailure) {
        return (place, try session(range.commits[place].hash, .look).logRatios)
      } catch {
        if error.status == .interrupted { throw error }
        finding.broken.insert(place)
        message(.note("Skipped \(range.commits[place].hash.prefix(12)): \(error.message)"))
      }
    }
    return nil
  }
}
