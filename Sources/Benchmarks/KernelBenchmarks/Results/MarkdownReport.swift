internal import BenchmarkHarness
internal import Reporting
package import HistoryReports
internal import MarkupEscaping

/// Results as one Markdown table, to paste into an issue or a README.
package struct MarkdownReport: ResultFormat {
  private static let imageColumns = ["image", "size"]

  package func opening(_ environment: RunEnvironment) -> String {
    let titles = Self.imageColumns + ResultColumns.rounded.map(\.title)
    let rules =
      Self.imageColumns.map { _ in "---" }
      + ResultColumns.rounded.map { $0.alignment == .right ? "---:" : "---" }
    return Self.line(titles) + Self.line(rules)
  }

  package func section(_ image: ImageResult) -> String {
    image.rows.map { row in
      Self.line(
        [Markup.markdown(image.name), "\(image.width)×\(image.height)"]
          + ResultColumns.rounded.map { $0.cell(row, image) })
    }.joined()
  }

  package func closing(_ images: [ImageResult], _ environment: RunEnvironment) -> String {
    "\n\(environment.summary)\n"
  }

  private static func line(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |\n"
  }
}
