internal import ArgumentParser
internal import CommandOptions
internal import HistoryReports
internal import TimingHistory

/// `bench show`: one run or one series.
struct ShowRecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a recorded run, or the values of a series.",
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

  @OptionGroup var period: PeriodOptions

  @OptionGroup var results: FormatOptions

  func run() throws {
    try reportingFailures {
      let series = Int64(subject) == nil ? [subject] : []
      let store = try history.openExisting(period.scope(series, of: history))
      guard let number = Int64(subject) else {
        let page = try SeriesPage(subject, of: store)
        return results.format.write(table: page.table, json: page.json)
      }
      guard let page = try RunPage(RunID(number), of: store) else {
        throw HistoryError(
          .invalidRequest,
          "There is no run \(number) in '\(store.path)'. `bench history` lists the runs.")
      }
      results.format.write(table: page.table, json: page.json)
    }
  }
}
