/// A change in the newest points of a series that has no noise: counts, sizes, instructions.
///
/// Values that are the same point after point, and that only ever changed to stay so, need no four points
/// to show a new level: the first other value is one. A series that has gone to another value for a
/// moment before has noise of its own, however little.
enum ExactTail {
  /// The fewest equal points before the change.
  private static let fewestEqual = 20
  /// The most points of the new level: with more, the usual search finds it.
  private static let longest = StepEvidence.shortestSide - 1

  /// Looks for a new level in the newest points.
  ///
  /// - Parameter values: finite values.
  /// - Returns: the first point of the new level; nil where there is none.
  /// - Complexity: O(*n*).
  static func place(in values: [Double]) -> Int? {
    var runs: [Range<Int>] = []
    for (place, value) in values.enumerated() {
      if let last = runs.last, values[last.lowerBound] == value {
        runs[runs.count - 1] = last.lowerBound..<place + 1
      } else {
        runs.append(place..<place + 1)
      }
    }
    guard let level = runs.lastIndex(where: { $0.count >= fewestEqual }), level + 1 < runs.count
    else { return nil }
    let tail = runs[level].upperBound..<values.count
    let before = values[runs[level].lowerBound]
    guard tail.count <= longest,
      // The first run may be short: it is where the series begins, not where it returned
      // from.
      runs[..<level].dropFirst().allSatisfy({ $0.count > longest }),
      values[tail].allSatisfy({ $0 > before }) || values[tail].allSatisfy({ $0 < before })
    else { return nil }
    return tail.lowerBound
  }
}
