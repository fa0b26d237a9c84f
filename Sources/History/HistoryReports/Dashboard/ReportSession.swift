internal import Files
internal import Foundation
internal import HistoryDashboard
package import HistoryExchange
package import Reporting
package import TimingHistory

/// A report on a history: the history is read, and the report made and written.
///
/// All side effects are injected.
package struct ReportSession {
  /// Where the history comes from.
  package enum Source {
    /// The history in a file; from when on it is looked at, in milliseconds since 1970, and the
    /// fleet that it belongs to.
    case file(String, since: Int64? = nil, fleet: FleetOverview? = nil)
    /// Series of other programs, each with the name of its file; from when on they are looked at,
    /// in milliseconds since 1970.
    case tables([(name: String, series: SeriesTable)], since: Int64? = nil)
    /// A made-up history, which shows what reports look like.
    case example
  }

  private let kind: ReportKind
  private let source: Source
  private let series: String?
  private let title: String?
  private let repository: ReportRepository?
  private let output: String?
  private let isForced: Bool
  private let now: Int64
  private let order: ([String]) -> RevisionOrder?
  private let write: (String) -> Void
  private let message: (Notice) -> Void

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - kind: what to write.
  ///   - source: where the history comes from.
  ///   - series: the only series to show; `nil` shows all.
  ///   - title: the heading; `nil` for a standard one.
  ///   - repository: where the dashboard's commits can be seen; `nil` for no links.
  ///   - output: the folder or file to write; `nil` for the injected writer.
  ///   - isForced: whether other files are replaced.
  ///   - now: milliseconds since 1970.
  ///   - order: gives the order of commits where a repository knows them; runs of a history are put
  ///     in it.
  ///   - write: writes results.
  ///   - message: writes notes and warnings.
  package init(
    kind: ReportKind, source: Source, series: String? = nil, title: String? = nil,
    repository: ReportRepository? = nil, output: String? = nil, isForced: Bool = false, now: Int64,
    order: @escaping ([String]) -> RevisionOrder? = { _ in nil }, write: @escaping (String) -> Void,
    message: @escaping (Notice) -> Void
  ) {
    self.kind = kind
    self.source = source
    self.series = series
    self.title = title
    self.repository = repository
    self.output = output
    self.isForced = isForced
    self.now = now
    self.order = order
    self.write = write
    self.message = message
  }

  /// Writes the report.
  ///
  /// - Throws: ``HarnessFailure`` when the history cannot be read, has no such series, or the
  ///   output cannot be written.
  package func run() throws(HarnessFailure) {
    let folder = kind == .html ? output.map { ReportFolder(path: $0, isForced: isForced) } : nil
    // What cannot be written is said before a long history is read.
    try folder?.check()
    let report = try report()
    switch kind {
    case .html:
      let page = DashboardPage(of: report)
      try folder?.write(page)
      let size = (page.text.utf8.count + 999) / 1000
      message(
        .note("Wrote \(output ?? "")/index.html: \(report.headline.lowercasedFirst), \(size) kB."))
      if page.text.utf8.count > DashboardPage.maximumBytes {
        message(
          .warning(
            "\(report.series.count) series make the page larger than "
              + "\(DashboardPage.maximumBytes / 1000) kB. A history of fewer series loads faster."))
      } else if page.isThinned {
        let beside = page.files.map {
          " Series that are opened are shown whole, from the folder '\($0.folder)' beside it."
        }
        message(
          .note("Older nights are thinned out, so that the page stays small.\(beside ?? "")"))
      }
    case .markdown: try deliver(ReportMarkdown.text(of: report))
    case .json: try deliver(ReportJSON(of: report).text)
    case .svg:
      guard let series = report.series.first else { return }
      try deliver(TimelineDrawing(of: series, in: report).text)
    }
  }

  private func report() throws(HarnessFailure) -> HistoryReport {
    if case .tables(let tables, let since) = source { return try report(of: tables, since: since) }
    do throws(HistoryError) {
      let store = try openHistory()
      if let series { _ = try SeriesPage.record(of: series, in: store) }
      var isExample = false
      var since: Int64?
      var fleet: FleetOverview?
      switch source {
      case .example:
        isExample = true
        fleet = ExampleHistory(endingAt: now).fleet
      case .file(_, let start, let overview):
        since = start
        fleet = overview
      case .tables: break
      }
      var report = try HistoryReport(
        of: store, madeAt: now,
        title: title ?? (isExample ? "An example of a timing history" : "Timing history"),
        series: series.map { [$0] }, since: since, order: isExample ? { _ in nil } : order)
      report.isExample = isExample
      report.fleet = fleet
      report.repository = repository?.links
      return report
    } catch {
      throw HarnessFailure(error)
    }
  }

  private func openHistory() throws(HistoryError) -> HistoryStore {
    let history: String
    switch source {
    case .example:
      let store = try HistoryStore(machine: ExampleHistory.machine)
      try ExampleHistory(endingAt: now).record(in: store)
      return store
    case .tables: return try HistoryStore()
    case .file(let path, _, _): history = path
    }
    // Opening would make a new history, and a misspelt name would give an empty report.
    guard FileKind(path: history) != .absent else {
      throw HistoryError(.notFound, "There is no history at '\(history)'.")
    }
    return try HistoryStore(path: history)
  }

  /// A report of files, without a history; a series of the same name in two files is called by its
  /// file too.
  private func report(
    of tables: [(name: String, series: SeriesTable)], since: Int64?
  ) throws(HarnessFailure) -> HistoryReport {
    var uses: [String: Int] = [:]
    for table in tables {
      for name in Set(table.series.series.map(\.name)) { uses[name, default: 0] += 1 }
    }
    let named = tables.map { file, table in
      let names = table.series.map { series in
        uses[series.name, default: 0] > 1 ? "\(printable(file)): \(series.name)" : series.name
      }
      return (table: table, names: names)
    }
    let all = named.flatMap(\.names)
    if let series, !all.contains(series) {
      let meant = nearestSpelling(of: series, among: all).map { " Did you mean '\($0)'?" } ?? ""
      throw HarnessFailure(
        message: "There is no series '\(printable(series))' in the files.\(meant)",
        status: .wrongUsage)
    }
    var report = HistoryReport(
      of: named, madeAt: now, title: title ?? "Timing history", series: series, since: since)
    report.repository = repository?.links
    return report
  }

  private func deliver(_ text: String) throws(HarnessFailure) {
    guard let output else { return write(text) }
    try writeOutput(text, to: output, replacingExisting: isForced)
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
