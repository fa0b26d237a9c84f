package import BenchmarkBuilds
package import Measuring
internal import Reporting

/// Two programs that run the same code: nothing is measured.
package struct SameCodeCase: ComparisonCase {
  /// The side to compare with.
  package let base: String
  /// The side to judge.
  package let candidate: String
  /// What both work on.
  package let subject: String?
  /// When a session would stop.
  package let rule: SequentialRule
  private let code: CodeProof

  /// Makes the case.
  ///
  /// - Parameters:
  ///   - base: the side to compare with.
  ///   - candidate: the side to judge.
  ///   - subject: what both work on.
  ///   - code: why they run the same code.
  ///   - rule: when a session would stop.
  package init(
    base: String, candidate: String, subject: String?, code: CodeProof,
    rule: SequentialRule = SequentialRule()
  ) {
    self.base = base
    self.candidate = candidate
    self.subject = subject
    self.code = code
    self.rule = rule
  }

  /// Why they run the same code.
  package var proof: CodeProof? { code }

  /// The proof.
  package var basis: ComparisonBasis { .proof(code) }

  /// There is nothing to check.
  package func check() {}

  /// A session without launches.
  package func measure(
    after earlier: SessionResult?, looks: Int, isCancelled: () -> Bool,
    progress: (SessionProgress) -> Void
  ) -> SessionResult {
    SessionResult(verdict: .same, end: .decided, launches: [], clock: .threadCPU, answer: nil)
  }
}
