internal import TimingHistory

/// How `bench check` looks for changes, by the name people type.
enum CheckAlgorithm: String, CaseIterable {
  case levels
  case otava

  /// The search with its default settings.
  ///
  /// - Parameter scale: what the numbers are.
  /// - Returns: the search.
  func search(_ scale: SeriesScale = .values) -> ChangePointAlgorithm {
    switch self {
    case .levels: .levels(ChangePointDetector(scale: scale))
    case .otava: .otava(OtavaDetector(scale: scale))
    }
  }

  /// The fewest points in which a change could be seen; nil where the algorithm has no such limit.
  var fewestPoints: Int? {
    switch self {
    case .levels: ChangePointDetector.shortestSeries
    case .otava: nil
    }
  }
}
