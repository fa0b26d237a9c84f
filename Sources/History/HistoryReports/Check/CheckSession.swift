package import HistoryExchange
package import Reporting
package import TimingHistory

/// A check of series for changes of their level: every input is read, every series checked, and the
/// result written.
///
/// All side effects are injected.
package struct CheckSession {
  private let settings: CheckSettings
  private let report: CheckReport
  private let output: (String) -> Void
  private let message: (Notice) -> Void

  /// What earlier checks found, and after a run this one too; nil where nothing is remembered.
  package private(set) var memory: CheckMemory?

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - settings: how series are checked.
  ///   - report: how results are written.
  ///   - memory: what earlier checks found, which is no alarm again; nil where everything counts.
  ///   - output: writes results.
  ///   - message: writes errors and warnings.
  package init(
    settings: CheckSettings, report: CheckReport, memory: CheckMemory? = nil,
    output: @escaping (String) -> Void, message: @escaping (Notice) -> Void
  ) {
    self.memory = memory
    self.settings = settings
    self.report = report
    self.output = output
    self.message = message
  }

  /// Checks the files that can be read.
  ///
  /// - Parameters:
  ///   - paths: the files.
  ///   - read: reads a file.
  /// - Returns: success, or what went wrong: an alarm before the first file that failed.
  package mutating func run(
    files paths: [String], read: (String) throws(HarnessFailure) -> CheckInput
  ) -> WorkStatus {
    var status = WorkStatus.success
    var checked: [(path: String, series: CheckedSeries)] = []
    for path in paths {
      do throws(HarnessFailure) {
        // One input after the other: only what is written of it is kept.
        let input = try read(path)
        for warning in input.warnings { message(.warning(warning)) }
        for series in input.table.series {
          checked.append(
            (input.path, CheckedSeries(series, of: input.table, settings: settings)))
        }
      } catch {
        message(.error(error.message))
        if status == .success { status = error.status }
      }
    }
    return conclude(Self.named(checked), status)
  }

  /// Names are unique within a file, not between files.
  private static func named(_ checked: [(path: String, series: CheckedSeries)]) -> [CheckedSeries] {
    var uses: [String: Int] = [:]
    for (_, series) in checked { uses[series.check.name, default: 0] += 1 }
    return checked.map { path, series in
      var series = series
      if uses[series.check.name, default: 0] > 1 { series.prefix(with: path) }
      return series
    }
  }

  /// Checks series of a history.
  ///
  /// - Parameters:
  ///   - store: the history.
  ///   - names: the series to check; all when there are none.
  ///   - since: the earliest start of a run to look at, in milliseconds since 1970; nil for all.
  ///   - order: gives the order of commits where a repository knows them; points are put in it.
  /// - Returns: success, or that there is an alarm.
  /// - Throws: `HistoryError` when there is no series of a name, or the file cannot be read.
  package mutating func run(
    _ store: HistoryStore, series names: [String], since: Int64? = nil,
    order: ([String]) -> RevisionOrder? = { _ in nil }
  ) throws(HistoryError) -> WorkStatus {
    for name in names { _ = try SeriesPage.record(of: name, in: store) }
    let settings = settings
    let runs = try store.measuredRunOutlines(of: names.isEmpty ? nil : names, since: since)
    var known: Set<String> = []
    let commits = runs.compactMap(\.commit).filter { known.insert($0).inserted }
    let order = commits.count > 1 ? order(commits) : nil
    let found = try store.mapSeries(of: names.isEmpty ? nil : names, since: since) { one in
      let places = order?.places(
        times: one.points.map(\.startedAt), commits: one.points.map(\.commit))
      let points = places.map { places in places.map { one.points[$0] } } ?? one.points
      return (
        one.record.name,
        CheckedSeries(points, of: one.record, transitions: one.transitions, settings: settings)
      )
    }
    let checked =
      names.isEmpty
      ? found.map(\.1)
      : names.compactMap { name in found.first { $0.0 == name }?.1 }
    return conclude(checked, .success)
  }

  private mutating func conclude(
    _ checked: [CheckedSeries], _ status: WorkStatus
  ) -> WorkStatus {
    var checked = recalled(checked)
    if let newest = checked.compactMap(\.span?.last).max() {
      for place in checked.indices { checked[place].retire(by: newest) }
    }
    output(report.text(of: checked))
    let unknown = checked.count { $0.isAlarmForLackOfDirection }
    if unknown > 0, settings.better == .unit {
      let of = unknown == 1 ? "1 series does" : "\(unknown) series do"
      message(
        .warning(
          "The unit of \(of) not say whether less or more is better: a change either way is an "
            + "alarm. Say which is."))
    }
    return checked.contains { $0.verdict.isAlarm } ? .slower : status
  }

  /// The series without alarms for what earlier checks found; what this one found is noted.
  private mutating func recalled(_ checked: [CheckedSeries]) -> [CheckedSeries] {
    guard let former = memory else { return checked }
    var checked = checked
    for index in checked.indices {
      checked[index].clearKnown(by: former)
      let name = checked[index].check.name
      // A change may be lost in what was measured since: that is reported, as someone may work on it.
      for change in memory?.note(checked[index].found, of: name) ?? [] {
        message(
          .warning(
            "\(printable(name)): the change of \(CheckReport.percent(change.effect)) at point "
              + "\(change.index), which an earlier check found, is no longer seen."))
      }
    }
    return checked
  }
}
