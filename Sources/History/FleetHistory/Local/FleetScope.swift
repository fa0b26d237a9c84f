/// The part of a class's history that a command reads.
///
/// Years of a class are gigabytes: what no command reads stays on the server.
package struct FleetScope: Equatable, Sendable {
  /// The series; empty for all.
  package var series: [String]
  /// The earliest start of a run, in milliseconds since 1970; nil for all.
  package var since: Int64?

  /// Everything that there is.
  package static let everything = FleetScope()

  /// Makes a scope.
  ///
  /// - Parameters:
  ///   - series: The series; empty for all.
  ///   - since: The earliest start of a run, in milliseconds since 1970; nil for all.
  package init(series: [String] = [], since: Int64? = nil) {
    self.series = series
    self.since = since
  }
}
