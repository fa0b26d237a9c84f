/// A part of a server's history that is here: one series or all of them, from a time on.
package struct PulledPart: Equatable, Sendable {
  /// The series; nil for all.
  package let series: String?
  /// The earliest start of its runs, in milliseconds since 1970.
  package let since: Int64
  /// The server's oldest transaction that may have added more of it.
  package let horizon: Int64

  package init(series: String?, since: Int64, horizon: Int64) {
    self.series = series
    self.since = since
    self.horizon = horizon
  }

  /// Whether it holds everything of another part, but for what arrived since its horizon.
  package func covers(_ other: PulledPart) -> Bool {
    (series == nil || series == other.series) && since <= other.since
  }
}
