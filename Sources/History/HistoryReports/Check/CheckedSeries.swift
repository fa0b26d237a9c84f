internal import ExchangeDocuments
package import HistoryExchange
internal import Measuring
package import TimingHistory

/// One series after its check: what is written of it, and none of its values.
package struct CheckedSeries {
  /// How many points it has.
  package let count: Int
  /// Its values as a line of bars.
  package let sparkline: String
  /// What was found.
  package private(set) var check: SeriesCheck
  /// What that comes to.
  package private(set) var verdict: CheckVerdict
  /// The point to explain; nil for none.
  package let explained: Int?
  /// Where the points of the changes come from, in the order of the changes.
  package let origins: [PointOrigin]
  /// What people said of its points.
  package let notes: [SeriesNote]
  /// The changes, to be found again by a later check, in their order.
  private let traces: [CheckMemory.Change]
  /// The first point at which a change is new.
  private let firstNew: Int
  /// When it was measured; nil where that is unknown.
  let span: MeasuredSpan?
  /// Which of the values that were searched are better.
  let better: BenchmarkMetric.Better
  /// Which changes are for the better; nil where every change counts.
  let direction: BenchmarkMetric.Better?

  /// Checks a series of a table.
  ///
  /// - Parameters:
  ///   - series: the series.
  ///   - table: its table.
  ///   - settings: how it is checked.
  package init(_ series: SeriesTable.Series, of table: SeriesTable, settings: CheckSettings) {
    self.init(
      series.values,
      of: SeriesRecord(name: series.name, unit: series.unit, better: series.better),
      builds: table.builds(of: series), machines: table.machines(of: series), scale: .values,
      settings
    ) { place in
      PointOrigin(
        time: table.time(of: series, at: place), commit: table.commit(of: series, at: place))
    }
  }

  /// Checks a series of a history: its ratios to the reference where it has them.
  ///
  /// - Parameters:
  ///   - points: its points, oldest first.
  ///   - record: what it measures.
  ///   - transitions: what happened to it: changes that were judged or accepted are no alarm.
  ///   - settings: how it is checked.
  package init(
    _ points: [SeriesPoint], of record: SeriesRecord, transitions: [SeriesTransition] = [],
    settings: CheckSettings
  ) {
    let settled = SeriesStatus(after: transitions).settled
    let (values, scale) = points.checkedValues
    self.init(
      values, of: record, builds: points.map(\.build), machines: points.machines, scale: scale,
      settings,
      judged: points.lastIndex { $0.run == settled }.map { $0 + 1 } ?? 0,
      notes: transitions.notes(at: points)
    ) {
      PointOrigin(time: points[$0].startedAt, commit: points[$0].commit)
    }
  }

  private init(
    _ values: [Double], of record: SeriesRecord, builds: [BuildIdentity],
    machines: [String] = [], scale: SeriesScale, _ settings: CheckSettings, judged: Int = 0,
    notes: [SeriesNote] = [],
    origin: (Int) -> PointOrigin
  ) {
    self.notes = notes
    span = MeasuredSpan(values.indices.compactMap { origin($0).time })
    let direction =
      settings.better == .nothing
      ? nil : record.better ?? settings.better?.direction(ofUnit: record.unit)
    self.direction = direction
    better = scale == .values ? direction ?? record.direction : .less
    var check = SeriesCheck(
      name: record.name, values: values, builds: builds, machines: machines,
      detector: ChangePointDetector(scale: scale))
    if let index = settings.explained {
      check.explanation = ChangePointDetector(scale: scale).explanation(of: index, in: values)
    }
    self.check = check
    explained = settings.explained
    count = values.count
    sparkline = SeriesSparkline.text(values)
    origins = check.changes.map { origin($0.point.index) }
    traces = check.changes.map { change in
      let index = change.point.index
      let around =
        max(
          index - SeriesCheck.placeDoubt, 0)..<min(index + SeriesCheck.placeDoubt + 1, values.count)
      return CheckMemory.Change(
        effect: change.point.effect, index: index,
        around: Set(around.compactMap { origin($0).name }))
    }
    let firstNew = max(
      settings.newSince?.firstNewPoint(of: values.count, origin: origin) ?? 0, judged)
    self.firstNew = firstNew
    let fewest = ChangePointDetector.shortestSeries
    let isMeasured = values.count(where: \.isFinite) >= fewest
    // A method can be called once all properties have values.
    verdict = .clean
    verdict =
      alarm { _, _ in false }
      ?? calm(needed: isMeasured ? nil : fewest)
  }

  /// What new changes come to that the code may have caused; nil where there are none.
  ///
  /// - Parameter isKnown: whether an earlier check found a change, or a drift (without one).
  /// - Returns: the verdict.
  private func alarm(isKnown: (CheckMemory.Change?, Double) -> Bool) -> CheckVerdict? {
    let changes = zip(check.changes, traces).filter {
      $0.0.cause != .environment && $0.0.point.index >= firstNew
    }
    let drifts = check.codeDrifts.filter { $0.drift.end > firstNew }.map(\.drift.effect)
    guard !changes.isEmpty || !drifts.isEmpty else { return nil }
    let newChanges = changes.filter { !isKnown($0.1, $0.0.point.effect) }
    let newDrifts = drifts.filter { !isKnown(nil, $0) }
    let isWorse = { (effect: Double) in direction?.isWorse(effect) ?? true }
    if newChanges.contains(where: { isWorse($0.0.point.effect) }) { return .codeAlarm }
    if newDrifts.contains(where: isWorse) { return .drift }
    return newChanges.isEmpty && newDrifts.isEmpty ? .known : .better
  }

  /// The verdict on a series without new changes; it was too short where points are needed.
  private func calm(needed: Int?) -> CheckVerdict {
    if !check.codeAlarms.isEmpty || !check.codeDrifts.isEmpty { return .older }
    if !check.changes.isEmpty || !check.drifts.isEmpty { return .environment }
    if check.modes != nil { return .modes }
    return needed.map { .tooShort(needed: $0) } ?? .clean
  }

  /// Whether it is an alarm because it is unknown which values are better.
  var isAlarmForLackOfDirection: Bool { verdict.isAlarm && direction == nil }

  /// What later checks are to know of it.
  var found: CheckMemory.Series {
    CheckMemory.Series(changes: traces, drifts: check.drifts.map(\.drift.effect))
  }

  /// Clears an alarm whose every cause an earlier check found.
  mutating func clearKnown(by memory: CheckMemory) {
    guard
      let found = alarm(isKnown: { change, effect in
        change.map { memory.knows($0, of: check.name) }
          ?? memory.knowsDrift(effect, of: check.name)
      })
    else { return }
    verdict = found
  }

  /// When it was measured last; nil unless it is measured no more.
  var ended: Int64? {
    if case .ended(let last) = verdict { last } else { nil }
  }

  /// Clears an alarm of a series that is no longer measured: there is nothing to do about it.
  ///
  /// - Parameter newest: when the newest point of any series was measured, in milliseconds since 1970.
  mutating func retire(by newest: Int64) {
    if let span, span.hasEnded(by: newest) { verdict = .ended(last: span.last) }
  }

  /// Calls it by its file too, where another file has a series of the same name.
  mutating func prefix(with path: String) { check.name = "\(path): \(check.name)" }
}

/// How series are checked.
package struct CheckSettings: Sendable {
  /// The point to explain; nil for none.
  package let explained: Int?
  /// From when on changes are alarms; nil for all.
  package let newSince: CheckMoment?
  /// Which changes are no alarm, being for the better, of series that do not say so themselves; nil for none.
  package let better: CheckBetter?

  package init(
    explained: Int? = nil, newSince: CheckMoment? = nil,
    better: CheckBetter? = nil
  ) {
    self.better = better
    self.explained = explained
    self.newSince = newSince
  }
}

/// What the check of a series comes to.
package enum CheckVerdict: Equatable, CustomStringConvertible {
  /// No change was found.
  case clean
  /// Every change is between two points of one build: the code did not cause it.
  case environment
  /// At least one change that the code may have caused.
  case codeAlarm
  /// A slow change that the code may have caused.
  case drift
  /// The code may have changed the series, but before what is new.
  case older
  /// The code may have changed the series, but earlier checks said so already.
  case known
  /// Every new change of the code is for the better.
  case better
  /// The series goes back and forth between two levels: that is no change.
  case modes
  /// No change could have been found in so few points.
  case tooShort(needed: Int)
  /// It is measured no more, since a time in milliseconds since 1970.
  case ended(last: Int64)

  /// Whether the code may have changed the series: what a check fails for.
  package var isAlarm: Bool { self == .codeAlarm || self == .drift }

  /// The verdict in words.
  package var description: String {
    switch self {
    case .clean: "clean"
    case .environment: "environment"
    case .codeAlarm: "code alarm"
    case .drift: "drift"
    case .older: "older changes"
    case .known: "known changes"
    case .better: "better"
    case .modes: "two modes"
    case .tooShort(let needed): "too short: needs \(needed) points"
    case .ended(let last): "ended \(Timestamp.text(last).prefix(10))"
    }
  }
}
