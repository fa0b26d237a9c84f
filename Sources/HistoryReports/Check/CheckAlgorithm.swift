public import TimingHistory

/// How changes of level are searched for.
public enum CheckAlgorithm: String, CaseIterable, Sendable {
  /// This project's detector: one false alarm in 200 unchanged series.
  case rankCUSUM = "rank-cusum"
  /// Apache Otava's method, for comparison.
  case otava

  /// The search with its default settings.
  ///
  /// - Parameter scale: what the numbers are.
  /// - Returns: the search.
  public func search(_ scale: SeriesScale = .values) -> ChangePointAlgorithm {
    switch self {
    case .rankCUSUM: .rankCUSUM(ChangePointDetector(scale: scale))
    case .otava: .otava(OtavaDetector(scale: scale))
    }
  }

  /// The fewest points in which a change could be seen; nil where the algorithm has no such limit.
  public var fewestPoints: Int? {
    switch self {
    case .rankCUSUM: ChangePointDetector.shortestInterval
    case .otava: nil
    }
  }
}
