internal import ArgumentParser
internal import CommandOptions
internal import CommandText
internal import HistorySimulation
internal import Measuring
internal import OrderedJSON
internal import Reporting
internal import TimingHistory

/// `lab simulate-series`: what `bench check` finds, and how often it is wrong.
struct SimulateSeriesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate-series",
    abstract: "Measure what bench check finds in simulated series, and its false alarms.",
    discussion: """
      Nothing is timed. Series with known changes are made and searched: steps, bumps, two modes, \
      drifts, and series of many kinds of noise without any change. For each kind the share is \
      printed with its exact 95 % interval (Clopper-Pearson) and the share that is wanted.

      With --realistic only series as continuous integration records them are searched: many \
      levels, memory, modes, drift, outliers, seasons, coarse clocks and gaps together. A clear \
      step has 12 points on each side, 10 deviations and 5 %.

      With --histories only histories as they come are searched: commits out of the order of their \
      dates, machines that change, changes that land twice, values without noise, levels that grow \
      with steps in them, and series without a change.

      With --calibrate it prints instead the table of limits in EvidenceLimit.swift, found by \
      simulation.

      EXAMPLES
        lab simulate-series
        lab simulate-series --series 200 --seed 7
        lab simulate-series --realistic --series 100000
        lab simulate-series --histories --series 200 --seed 66
        lab simulate-series --calibrate --series 20000

      EXIT CODES (those of all commands: lab --help)
        0    the series were simulated, whatever was found
        1    with --realistic or --histories: what is wanted was missed
      """)

  @Option(help: ArgumentHelp("How many series of each kind are made.", valueName: "count"))
  var series: Int = 1000

  @Option(help: ArgumentHelp("The start of the random sequence.", valueName: "number"))
  var seed: UInt64 = 1

  @Flag(help: "Search realistic series only.")
  var realistic = false

  @Flag(help: "Search histories as they come only.")
  var histories = false

  @Flag(help: "Print the limits that simulation asks for.")
  var calibrate = false

  @OptionGroup var results: FormatOptions

  func validate() throws {
    guard (1...1_000_000).contains(series) else {
      throw ValidationError("--series takes 1 to 1000000, not \(series).")
    }
    if [realistic, histories, calibrate].count(where: { $0 }) > 1 {
      throw ValidationError(
        "--realistic, --histories and --calibrate are tables of their own; ask for one.")
    }
  }

  func run() throws {
    if calibrate { return printLimits() }
    let rows =
      if realistic {
        DetectorTable.realistic(series: series, seed: seed)
      } else if histories {
        HistoryTable(series: series, seed: seed).rows
      } else {
        DetectorTable(series: series, seed: seed).rows
      }
    results.format.write(table: table(rows), json: json(rows))
    if realistic || histories, !rows.allSatisfy({ $0.goal.isMet(by: $0.rate.observed ?? 0) }) {
      throw ExitCode(.failure)
    }
  }

  private func printLimits() {
    for count in LimitCalibration.counts {
      let calibration = LimitCalibration(count: count, series: series, seed: seed)
      let limits = Sensitivity.allCases.map {
        Decimals.fixed(calibration.limit(falseAlarmRate: $0.falseAlarmRate), places: 2)
      }
      StandardOutput.write("Row(\(count), [\(limits.joined(separator: ", "))]),\n")
    }
  }

  private func table(_ rows: [DetectorTable.Row]) -> String {
    func percent(_ share: Double) -> String { Decimals.fixed(share * 100, places: 1) + " %" }
    var table = TextTable(columns: [
      .init("series", .left), .init("share"), .init("95 % interval"), .init("wanted"),
      .init("", .left),
    ])
    for row in rows {
      let share = row.rate.observed ?? 0
      let interval = row.rate.interval(confidence: 0.95)
      let wanted =
        switch row.goal {
        case .atLeast(let least): "≥ \(percent(least))"
        case .atMost(let most): "≤ \(percent(most))"
        }
      table.append(
        [
          row.name, percent(share), "\(percent(interval.lower))–\(percent(interval.upper))",
          wanted, row.goal.isMet(by: share) ? "" : "missed",
        ].map { TextTable.Cell($0) })
    }
    return table.lines().joined(separator: "\n") + "\n"
  }

  private func json(_ rows: [DetectorTable.Row]) -> JSONValue {
    .object([
      .init("schema", .integer(1)), .init("seed", .string(String(seed))),
      .init(
        "rows",
        .array(
          rows.map { row in
            .object([
              .init("name", .string(row.name)),
              .init("successes", .integer(row.rate.successes)),
              .init("trials", .integer(row.rate.trials)),
              .init("isMet", .bool(row.goal.isMet(by: row.rate.observed ?? 0))),
            ])
          })),
    ])
  }
}
