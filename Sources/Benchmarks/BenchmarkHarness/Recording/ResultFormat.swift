package import HistoryReports

/// A way to write results, in parts, so that what is written grows while the rest is measured.
package protocol ResultFormat<Result> {
  /// What is measured of one benchmark.
  associatedtype Result

  /// What comes first.
  func opening(_ environment: RunEnvironment) -> String
  /// One result, as soon as it is measured.
  func section(_ result: Result) -> String
  /// What comes last.
  func closing(_ results: [Result], _ environment: RunEnvironment) -> String
}
