internal import HistoryExchange
internal import Reporting
package import TimingHistory

extension SeriesPage {
  /// The point that a note is about.
  package enum NotedPoint: Equatable, Sendable {
    /// The newest one.
    case newest
    /// The first one of a commit, or of the beginning of one.
    case commit(String)
    /// That of a run.
    case run(RunID)
  }

  /// The run of a point that a note is about.
  ///
  /// - Parameter noted: Which point.
  /// - Returns: The run.
  /// - Throws: ``HistoryError`` when the series has no such point.
  package func run(at noted: NotedPoint) throws(HistoryError) -> RunID {
    let point =
      switch noted {
      case .newest: points.last
      case .commit(let commit): points.first { $0.commit?.hasPrefix(commit) ?? false }
      case .run(let run): points.first { $0.run == run }
      }
    if let point { return point.run }
    let what =
      switch noted {
      case .newest: "has no points"
      case .commit(let commit): "has no point of a commit '\(printable(commit))'"
      case .run(let run): "has no point of run \(run.value)"
      }
    throw HistoryError(
      .invalidRequest,
      "'\(printable(series.name))' \(what). `bench show '\(printable(series.name))'` lists its points."
    )
  }

  /// A point in words: its number, commit and time.
  package func words(of run: RunID) -> String {
    guard let index = points.firstIndex(where: { $0.run == run }) else { return "run \(run.value)" }
    let point = points[index]
    let commit = point.commit.map { ", commit \(HistoryText.commit($0))" } ?? ""
    return "point \(index)\(commit), \(HistoryText.time(point.startedAt)) UTC"
  }
}
