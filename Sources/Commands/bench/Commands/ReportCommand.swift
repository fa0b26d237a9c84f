internal import ArgumentParser
internal import BenchmarkBuilds
internal import CommandOptions
internal import CommandText
internal import FleetHistory
internal import HistoryExchange
internal import HistoryReports
internal import Reporting

/// `bench report`: the history as a dashboard, a comment, a picture or data.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Show the history: a dashboard, Markdown for a pull request, SVG or JSON.",
    discussion: """
      The dashboard is a folder with one page, which opens from the disk and needs no network: \
      status lights, a timeline of every series with its intervals, change points, commits and \
      environments, a heat map, scaling, speed against accuracy, and the machine. Where all points \
      would make the page large it has some, and the folder series-… beside it the rest, which series \
      that are opened load. The folder appears whole or not at all. With --repository its commits and the comparison of the two \
      around each change are links. An older report in its place is replaced; anything else is \
      left alone unless --force is given.

      Markdown, SVG and JSON go to standard output, or into the file that --output names.

      With --input the report is of files of other programs, which `bench import` reads; no \
      history is read or changed.

      EXAMPLES
        bench report --output site
        bench report --input nights.csv --output site
        bench report --output site --repository https://github.com/owner/name
        bench report --format markdown > comment.md
        bench report --format svg --series 'simd × photo × 24 MP' > simd.svg
        bench report --example --output site      of a made-up history

      EXIT CODES (those of all commands: bench --help)
        0    the report was written
        64   the command line was wrong, or there is no such series
        73   the report could not be written; what was there before still is
        74   the history is in use
      """)

  @Option(
    name: .customLong("input"), parsing: .upToNextOption,
    help: ArgumentHelp(
      "Files or folders of series to report on instead of the history; one or several, repeatable.",
      valueName: "file"), completion: .file())
  var inputs: [String] = []

  @OptionGroup var table: ColumnOptions

  @OptionGroup var history: HistoryOptions

  @OptionGroup var period: PeriodOptions

  @Option(
    help: ArgumentHelp(
      "How to write: html, markdown, svg or json. Default: html.", valueName: "format"),
    completion: .list(ReportKind.allCases.map(\.rawValue)),
    transform: { try choice($0, kind: "format") })
  var format: ReportKind = .html

  @Option(
    help: ArgumentHelp(
      "Where to write: a folder for html, else a file.", valueName: "path"), completion: .file())
  var output: String?

  @Option(help: ArgumentHelp("Only this series; svg needs one.", valueName: "name"))
  var series: String?

  @Option(help: ArgumentHelp("The report's heading.", valueName: "text"))
  var title: String?

  @Option(
    help: ArgumentHelp(
      "The page of the repository on GitHub, GitLab, Gitea or Forgejo, for links to commits.",
      valueName: "url"))
  var repository: String?

  @Option(
    name: .customLong("commit-url"),
    help: ArgumentHelp(
      "The address of a commit elsewhere, with {commit} in its place.", valueName: "pattern"))
  var commitURL: String?

  @Option(
    name: .customLong("compare-url"),
    help: ArgumentHelp(
      "The address of a comparison elsewhere, with {before} and {after} in their places.",
      valueName: "pattern"))
  var compareURL: String?

  @Flag(help: "Replace what is in the way of the output, even when it is not a report.")
  var force = false

  @Flag(help: "Report on a made-up history instead.")
  var example = false

  func validate() throws {
    if !inputs.isEmpty, history.path != nil || history.machineClass != nil || example {
      throw ValidationError(
        "--input reports on files; --history, --class and --example name a history. Give one of "
          + "them.")
    }
    if inputs.isEmpty, table.columns != nil {
      throw ValidationError("--columns names those of a table: give it with --input.")
    }
    if format == .html, output == nil {
      throw ValidationError(
        "A dashboard needs a folder to be written to: add --output site, or choose another --format."
      )
    }
    if format != .html, isLinked {
      throw ValidationError("Only the dashboard has links: --repository needs --format html.")
    }
    if isLinked, links == nil {
      throw ValidationError(
        "--repository takes an address that begins with https://, --commit-url one with {commit}, "
          + "and --compare-url one with {before} and {after}, beside one of the other two.")
    }
    if format == .svg, series == nil {
      throw ValidationError(
        "An SVG shows one series: add --series NAME. `bench report --format markdown` lists them.")
    }
  }

  private var isLinked: Bool { repository != nil || commitURL != nil || compareURL != nil }

  private var links: ReportRepository? {
    ReportRepository(page: repository, commit: commitURL, comparison: compareURL)
  }

  private func source() throws -> ReportSession.Source {
    if example { return .example }
    if !inputs.isEmpty {
      let message = MessageOptions.standardError(isQuiet: false)
      return .tables(
        try inputs.map { path in
          var read = try CheckInput.read(path, columns: table.columns)
          read.sort(by: CheckoutOrder.order)
          for warning in read.warnings { message(.warning(warning)) }
          return (path, read.table)
        },
        since: period.since?.start(at: WallClock.now))
    }
    let since = try period.start(of: history)
    return try history.reportSource(FleetScope(series: series.map { [$0] } ?? [], since: since))
  }

  func run() throws {
    try reportingFailures {
      let source = try source()
      let session = ReportSession(
        kind: format, source: source, series: series, title: title,
        repository: isLinked ? links : nil, output: output, isForced: force, now: WallClock.now,
        order: CheckoutOrder.order, write: { StandardOutput.write($0) },
        message: MessageOptions.standardError(isQuiet: false))
      do throws(HarnessFailure) {
        try session.run()
      } catch  where error.status == .unwritableOutput {
        let advice = force ? "" : " --force replaces what is there."
        throw HarnessFailure(message: error.message + advice, status: error.status)
      }
    }
  }
}
