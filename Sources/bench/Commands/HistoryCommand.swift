internal import ArgumentParser
internal import CommandText
internal import TimingHistory

/// `bench history`: what is remembered.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List the runs that are remembered, and the series with their course.",
    discussion: """
      Every `bench run` and `bench nightly` is remembered with its samples, its environment and \
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

  @Option(help: ArgumentHelp("How many of the newest runs to list.", valueName: "count"))
  var runs: Int = 20

  @Option(
    help: ArgumentHelp(
      "How to write the list: table, json, or csv, which lists the series only.",
      valueName: "format"))
  var format: String = Format.table.rawValue

  func validate() throws {
    _ = try choice(format, kind: "format") as Format
    guard runs >= 0 else { throw ValidationError("--runs takes 0 or more, not \(runs).") }
  }

  func run() throws {
    let store = try history.openExisting()
    let listing = try withHistoryErrorsTold { () throws(HistoryError) in
      try HistoryListing(store, runs: runs)
    }
    switch try choice(format, kind: "format") as Format {
    case .table: StandardOutput.write(listing.table)
    case .json: StandardOutput.write(listing.json.text + "\n")
    case .csv: StandardOutput.write(listing.csv)
    }
  }
}
