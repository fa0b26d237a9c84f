/// When a series was measured, as far as it shows whether it still is.
package struct MeasuredSpan: Equatable, Sendable {
  /// When its newest point was measured, in milliseconds since 1970.
  package let last: Int64
  /// The median time between its newest points, in milliseconds; nil for a single point.
  package let usualGap: Int64?

  /// Points that show how often a series is measured: how it was years ago does not matter.
  private static let newestPoints = 21
  /// A series that was left out for less than a month may come back.
  private static let shortestPause: Int64 = 30 * 86_400_000
  /// And one that was left out for less than so many times its usual gap.
  private static let usualGaps: Int64 = 10

  /// Takes the times of a series' points, oldest first; nil when there is none.
  ///
  /// - Parameter times: Milliseconds since 1970.
  package init?(_ times: [Int64]) {
    guard let last = times.max() else { return nil }
    self.last = last
    let newest = times.suffix(Self.newestPoints)
    let gaps = zip(newest, newest.dropFirst()).map { before, after in
      // Times of a file may be anything.
      let (gap, isFar) = after.subtractingReportingOverflow(before)
      return isFar ? .max : max(gap, 0)
    }.sorted()
    usualGap = gaps.isEmpty ? nil : gaps[gaps.count / 2]
  }

  /// Whether the series is measured no more.
  ///
  /// - Parameter newest: When the newest point of any series was measured, in milliseconds since
  ///   1970.
  /// - Returns: so when it was left out for a month, and for ten times as long as it usually is.
  package func hasEnded(by newest: Int64) -> Bool {
    guard let usualGap else { return false }
    let (pause, isTooLong) = usualGap.multipliedReportingOverflow(by: Self.usualGaps)
    let (since, isFar) = newest.subtractingReportingOverflow(last)
    return !isTooLong && (isFar || since > max(pause, Self.shortestPause))
  }
}
