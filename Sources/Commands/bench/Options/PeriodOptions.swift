internal import ArgumentParser
internal import CommandText
internal import FleetHistory
internal import HistoryExchange
internal import HistoryReports
internal import Reporting
internal import TimingHistory

/// The option `--since`.
struct PeriodOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How far back to look: 90d, 8w, 2y, a date such as 2025-01-31, or all. Default: 1y of a "
        + "history on a server, all of a file.", valueName: "period"),
    transform: { try LookBack($0) })
  var since: LookBack?

  /// The earliest start of a run that is looked at, in milliseconds since 1970; nil for all.
  func start(of history: HistoryOptions) throws -> Int64? {
    let isFleet = try history.fleet() != nil
    return (since ?? (isFleet ? .standard : .all)).start(at: WallClock.now)
  }

  /// What to bring of a history on a server.
  ///
  /// - Throws: `FleetError` or a `UsageError`, because a file is read whole.
  func scope(_ series: [String] = [], of history: HistoryOptions) throws -> FleetScope {
    if since != nil, try history.fleet() == nil {
      throw UsageError("--since chooses what is brought from a server; a file is read whole.")
    }
    return FleetScope(series: series, since: try start(of: history))
  }
}

/// How far back to look.
enum LookBack: Equatable {
  /// To the beginning.
  case all
  /// So many days.
  case days(Int64)
  /// To a time in milliseconds since 1970.
  case time(Int64)

  /// What is looked at of a history on a server.
  static let standard = LookBack.days(365)

  /// Reads a typed period.
  ///
  /// - Throws: a `ValidationError` that shows the forms.
  init(_ text: String) throws {
    let units: [Character: Int64] = ["d": 1, "w": 7, "y": 365]
    if text == "all" {
      self = .all
    } else if let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()),
      (1...100_000).contains(count)
    {
      self = .days(count * unit)
    } else if text.contains("-"), let time = Timestamp.milliseconds(text) {
      self = .time(time)
    } else {
      throw ValidationError(
        "'\(text)' is not a period. It looks like 90d, 8w, 2y, 2025-01-31, or all.")
    }
  }

  /// The earliest time, in milliseconds since 1970; nil for all.
  func start(at now: Int64) -> Int64? {
    switch self {
    case .all: nil
    case .days(let count): now - count * 86_400_000
    case .time(let time): time
    }
  }
}
