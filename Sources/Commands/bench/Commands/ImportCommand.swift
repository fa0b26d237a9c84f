internal import ArgumentParser
internal import CommandOptions
internal import CommandText
internal import ExchangeDocuments
internal import HistoryExchange
internal import HistoryReports
internal import Reporting
internal import TimingHistory

/// `bench import`: adds other programs' results to the history.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Add series that another program measured to the history.",
    discussion: """
      Points of one time and commit become one run. What a former import added is not added \
      again, so a file that grows can be imported after each of its runs. A file may be \
      compressed with gzip. Of a folder all files are read: of asv's results or its published \
      page, of pytest-benchmark's storage, of Criterion's target/criterion. A history of this program is merged (bench merge). The history is \
      made when it does not exist.

      EXAMPLES
        bench import results.json
        bench import .asv/results
        bench import nights.csv --history other.sqlite
        bench import results.txt --format openmetrics
        bench import runs.csv --columns time=run_at,series=test,value=median
      """)

  @Argument(
    help: ArgumentHelp("The file or folder to read.", valueName: "file"), completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp(
      "Its format: \(ExchangeFormat.importNames.joined(separator: ", ")). Default: what the name "
        + "and the content tell.", valueName: "format"),
    completion: .list(ExchangeFormat.importNames),
    transform: { try ExchangeFormat(typed: $0, among: ExchangeFormat.importNames) })
  var format: ExchangeFormat?

  @OptionGroup var table: ColumnOptions

  @OptionGroup var history: HistoryOptions

  func validate() throws {
    if let format, format != .csv, table.columns != nil {
      throw ValidationError("--columns is for tables (csv), not \(format.rawValue).")
    }
  }

  func run() throws {
    try reportingFailures {
      let read = try ExchangeFile(path: file, format: format, columns: table.columns)
      let message = MessageOptions.standardError(isQuiet: false)
      for warning in read.warnings { message(.warning(warning)) }
      let added = try history.open().add(read.document, at: WallClock.now)
      try history.share()
      let result =
        added.known == 0
        ? "added \(read.document.series.count) series in \(added.runs) runs.\n"
        : "added \(added.values) values in \(added.runs) runs; \(added.known) were there already.\n"
      StandardOutput.write("Read \(read.format.rawValue): " + result)
    }
  }
}

extension ExchangeFormat {
  /// The format of a typed name.
  ///
  /// - Throws: a `ValidationError` that names the choices.
  init(typed name: String, among choices: [String]) throws {
    guard let known = ExchangeFormat(name: name), choices.contains(known.rawValue) else {
      throw ValidationError(unknownChoice(name, kind: "format", choices: choices))
    }
    self = known
  }
}
