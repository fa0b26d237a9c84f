/// Dates of the commits of a repository, in the order of the commits.
///
/// A commit may have any date: clocks are set back, and work is done long before it is merged. Where a
/// date contradicts the order, the order is right.
enum RevisionDates {
  /// The dates with those that contradict the order replaced: by one between those of the commits before
  /// and after.
  ///
  /// The fewest are replaced (patience sorting: the longest part that does not decrease is kept).
  ///
  /// - Parameter dates: milliseconds since 1970 in the order of the commits.
  /// - Returns: dates that do not decrease, and how many were replaced.
  /// - Complexity: O(*n* log *n*).
  static func inOrder(_ dates: [Int64]) -> (dates: [Int64], replaced: Int) {
    // For each length the place of the least date that such a part can end with.
    var ends: [Int] = []
    var previous = [Int?](repeating: nil, count: dates.count)
    for (place, date) in dates.enumerated() {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        // The dates at `ends` never decrease, so that halving finds the longest part that
        // this date can follow. Equal dates follow each other.
        if dates[ends[middle]] <= date { low = middle + 1 } else { high = middle }
      }
      previous[place] = low > 0 ? ends[low - 1] : nil
      if low == ends.count { ends.append(place) } else { ends[low] = place }
    }
    // From the end of the longest part backwards: each knows what it followed when it was
    // taken in.
    guard ends.count < dates.count, var place = ends.last else { return (dates, 0) }
    var kept: [Int] = [place]
    while let before = previous[place] {
      kept.append(before)
      place = before
    }
    var ordered = dates
    var left = -1
    for right in kept.reversed() + [dates.count] {
      //     kept        left          right
      //     place    …  4    5   6    7  …       gap 3: two dates at thirds of the way between
      let gap = right - left
      for place in (left + 1)..<max(right, left + 1) {
        let (before, after) = (
          left >= 0 ? dates[left] : nil, right < dates.count ? dates[right] : nil
        )
        ordered[place] =
          switch (before, after) {
          case (let before?, let after?):
            before
              &+ Int64(
                bitPattern: UInt64(span(before, after) * Double(place - left) / Double(gap)))
          // Behind the last that is kept, or before the first, a millisecond apart: only the
          // order is known.
          case (let before?, nil): sum(before, Int64(place - left))
          case (nil, let after?): sum(after, -Int64(right - place))
          case (nil, nil): dates[place]
          }
      }
      left = right
    }
    return (ordered, dates.count - kept.count)
  }

  /// How far it is to a date that is no earlier: files may hold any two numbers.
  private static func span(_ before: Int64, _ after: Int64) -> Double {
    Double(UInt64(bitPattern: after &- before))
  }

  /// The sum of two numbers, or the nearest that there is.
  private static func sum(_ date: Int64, _ more: Int64) -> Int64 {
    let (sum, isTooFar) = date.addingReportingOverflow(more)
    return isTooFar ? (more < 0 ? .min : .max) : sum
  }
}
