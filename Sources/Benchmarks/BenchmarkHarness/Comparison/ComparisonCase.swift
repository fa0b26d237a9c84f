public import BenchmarkBuilds
public import Measuring
public import Reporting

/// Two things to compare, with how to check them and how to run them.
///
/// All side effects are in the closures.
public struct ComparisonCase {
  /// The side to compare with.
  public let base: String
  /// The side to judge.
  public let candidate: String
  /// What both work on; `nil` for commands.
  public let subject: String?
  /// Why both sides run the same code, so that nothing is measured; `nil` to measure.
  public let proof: CodeProof?
  /// Checks that the sides can be compared.
  public var check: () throws(HarnessFailure) -> Void
  /// Runs the paired session.
  public let measure:
    (_ isCancelled: () -> Bool, _ progress: (SessionProgress) -> Void) -> SessionResult
  /// Runs the paired session up to one of its looks, from where an earlier part of it ended; `nil` where
  /// it is run whole.
  public var step:
    (
      (
        _ earlier: SessionResult?, _ looks: Int, _ isCancelled: () -> Bool,
        _ progress: (SessionProgress) -> Void
      ) -> SessionResult
    )?
  /// Counts what a call of both sides takes, with programs that know nothing of it; `nil` to count
  /// nothing.
  public var costs: (() -> CostComparison)?
  /// What both sides report beside time, asked after the session.
  public var metrics: () -> [MetricChange] = { [] }
  /// What the verdict rests on, asked after the session.
  public let basis: () -> ComparisonBasis
  /// When the session stops, with the gate of the comparison.
  public var rule = SequentialRule()

  /// Makes one.
  public init(
    base: String, candidate: String, subject: String?, proof: CodeProof? = nil,
    check: @escaping () throws(HarnessFailure) -> Void,
    measure:
      @escaping (
        _ isCancelled: () -> Bool, _ progress: (SessionProgress) -> Void
      ) -> SessionResult,
    basis: @escaping () -> ComparisonBasis = { .files }
  ) {
    self.basis = basis
    self.proof = proof
    self.base = base
    self.candidate = candidate
    self.subject = subject
    self.check = check
    self.measure = measure
  }

  /// Makes the case of two programs that run the same code: nothing is measured.
  ///
  /// - Parameters:
  ///   - base: the side to compare with.
  ///   - candidate: the side to judge.
  ///   - subject: what both work on.
  ///   - proof: why they run the same code.
  public init(base: String, candidate: String, subject: String?, sameCode proof: CodeProof) {
    self.init(
      base: base, candidate: candidate, subject: subject, proof: proof, check: {},
      measure: { _, _ in Self.unmeasured }, basis: { .proof(proof) })
  }

  /// The session of equal code.
  static let unmeasured = SessionResult(
    verdict: .same, end: .decided, launches: [], clock: .threadCPU, answer: nil)

  /// Both sides and what they work on: `simd against histogram on photo 1MP`.
  public var title: String {
    "\(candidate) against \(base)" + (subject.map { " on \($0)" } ?? "")
  }
}

/// A case with its result.
public struct ComparisonResult: Equatable {
  /// The side that was compared with.
  public let base: String
  /// The side that was judged.
  public let candidate: String
  /// What both worked on; `nil` for commands.
  public let subject: String?
  /// What the session measured.
  public let session: SessionResult
  /// What the verdict rests on.
  public let basis: ComparisonBasis
  /// What a call takes by count; `nil` when it was not counted.
  public var costs: CostComparison?
  /// What both sides report beside time.
  public var metrics: [MetricChange] = []
  /// When the session was to stop, with the gate of the comparison.
  public var rule = SequentialRule()

  /// The confidence of every interval that a comparison prints.
  public static let confidence = 0.99

  /// The change of the deciding time with its interval, as fractions: 0.01 is one percent slower.
  public var change: (median: Double, interval: ClosedRange<Double>?)? {
    Self.change(session.estimate(alpha: 1 - Self.confidence))
  }

  /// The change on another clock.
  public func change(_ clock: ClockKind) -> Double? {
    Self.change(RatioEstimate(logRatios: session.logRatios(clock), alpha: 0.01))?.median
  }

  private static func change(
    _ estimate: RatioEstimate?
  ) -> (median: Double, interval: ClosedRange<Double>?)? {
    estimate.map { estimate in
      (
        estimate.logRatio.percent / 100,
        estimate.logInterval.map { interval in
          LogRatio(interval.lower).percent / 100...LogRatio(interval.upper).percent / 100
        }
      )
    }
  }

  /// The verdict in words.
  public var verdict: String {
    if isSameCode { return "same code" }
    if rule.gate != nil { return gatedVerdict }
    switch session.verdict {
    case .slower: return "slower"
    case .faster: return "faster"
    case .same, .noSlower: return "same"
    case .cannotTell(let more?): return "cannot tell (≈ \(more) more pairs)"
    case .cannotTell(nil):
      if case .allowance = basis { return "cannot tell (it may be the layout)" }
      return "cannot tell (at the margin)"
    }
  }
}
