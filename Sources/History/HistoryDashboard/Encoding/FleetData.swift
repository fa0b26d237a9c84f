internal import OrderedJSON
internal import TimingHistory

/// What the page's script reads of a fleet.
enum FleetData {
  /// Series at most, those first whose classes differ most.
  static let seriesLimit = 200

  static func json(_ fleet: FleetOverview) -> JSONValue {
    let ordered = fleet.series.sorted { (spread($0), $1.name) > (spread($1), $0.name) }
    return .object([
      .init("shown", .string(fleet.shownClass)),
      .init("machines", .array(fleet.machines.map(json))),
      .init("classes", .array(fleet.classes.map(JSONValue.string))),
      .init("seriesCount", .integer(fleet.series.count)),
      .init("series", .array(ordered.prefix(seriesLimit).map(json))),
    ])
  }

  private static func json(_ machine: FleetOverview.Machine) -> JSONValue {
    .object(present: [
      "name": .string(machine.name), "class": .string(machine.machineClass),
      "runs": .integer(machine.runs), "newest": .integer(Int(machine.newest / 1000)),
      "ratio": machine.ratio.map { .number(rounded($0)) },
      "drifts": machine.drifts ? .bool(true) : nil,
    ])
  }

  private static func json(_ series: FleetOverview.Series) -> JSONValue {
    .object([
      .init("name", .string(series.name)), .init("unit", .string(series.unit)),
      .init(
        "levels",
        .array(
          series.levels.map { level in
            level.map { level in
              .object(present: [
                "value": .number(rounded(level.value)),
                "ratio": level.ratio.map { .number(rounded($0)) },
                "points": .integer(level.points),
              ])
            } ?? .null
          })),
    ])
  }

  /// How far the ratios of the classes are apart, else their values: the largest over the smallest.
  private static func spread(_ series: FleetOverview.Series) -> Double {
    let levels = series.levels.compactMap { $0 }
    let numbers = levels.compactMap { $0.ratio ?? $0.value }.filter { $0 > 0 }
    guard numbers.count > 1, let least = numbers.min(), let most = numbers.max() else { return 0 }
    return most / least
  }

  /// Six digits: the page shows fewer.
  private static func rounded(_ number: Double) -> Double {
    guard number.isFinite, number != 0 else { return 0 }
    var scale = 1.0
    while abs(number) * scale < 1e5, scale < 1e12 { scale *= 10 }
    return (number * scale).rounded() / scale
  }
}
