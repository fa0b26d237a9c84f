public import TimingHistory

/// How changes of level are searched for.
public enum CheckAlgorithm: String, CaseIterable, Sendable {
  /// This project's detector: at most one false alarm in 100 unchanged series.
  case levels
  /// Apache Otava's method, for comparison.
  case otava

  /// The search with its default settings.
  ///
  /// - Parameter scale: what the numbers are.
  /// - Returns: the search.
  public func search(_ scale: SeriesScale = .values) -> ChangePointAlgorithm {
    switch self {
    case .levels: .levels(ChangePointDetector(scale: scale))
    case .otava: .otava(OtavaDetector(scale: scale))
    }
  }

  /// The fewest points in which a change could be seen; nil where the algorithm has no such limit.
  public var fewestPoints: Int? {
    switch self {
    case .levels: ChangePointDetector.shortestSeries
    case .otava: nil
    }
  }
}
