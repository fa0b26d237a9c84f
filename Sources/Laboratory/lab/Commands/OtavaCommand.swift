internal import ArgumentParser
internal import CommandOptions
internal import HistoryExchange
internal import HistoryReports
internal import HistorySimulation
internal import OrderedJSON
internal import Reporting
internal import TimingHistory

/// `lab otava`: what Apache Otava's search finds, beside `bench check`.
struct OtavaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "otava",
    abstract: "Compare the changes that Apache Otava finds in series with those of bench check.",
    discussion: """
      Searches the series of files, which may have any format that `bench import` reads (`bench \
      export` writes a history as one), as Otava 0.8 does, and by this project's detector. Points \
      are counted from 0; each is the first of a new level. Of unchanged series of a thousand points \
      Otava alarms about every second.

      EXAMPLES
        lab otava photo.csv
        lab otava nights/ --p-value 0.01 --magnitude 0.05
      """)

  @Argument(
    help: ArgumentHelp("Files or folders of series, - for standard input.", valueName: "file"))
  var inputs: [String]

  @Option(help: ArgumentHelp("How many points Otava looks at together.", valueName: "count"))
  var window: Int = 50

  @Option(help: ArgumentHelp("The largest p-value of a change.", valueName: "number"))
  var pValue: Double = 0.001

  @Option(help: ArgumentHelp("The smallest change, 0.05 for 5 %.", valueName: "number"))
  var magnitude: Double = 0

  @OptionGroup var results: FormatOptions

  /// A series and what was found in it.
  private struct Row {
    let name: String
    let otava: [ChangePoint]
    let levels: [ChangePoint]
  }

  func validate() throws {
    guard (2...1000).contains(window) else {
      throw ValidationError("--window takes 2 to 1000, not \(window).")
    }
    guard pValue > 0, pValue < 1 else {
      throw ValidationError("--p-value takes a number between 0 and 1, not \(pValue).")
    }
    guard magnitude >= 0, magnitude.isFinite else {
      throw ValidationError("--magnitude takes a number from 0, not \(magnitude).")
    }
  }

  func run() throws {
    let detector = OtavaDetector(
      windowLength: window, maximumPValue: pValue, minimumMagnitude: magnitude)
    let tables = try reportingFailures {
      try inputs.map { path throws(HarnessFailure) in try CheckInput.read(path).table }
    }
    let rows = tables.flatMap(\.series).map { series in
      Row(
        name: series.name, otava: detector.changePoints(in: series.values),
        levels: ChangePointDetector().changePoints(in: series.values))
    }
    results.format.write(table: table(rows), json: json(rows))
  }

  private func table(_ rows: [Row]) -> String {
    func words(_ changes: [ChangePoint]) -> String {
      changes.isEmpty
        ? TextTable.nothing
        : changes.map { "\($0.index) (\(Decimals.change($0.effect)))" }.joined(separator: ", ")
    }
    var table = TextTable(columns: ["series", "Otava", "bench check"].map { .init($0, .left) })
    for row in rows {
      table.append(
        [printable(row.name), words(row.otava), words(row.levels)].map { TextTable.Cell($0) })
    }
    return table.lines().joined(separator: "\n") + "\n"
  }

  private func json(_ rows: [Row]) -> JSONValue {
    func changes(_ points: [ChangePoint]) -> JSONValue {
      .array(
        points.map { point in
          .object([
            .init("index", .integer(point.index)), .init("effect", .number(point.effect)),
          ])
        })
    }
    return .object([
      .init("schema", .integer(1)),
      .init(
        "series",
        .array(
          rows.map { row in
            .object([
              .init("name", .string(row.name)), .init("otava", changes(row.otava)),
              .init("check", changes(row.levels)),
            ])
          })),
    ])
  }
}
