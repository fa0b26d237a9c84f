internal import ArgumentParser
internal import CommandOptions
internal import CommandText
internal import HistoryReports
internal import OrderedJSON
internal import TimingHistory

/// `bench history`: what is recorded.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List the recorded runs, and the series with their values.",
    discussion: """
      Every `bench run` and `bench nightly` is recorded with its samples, its environment and \
      hashes of code, input and answer. A series is a kernel on an image: simd/photo/6000x4000.

      EXAMPLES
        bench history
        bench history --runs 100 --format json
        bench show simd/photo/6000x4000
      """)

  /// How the list is written.
  enum Format: String, CaseIterable {
    case table
    case json
    case csv
  }

  @OptionGroup var history: HistoryOptions

  @OptionGroup var period: PeriodOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many of the newest runs to list.", valueName: "count"))
  var runs: Int = 20

  @Option(
    help: ArgumentHelp(
      "How to write the list: table, json, or csv, which lists the series only. "
        + "Default: table.",
      valueName: "format"),
    completion: .list(Format.allCases.map(\.rawValue)),
    transform: { try choice($0, kind: "format") })
  var format: Format = .table

  func validate() throws {
    guard runs >= 0 else { throw ValidationError("--runs takes 0 or more, not \(runs).") }
  }

  func run() throws {
    let listing = try reportingFailures {
      try HistoryListing(history.openExisting(period.scope(of: history)), runs: runs)
    }
    switch format {
    case .table: StandardOutput.write(listing.table)
    case .json: StandardOutput.write(listing.json.text + "\n")
    case .csv: StandardOutput.write(listing.csv)
    }
  }
}
