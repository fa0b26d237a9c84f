/// What a report on a history is.
package enum ReportKind: String, CaseIterable, Sendable {
  /// A dashboard: a folder with one page.
  case html
  /// A comment for a pull request.
  case markdown
  /// A picture of one series.
  case svg
  /// Data for programs.
  case json
}
