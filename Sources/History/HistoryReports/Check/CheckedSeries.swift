internal import ExchangeDocuments
public import HistoryExchange
public import TimingHistory

/// One series after its check: what is written of it, and none of its values.
public struct CheckedSeries {
  /// How many points it has.
  public let count: Int
  /// Its values as a line of bars.
  public let sparkline: String
  /// What was found.
  public private(set) var check: SeriesCheck
  /// What that comes to.
  public private(set) var verdict: CheckVerdict
  /// The point to explain; nil for none.
  public let explained: Int?
  /// Where the points of the changes come from, in the order of the changes.
  public let origins: [PointOrigin]
  /// The changes, to be found again by a later check, in their order.
  private let traces: [CheckMemory.Change]
  /// The first point at which a change is new.
  private let firstNew: Int

  /// Checks a series of a table.
  ///
  /// - Parameters:
  ///   - series: the series.
  ///   - table: its table.
  ///   - settings: how it is checked.
  public init(_ series: SeriesTable.Series, of table: SeriesTable, settings: CheckSettings) {
    self.init(
      series.values, name: series.name, builds: table.builds(of: series), scale: .values, settings
    ) { place in
      PointOrigin(
        time: table.time(of: series, at: place), commit: table.commit(of: series, at: place))
    }
  }

  /// Checks a series of a history: its ratios to the reference where it has them.
  ///
  /// - Parameters:
  ///   - points: its points, oldest first.
  ///   - name: its name.
  ///   - settings: how it is checked.
  public init(_ points: [SeriesPoint], name: String, settings: CheckSettings) {
    let (values, scale) = points.checkedValues
    self.init(values, name: name, builds: points.map(\.build), scale: scale, settings) {
      PointOrigin(time: points[$0].startedAt, commit: points[$0].commit)
    }
  }

  private init(
    _ values: [Double], name: String, builds: [BuildIdentity], scale: SeriesScale,
    _ settings: CheckSettings, origin: (Int) -> PointOrigin
  ) {
    var check = SeriesCheck(
      name: name, values: values, builds: builds, algorithm: settings.algorithm.search(scale))
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
    let firstNew = settings.newSince?.firstNewPoint(of: values.count, origin: origin) ?? 0
    self.firstNew = firstNew
    verdict =
      if check.codeAlarms.contains(where: { $0.point.index >= firstNew }) {
        .codeAlarm
      } else if check.codeDrifts.contains(where: { $0.drift.end > firstNew }) {
        .drift
      } else if !check.codeAlarms.isEmpty || !check.codeDrifts.isEmpty {
        .older
      } else if !check.changes.isEmpty || !check.drifts.isEmpty {
        .environment
      } else if check.modes != nil {
        .modes
      } else if let needed = settings.algorithm.fewestPoints,
        values.count(where: \.isFinite) < needed
      {
        .tooShort(needed: needed)
      } else {
        .clean
      }
  }

  /// What later checks are to know of it.
  var found: CheckMemory.Series {
    CheckMemory.Series(changes: traces, drifts: check.drifts.map(\.drift.effect))
  }

  /// Clears an alarm whose every cause an earlier check found.
  mutating func clearKnown(by memory: CheckMemory) {
    guard verdict.isAlarm else { return }
    let hasNewChange = zip(check.changes, traces).contains { change, trace in
      change.cause != .environment && change.point.index >= firstNew
        && !memory.knows(trace, of: check.name)
    }
    let hasNewDrift = check.codeDrifts.contains {
      $0.drift.end > firstNew && !memory.knowsDrift($0.drift.effect, of: check.name)
    }
    verdict = hasNewChange ? .codeAlarm : hasNewDrift ? .drift : .known
  }

  /// Calls it by its file too, where another file has a series of the same name.
  mutating func prefix(with path: String) { check.name = "\(path): \(check.name)" }
}

/// How series are checked.
public struct CheckSettings: Sendable {
  /// How changes are searched for.
  public let algorithm: CheckAlgorithm
  /// The point to explain; nil for none.
  public let explained: Int?
  /// From when on changes are alarms; nil for all.
  public let newSince: CheckMoment?

  /// Makes settings.
  public init(
    algorithm: CheckAlgorithm, explained: Int? = nil, newSince: CheckMoment? = nil
  ) {
    self.algorithm = algorithm
    self.explained = explained
    self.newSince = newSince
  }
}

/// What the check of a series comes to.
public enum CheckVerdict: Equatable, CustomStringConvertible {
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
  /// The series goes back and forth between two levels: that is no change.
  case modes
  /// No change could have been found in so few points.
  case tooShort(needed: Int)

  /// Whether the code may have changed the series: what a check fails for.
  public var isAlarm: Bool { self == .codeAlarm || self == .drift }

  /// The verdict in words.
  public var description: String {
    switch self {
    case .clean: "clean"
    case .environment: "environment"
    case .codeAlarm: "code alarm"
    case .drift: "drift"
    case .older: "older changes"
    case .known: "known changes"
    case .modes: "two modes"
    case .tooShort(let needed): "too short: needs \(needed) points"
    }
  }
}
