/// What a person said of a point of a series.
package struct SeriesNote: Equatable, Sendable {
  /// The point, counted from 0.
  package let index: Int
  /// What was said.
  package let text: String
}

extension [SeriesTransition] {
  /// What people said of the points of the series, in the order of the points.
  ///
  /// - Parameter points: The points that are looked at, oldest first.
  /// - Returns: The notes; those of runs that are not among the points are left out.
  /// - Complexity: O(*n*) in the points where there is a note, and in the events.
  package func notes(at points: [SeriesPoint]) -> [SeriesNote] {
    let notes = filter { $0.event == .note }
    guard !notes.isEmpty else { return [] }
    let places = Dictionary(
      points.enumerated().map { ($0.element.run, $0.offset) },
      uniquingKeysWith: { first, _ in first }
    )
    let found = notes.compactMap { note -> SeriesNote? in
      guard let place = note.run.flatMap({ places[$0] }), let text = note.reason else { return nil }
      return SeriesNote(index: place, text: text)
    }
    return found.enumerated().sorted {
      ($0.element.index, $0.offset) < ($1.element.index, $1.offset)
    }.map(\.element)
  }
}
