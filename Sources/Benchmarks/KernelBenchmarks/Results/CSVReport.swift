internal import BenchmarkHarness
package import HistoryReports
internal import Reporting

/// Results as comma-separated values (RFC 4180): the JSON fields that are one value.
package struct CSVReport: ResultFormat {
  package func opening(_ environment: RunEnvironment) -> String {
    CSVLine.text(ResultColumns.exact.map(\.title))
  }

  package func section(_ image: ImageResult) -> String {
    image.rows.map { row in CSVLine.text(ResultColumns.exact.map { $0.cell(row, image) }) }.joined()
  }

  package func closing(_ images: [ImageResult], _ environment: RunEnvironment) -> String { "" }
}
