/// How benchmarks are timed.
package struct RunSettings {
  /// How results are written.
  package enum Format: String, CaseIterable, Sendable {
    /// For people.
    case table
    /// For programs.
    case json
    /// For spreadsheets.
    case csv
    /// For pages.
    case markdown
  }

  /// How results are written.
  package var format: Format
  /// In how many fresh processes a benchmark is timed; `nil` for as many as the source thinks right.
  package var launches: Int?
  /// Seconds of timing for each benchmark; `nil` for as many as the source thinks right.
  package var seconds: Double?
  /// Whether instructions are counted too.
  package var countsCosts: Bool

  package init(
    format: Format, launches: Int? = nil, seconds: Double? = nil, countsCosts: Bool = false
  ) {
    self.format = format
    self.launches = launches
    self.seconds = seconds
    self.countsCosts = countsCosts
  }
}
