internal import TimingHistory

/// Which points of a series a page shows: all, or all of late and some of the past.
///
/// A history grows every night and a page must not, so older nights are shown one in several once
/// all would be too much. The points around a change of level always stay, and those with a note.
struct PageThinning: Equatable {
  /// How many of the newest points are all shown.
  let recent: Int
  /// One in how many older points is shown; nil for none but those around changes.
  let step: Int?

  /// Everything.
  static let none = PageThinning(recent: .max, step: 1)

  /// From everything down to very little: the first that fits is taken.
  static let choices: [PageThinning] = [
    none, PageThinning(recent: 365, step: 2), PageThinning(recent: 365, step: 4),
    PageThinning(recent: 180, step: 4), PageThinning(recent: 180, step: 8),
    PageThinning(recent: 90, step: 8), PageThinning(recent: 90, step: 16),
    PageThinning(recent: 60, step: nil), PageThinning(recent: 30, step: nil),
    PageThinning(recent: 10, step: nil),
  ]

  /// The places of the points that are shown, in order.
  func places(of series: ReportedSeries) -> [Int] {
    let count = series.points.count
    guard recent < count else { return Array(0..<count) }
    let first = count - recent
    let changes = Set(series.changes.flatMap { [$0.index - 1, $0.index] })
      .union(series.notes.map(\.index))
    return (0..<count).filter { place in
      // Counted from the newest, so that the choice does not jump with every new night.
      let isStep = step.map { (first - place) % $0 == 0 } ?? false
      return place >= first || isStep || changes.contains(place)
    }
  }

  /// How many bytes the data of a page takes at least.
  ///
  /// - Complexity: O(*n*) in the series.
  func leastBytes(of report: HistoryReport) -> Int {
    report.series.reduce(0) { bytes, series in
      // A point takes a digit for its run and one for its value, a series the names of its fields.
      bytes + 2 * min(series.points.count, recent) + series.record.name.utf8.count + 100
    }
  }
}
