internal import HistoryExchange

/// Where a point of a series comes from.
package struct PointOrigin: Equatable, Sendable {
  /// When it was measured, in milliseconds since 1970; nil where that is unknown.
  package let time: Int64?
  /// The commit that was measured; nil where that is unknown.
  package let commit: String?

  /// The commit, or else the time, as one text; nil where both are unknown.
  var name: String? { commit.flatMap { $0.isEmpty ? nil : $0 } ?? time.map(Timestamp.text) }
}

/// From when on changes are new: a check fails for these only.
package enum CheckMoment: Equatable, Sendable {
  /// A time in milliseconds since 1970: a change at it or later is new.
  case time(Int64)
  /// A commit, or the beginning of one: a change after its last point is new.
  case commit(String)

  /// Reads a date such as `2026-01-31`, or a commit of at least four characters.
  package init?(_ text: String) {
    if text.contains("-"), let time = Timestamp.milliseconds(text) {
      self = .time(time)
    } else if text.count >= 4, text.allSatisfy({ $0.isLetter || $0.isNumber }) {
      self = .commit(text)
    } else {
      return nil
    }
  }

  /// The first point of a series at which a change is new.
  ///
  /// Where the series does not show it, every change is new: nothing passes because it is unknown.
  ///
  /// - Parameters:
  ///   - count: how many points the series has.
  ///   - origin: where a point comes from.
  /// - Returns: its place, `count` where no point is new.
  /// - Complexity: O(*count*).
  func firstNewPoint(of count: Int, origin: (Int) -> PointOrigin) -> Int {
    switch self {
    case .time(let time):
      return (0..<count).first { origin($0).time.map { $0 >= time } ?? true } ?? count
    case .commit(let commit):
      let last = (0..<count).last { origin($0).commit?.hasPrefix(commit) ?? false }
      return last.map { $0 + 1 } ?? 0
    }
  }
}
