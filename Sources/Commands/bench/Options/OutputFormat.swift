internal import KernelBenchmarks
internal import BenchmarkHarness
internal import ArgumentParser
internal import CommandText

/// How results are written.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
  case table
  case json
  case csv
  case markdown

  /// The format's writer.
  ///
  /// - Parameter terminal: what the reader's screen can show; only the table asks.
  /// - Returns: a writer that can be used once or often.
  func report(on terminal: Terminal) -> any ResultFormat<ImageResult> {
    switch self {
    case .table: TableReport(terminal: terminal)
    case .json: JSONReport()
    case .csv: CSVReport()
    case .markdown: MarkdownReport()
    }
  }
}
