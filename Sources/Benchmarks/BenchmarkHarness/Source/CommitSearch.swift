public import BenchmarkBuilds
public import Reporting

/// A search for the commit that made a benchmark slower.
public struct CommitSearch {
  /// Compares a commit with the good one.
  public typealias Session =
    (_ commit: String, _ purpose: NightPurpose) throws(HarnessFailure) -> NightSession

  /// Where to search.
  public let range: CommitRange
  /// The name of the benchmark.
  public let benchmark: String
  /// What it works on.
  public let subject: String
  /// Compares a commit with the good one.
  public let session: Session

  /// Makes a search.
  public init(
    range: CommitRange, benchmark: String, subject: String, session: @escaping Session
  ) {
    self.range = range
    self.benchmark = benchmark
    self.subject = subject
    self.session = session
  }

  /// Searches.
  ///
  /// - Parameters:
  ///   - confidence: how probable the answer must be.
  ///   - maximumProbes: how many probes are allowed.
  ///   - context: messages, progress and the wish to stop.
  /// - Returns: what was found.
  /// - Throws: ``HarnessFailure`` when a commit at the ends cannot be measured, or on a wish to stop.
  public func run(
    confidence: Double, maximumProbes: Int, _ context: WorkContext
  ) throws(HarnessFailure) -> BisectionReport {
    let finding = try Bisection(
      range: range, confidence: confidence, maximumProbes: maximumProbes, session: session,
      message: context.message
    ).run()
    if context.isCancelled() { throw .interrupted }
    return BisectionReport(
      range: range, finding: finding, benchmark: benchmark, subject: subject)
  }
}
