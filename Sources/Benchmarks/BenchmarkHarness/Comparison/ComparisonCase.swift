package import BenchmarkBuilds
package import Measuring
package import Reporting

/// Two things to compare, with how to check them and how to run them.
package protocol ComparisonCase {
  /// The side to compare with.
  var base: String { get }
  /// The side to judge.
  var candidate: String { get }
  /// What both work on; `nil` for commands.
  var subject: String? { get }
  /// When the session stops, with the gate of the comparison.
  var rule: SequentialRule { get }
  /// Why both sides run the same code, so that nothing is measured; `nil` to measure.
  var proof: CodeProof? { get }

  /// Checks that the sides can be compared, before they are measured.
  ///
  /// - Throws: ``HarnessFailure`` when a side fails, or they do not do the same.
  func check() throws(HarnessFailure)

  /// Runs the paired session up to one of its looks.
  ///
  /// - Parameters:
  ///   - earlier: where an earlier part of it ended; `nil` to begin.
  ///   - looks: how many looks it has at most.
  ///   - isCancelled: asked between launches.
  ///   - progress: called after each launch.
  /// - Returns: what was measured by then.
  func measure(
    after earlier: SessionResult?, looks: Int, isCancelled: () -> Bool,
    progress: (SessionProgress) -> Void
  ) -> SessionResult

  /// About how many seconds measuring takes at most, known once they are checked; `nil` where it is always
  /// short, or not known.
  var longestSeconds: Double? { get }

  /// Counts what a call of both sides takes, with unchanged programs; `nil` to count
  /// nothing.
  func costs() -> CostComparison?
  /// What both sides report beside time, known once they are checked.
  var metrics: [MetricChange] { get }
  /// What the verdict rests on, known after the session.
  var basis: ComparisonBasis { get }
}

extension ComparisonCase {
  /// The usual rule, without a gate.
  package var rule: SequentialRule { SequentialRule() }
  /// Not known.
  package var longestSeconds: Double? { nil }
  /// None: it is measured.
  package var proof: CodeProof? { nil }
  /// Nothing is counted.
  package func costs() -> CostComparison? { nil }
  /// Nothing but time.
  package var metrics: [MetricChange] { [] }
  /// The files as they are.
  package var basis: ComparisonBasis { .files }

  /// Runs the paired session to its end.
  package func measure(
    isCancelled: () -> Bool, progress: (SessionProgress) -> Void
  ) -> SessionResult {
    measure(after: nil, looks: .max, isCancelled: isCancelled, progress: progress)
  }

  /// Both sides and what they work on: `simd against histogram on photo 1MP`.
  package var title: String {
    "\(candidate) against \(base)" + (subject.map { " on \($0)" } ?? "")
  }
}
