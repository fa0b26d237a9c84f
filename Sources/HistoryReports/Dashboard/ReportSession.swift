internal import ArgumentParser
internal import CommandText
internal import Files
internal import Foundation
internal import TimingHistory
internal import HistoryDashboard

extension ExitCode {
  /// An output could not be written (EX_CANTCREAT).
  static let cannotWrite = ExitCode(73)
}

/// Why there is no report: a sentence and the exit code.
struct ReportFailure: Error, Equatable {
  let message: String
  let exitCode: ExitCode
}

/// One `bench report`: the history is read, the report made and written.
///
/// Everything that touches the screen or the clock is handed in, so that tests run it whole.
struct ReportSession {
  let kind: ReportKind
  /// The history's file; nil for a made-up history.
  let history: String?
  let series: String?
  let title: String?
  let output: String?
  let isForced: Bool
  /// Milliseconds since 1970.
  let now: Int64
  /// Writes results.
  let write: (String) -> Void
  /// Writes a line for people.
  let message: (String) -> Void

  static func now() -> Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

  func run() throws(ReportFailure) {
    let folder = kind == .html ? output.map { ReportFolder(path: $0, isForced: isForced) } : nil
    // What cannot be written is said before a long history is read.
    try folder?.check()
    let report = try report()
    switch kind {
    case .html:
      let page = DashboardPage(of: report)
      try folder?.write(page.text)
      let size = (page.text.utf8.count + 999) / 1000
      message("Wrote \(output ?? "")/index.html: \(report.headline.lowercasedFirst), \(size) kB.")
      if page.text.utf8.count > DashboardPage.maximumBytes {
        message(
          "Warning: \(report.series.count) series make the page larger than "
            + "\(DashboardPage.maximumBytes / 1000) kB. A history of fewer series loads faster.")
      } else if page.isThinned {
        message("Older nights are shown one in several, so that the page stays small.")
      }
    case .markdown: try deliver(ReportMarkdown.text(of: report))
    case .json: try deliver(ReportJSON(of: report).text)
    case .svg:
      guard let series = report.series.first else { return }
      try deliver(TimelineDrawing(of: series, in: report).text)
    }
  }

  private func report() throws(ReportFailure) -> HistoryReport {
    do throws(HistoryError) {
      let store = try openHistory()
      if let series { try requireSeries(series, in: store) }
      var report = try HistoryReport(
        of: store, madeAt: now,
        title: title ?? (history == nil ? "An example of a timing history" : "Timing history"),
        series: series.map { [$0] })
      report.isExample = history == nil
      return report
    } catch {
      throw ReportFailure(message: "\(error)", exitCode: ExitCode(error))
    }
  }

  private func openHistory() throws(HistoryError) -> HistoryStore {
    guard let history else {
      let store = try HistoryStore()
      try ExampleHistory(endingAt: now).record(in: store)
      return store
    }
    // Opening would make a new history: a report of nothing, where a name was misspelt.
    guard FileManager.default.fileExists(atPath: history) else {
      throw HistoryError(
        .notFound,
        "There is no history at '\(history)'. Record one first, or name another with --history; "
          + "--example shows what a report looks like.")
    }
    return try HistoryStore(path: history)
  }

  private func requireSeries(_ name: String, in store: HistoryStore) throws(HistoryError) {
    let names = try store.series(recent: 0).map(\.series.name)
    guard !names.contains(name) else { return }
    let nearest = nearestSpelling(of: name, among: names)
    let hint =
      nearest.map { " Did you mean '\($0)'?" }
      ?? (names.isEmpty
        ? " The history is empty." : " `bench report --format markdown` lists all \(names.count).")
    throw HistoryError(.invalidRequest, "There is no series '\(name)'.\(hint)")
  }

  private func deliver(_ text: String) throws(ReportFailure) {
    guard let output else { return write(text) }
    do {
      try writeFile(Array(text.utf8), to: output, replacingExisting: isForced)
    } catch {
      let hint = FileManager.default.fileExists(atPath: output) && !isForced
      throw ReportFailure(
        message: error.description + (hint ? " --force replaces it." : ""), exitCode: .cannotWrite)
    }
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
