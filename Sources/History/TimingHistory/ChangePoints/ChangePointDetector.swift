internal import Measuring

/// Finds where the level of a series changes, and rarely where it does not.
///
/// Isolated outliers are pulled in (``CleanedSeries``). An optimal partition proposes steps
/// (``OptimalPartition``), and the weakest are removed until the evidence for each that is left
/// (``StepEvidence``) exceeds a limit calibrated by simulation (``EvidenceLimit``). The memory of
/// the noise is estimated about the levels found, not about steps (``NoiseEstimate``). Stairs that
/// a line fits better are a drift, and going back and forth between two levels is two modes.
///
/// ```swift
/// let detector = ChangePointDetector()
/// for change in detector.changePoints(in: times) {
///   print("from point \(change.index): \(change.effect * 100) %")
/// }
/// ```
package struct ChangePointDetector: Sendable {
  /// The fewest points in which a change can be found at all.
  package static let shortestSeries = 12
  /// The fewest points between two changes, and before the first and after the last.
  package static let shortestLevel = StepEvidence.shortestSide

  /// How readily a change is reported.
  package let sensitivity: Sensitivity
  /// What the numbers are.
  package let scale: SeriesScale

  package init(sensitivity: Sensitivity = .standard, scale: SeriesScale = .values) {
    self.sensitivity = sensitivity
    self.scale = scale
  }

  /// The changes of a series, in order.
  ///
  /// Values that are not finite are left out of the search; indices count them all the same.
  ///
  /// - Complexity: O(*n* log *n*) on average.
  package func changePoints(in values: [Double]) -> [ChangePoint] {
    findings(in: values).changes
  }

  /// The changes, drifts and modes of a series.
  ///
  /// Values that are not finite are left out of the search; indices count them all the same.
  ///
  /// - Complexity: O(*n* log *n*) on average.
  package func findings(in values: [Double]) -> SeriesFindings {
    guard let search = FindingSearch(values, self) else { return SeriesFindings() }
    return search.findings
  }

  /// Why there is a change at a point, or why not.
  ///
  /// - Parameters:
  ///   - index: A point of the series, counted from 0.
  ///   - values: The series.
  /// - Returns: nil where there is nothing to weigh: a series shorter than ``shortestSeries``, a
  ///   value that is not finite, or fewer than ``shortestLevel`` points to the series' ends.
  package func explanation(of index: Int, in values: [Double]) -> StepExplanation? {
    FindingSearch(values, self)?.explanation(of: index)
  }

  /// The relative change from one level to another.
  func effect(from before: Double, to after: Double) -> Double {
    scale.effect(from: before, to: after)
  }
}
