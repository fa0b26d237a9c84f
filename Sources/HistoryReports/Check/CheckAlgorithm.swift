internal import TimingHistory

/// How `bench check` looks for changes, by the name people type.
enum CheckAlgorithm: String, CaseIterable {
  case rankCUSUM = "rank-cusum"
  case otava

  /// The search with its default settings.
  ///
  /// - Parameter scale: what the numbers are.
  /// - Returns: the search.
  func search(_ scale: SeriesScale = .values) -> ChangePointAlgorithm {
    switch self {
    case .rankCUSUM: .rankCUSUM(ChangePointDetector(scale: scale))
    case .otava: .otava(OtavaDetector(scale: scale))
    }
  }

  /// The fewest points in which a change could be seen; nil where the algorithm has no such limit.
  var fewestPoints: Int? {
    switch self {
    case .rankCUSUM: ChangePointDetector.shortestInterval
    case .otava: nil
    }
  }
}
