/// What a person, or a night, said of a point of a series.
package struct SeriesNote: Equatable, Sendable {
  /// The point, counted from 0.
  package let index: Int
  /// What was said.
  package let text: String
  /// What ran before and from there on, as a picture in SVG; `nil` where none was drawn.
  package var flameGraph: String?
}

extension [SeriesTransition] {
  /// What was said of the points of the series, in the order of the points.
  ///
  /// - Parameters:
  ///   - points: The points that are looked at, oldest first.
  ///   - flameGraphs: The pictures of the series by their runs; the first note of a run gets it.
  /// - Returns: The notes; those of runs that are not among the points are left out.
  /// - Complexity: O(*n*) in the points where there is a note, and in the events.
  package func notes(
    at points: [SeriesPoint], flameGraphs: [RunID: String] = [:]
  ) -> [SeriesNote] {
    let notes = filter { $0.event == .note }
    guard !notes.isEmpty else { return [] }
    let places = Dictionary(
      points.enumerated().map { ($0.element.run, $0.offset) },
      uniquingKeysWith: { first, _ in first }
    )
    var drawn = flameGraphs
    let found = notes.compactMap { note -> SeriesNote? in
      guard let run = note.run, let place = places[run], let text = note.reason else { return nil }
      return SeriesNote(index: place, text: text, flameGraph: drawn.removeValue(forKey: run))
    }
    return found.enumerated().sorted {
      ($0.element.index, $0.offset) < ($1.element.index, $1.offset)
    }.map(\.element)
  }
}
