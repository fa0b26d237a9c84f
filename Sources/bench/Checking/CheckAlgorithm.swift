internal import TimingHistory

/// How `bench check` looks for changes, by the name people type.
enum CheckAlgorithm: String, CaseIterable {
  case ranks
  case otava

  /// The search with its default settings.
  var search: ChangePointAlgorithm {
    switch self {
    case .ranks: .rankCUSUM(ChangePointDetector())
    case .otava: .otava(OtavaDetector())
    }
  }

  /// The fewest points in which a change could be seen; nil where the algorithm has no such limit.
  var fewestPoints: Int? {
    switch self {
    case .ranks: ChangePointDetector.shortestInterval
    case .otava: nil
    }
  }
}
