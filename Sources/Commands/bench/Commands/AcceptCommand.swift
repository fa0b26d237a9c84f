internal import ArgumentParser
internal import CommandOptions
internal import CommandText
internal import FleetHistory
internal import HistoryReports
internal import Reporting
internal import TimingHistory

/// `bench accept`: marks a slowdown as intentional.
struct AcceptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Accept the new level of a series.",
    discussion: """
      The series stops being an alert, and nights and checks compare with the new level. A series \
      can be accepted that a night found regressed or suspect, or, as one of another program, whose \
      level changed; and only with a reason, which the history keeps.

      EXAMPLES
        bench accept simd/photo/6000x4000 --reason "exact sums need 64 bits"
      """)

  @Argument(help: ArgumentHelp("The series, as `bench history` lists it.", valueName: "series"))
  var series: String

  @Option(help: ArgumentHelp("Why, for those who come later.", valueName: "text"))
  var reason: String

  @OptionGroup var history: HistoryOptions

  func run() throws {
    let status = try reportingFailures {
      let store = try history.openExisting(FleetScope(series: [series]))
      try SeriesPage(series, of: store).requireAcceptable()
      let status = try store.apply(.acceptance, to: series, at: WallClock.now, reason: reason)
      try history.share()
      return status
    }
    StandardOutput.write("\(printable(series)) is \(status.state.rawValue) now.\n")
  }
}
