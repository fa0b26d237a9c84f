internal import ArgumentParser
internal import CommandText
internal import TimingHistory

/// `bench show`: one run or one series.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a remembered run, or the course of a series.",
    discussion: """
      EXAMPLES
        bench show 12                          everything of run 12
        bench show simd/photo/6000x4000        every point of a series
      """)

  @Argument(
    help: ArgumentHelp(
      "A run's number, or a series' name, as `bench history` lists them.",
      valueName: "run-or-series"))
  var subject: String

  @OptionGroup var history: HistoryOptions

  @Option(help: ArgumentHelp("How to write it: table or json.", valueName: "format"))
  var format: String = ListCommand.Format.table.rawValue

  func validate() throws { _ = try choice(format, kind: "format") as ListCommand.Format }

  func run() throws {
    let store = try history.openExisting()
    let (table, json) = try withHistoryErrorsTold { () throws(HistoryError) in
      try page(of: store)
    }
    switch try choice(format, kind: "format") as ListCommand.Format {
    case .table: StandardOutput.write(table)
    case .json: StandardOutput.write(json.text + "\n")
    }
  }

  private func page(
    of store: HistoryStore
  ) throws(HistoryError) -> (table: String, json: JSONValue) {
    if let number = Int64(subject) {
      if let page = try RunPage(RunID(number), of: store) { return (page.table, page.json) }
      throw HistoryError(
        .invalidRequest,
        "There is no run \(number) in '\(store.path)'. `bench history` lists the runs.")
    }
    let page = try SeriesPage(subject, of: store)
    return (page.table, page.json)
  }
}
