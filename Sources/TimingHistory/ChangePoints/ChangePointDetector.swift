internal import Measuring

/// Finds where the level of a series changes, and rarely where it does not.
///
/// Normal scores of the ranks are summed over seeded intervals (CUSUM); the narrowest interval
/// whose statistic exceeds a permutation threshold holds one change and nothing else
/// (narrowest-over-threshold; Baranowski, Chen & Fryzlewicz, JRSS B 2019); the search goes on to
/// both sides of it. The statistics are deflated for the memory of the noise. In the end every
/// change must stand on its own between its neighbours.
///
/// ```swift
/// let detector = ChangePointDetector()
/// for change in detector.changePoints(in: times) {
///   print("from point \(change.index): \(change.effect * 100) %")
/// }
/// ```
public struct ChangePointDetector: Sendable {
  /// The fewest points in which a change can be seen at all.
  public static let shortestInterval = 12

  /// How readily a change is reported.
  public let sensitivity: Sensitivity
  /// What the numbers are.
  public let scale: SeriesScale

  /// Makes a detector.
  public init(sensitivity: Sensitivity = .standard, scale: SeriesScale = .values) {
    self.sensitivity = sensitivity
    self.scale = scale
  }

  /// The changes of a series, in order.
  ///
  /// Values that are not finite are left out of the search; indices count them all the same.
  ///
  /// - Complexity: O(*n* log² *n*) for series with few changes.
  public func changePoints(in values: [Double]) -> [ChangePoint] {
    let places = values.indices.filter { values[$0].isFinite }
    let finite = places.map { values[$0] }
    var search = ChangePointSearch(
      values: finite,
      thresholds: ChangePointThresholds(count: finite.count, sensitivity: sensitivity))
    let splits = search.run()
    let bounds = [0] + splits.map(\.index) + [finite.count]
    return splits.enumerated().map { place, split in
      let before = Statistics.median(Array(finite[bounds[place]..<split.index])) ?? 0
      let after = Statistics.median(Array(finite[split.index..<bounds[place + 2]])) ?? 0
      return ChangePoint(
        index: places[split.index], before: before, after: after,
        effect: scale.effect(from: before, to: after), evidence: split.evidence)
    }
  }
}
