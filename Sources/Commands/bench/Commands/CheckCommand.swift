internal import ArgumentParser
internal import BenchmarkBuilds
internal import CommandOptions
internal import CommandText
internal import Files
internal import FleetHistory
internal import HistoryExchange
internal import HistoryReports
internal import Reporting
internal import TimingHistory

/// `bench check`: whether the level of a series changed, and where.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find the points at which the level of a series of values changed.",
    discussion: """
      Checks series of the history (those named, else all), by their ratios to the reference \
      kernel of the same session, or with --input the series of files.

      An input is a CSV file with a header and a row for each point, oldest first: time, commit, \
      value; or a file or folder of any other format that `bench import` reads. It may be \
      compressed with gzip; - is standard input. Points are put in the order of their times, where all have one, and of commits that the \
      checkout has. Further columns are optional: series (a file may \
      hold several; else the file's name is the series'), unit, machine, code and input (hashes of \
      what ran and of what it worked on). Values in other units of one kind are converted. Rows \
      without a finite value are left out and reported. A change between \
      two points of the same code and input is attributed to the environment; any other for the \
      worse is a code alarm: times and sizes that rise, rates that fall.

      A slow drift is one finding: "drifts +1 % in 1000 points"; it fails the check like a \
      change. A series that goes back and forth between two levels has "two modes" and no \
      change. One that is measured no more has "ended" and fails no check. Nor does what a \
      night judged or `bench accept` settled.

      With --remember a check fails for what is new since the last one. The first fails for every \
      change, and notes it; later ones say which of these changes they no longer see.

      Change points are counted from 0: each is the first point of the new level, with the change \
      in percent of the old one. JSON gives it as a fraction: \
      {"series": [{"name", "changePoints": [{"index", "effect", …}]}]}.

      EXAMPLES
        bench check                                the history of this checkout
        bench check simd/photo/6000x4000 --history nights.sqlite
        bench check --input photo.csv
        bench check --input nights/*.csv --format json > changes.json
        bench check --new-since 2026-03-01         older changes do not fail
        bench check --better none                  every change fails
        bench check --remember checked.json        known changes do not fail
        bench check --input photo.csv --explain 60 why point 60 is a change, or not
        zcat photo.csv.gz | bench check --input -
        bench check --input runs.csv --columns time=run_at,series=test,value=median

      EXIT CODES (those of all commands: bench --help)
        0    no series has a code alarm
        2    a series has a code alarm or drifts, even if another input failed
        65   an input was not such a table; the others were checked
        66   an input was missing or could not be read; the others were checked
      """)

  @Option(
    name: .customLong("input"), parsing: .upToNextOption,
    help: ArgumentHelp(
      "A file or folder of series to check, - for standard input; one or several, repeatable.",
      valueName: "file"), completion: .file())
  var inputs: [String] = []

  @OptionGroup var table: ColumnOptions

  @Argument(
    help: ArgumentHelp("Series of the history to check. Default: all.", valueName: "series"))
  var series: [String] = []

  @OptionGroup var history: HistoryOptions

  @OptionGroup var period: PeriodOptions

  @OptionGroup var results: FormatOptions

  @Option(
    help: ArgumentHelp(
      "Explain why there is a change at this point, counted from 0, or why not.",
      valueName: "index"))
  var explain: Int?

  @Option(
    name: .customLong("new-since"),
    help: ArgumentHelp(
      "Fail only for changes from this date on, or after this commit. Default: for all.",
      valueName: "date|commit"),
    transform: { text in
      guard let moment = CheckMoment(text) else {
        throw ValidationError(
          "--new-since takes a date such as 2026-01-31 or a commit, not '\(text)'.")
      }
      return moment
    })
  var newSince: CheckMoment?

  @Option(
    help: ArgumentHelp(
      "Fail only for what earlier checks with this file did not find, and note there what this one "
        + "finds. The file is made if it is missing.",
      valueName: "file"), completion: .file())
  var remember: String?

  @Option(
    help: ArgumentHelp(
      "Which values are better, where the series does not say: lower, higher, unit for what its "
        + "unit tells (of an unknown one every change fails), or none, with which every change fails.",
      valueName: "direction"),
    completion: .list(CheckBetter.allCases.map(\.rawValue)),
    transform: { try choice($0, kind: "direction") })
  var better: CheckBetter = .unit

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The largest input that is read, in MiB, also after decompression.", valueName: "MiB"))
  var maxSize: Int = 256

  func validate() throws {
    if let explain, explain < 0 {
      throw ValidationError("--explain takes a point from 0, not \(explain).")
    }
    guard (1...65_536).contains(maxSize) else {
      throw ValidationError("--max-size takes 1 to 65536 MiB, not \(maxSize).")
    }
    // A program may be called like its series, without an extension.
    let named = series.first { $0.contains(".") && FileKind(path: $0) == .regular }
    if inputs.isEmpty, let file = named {
      throw ValidationError(
        "'\(file)' is a file, and without --input the history is checked: "
          + "bench check --input \(file)")
    }
    if inputs.isEmpty, table.columns != nil {
      throw ValidationError("--columns names those of a table: give it with --input.")
    }
    if !inputs.isEmpty, !series.isEmpty || history.path != nil || period.since != nil {
      throw ValidationError(
        "--input checks files; a series' name, --history and --since check the history. Give one of "
          + "them.")
    }
  }

  func run() throws {
    let limit = maxSize << 20
    let memory = try reportingFailures { try earlierFindings() }
    var session = CheckSession(
      settings: CheckSettings(
        explained: explain, newSince: newSince, better: better),
      report: results.format == .json ? .json : .table, memory: memory,
      output: { StandardOutput.write($0) }, message: MessageOptions.standardError(isQuiet: false))
    let status = try reportingFailures {
      let status =
        inputs.isEmpty
        ? try session.run(
          history.openExisting(FleetScope(series: series, since: period.start(of: history))),
          series: series, since: period.start(of: history), order: CheckoutOrder.order)
        : session.run(files: inputs) { (path) throws(HarnessFailure) in
          var input = try CheckInput.read(
            path, columns: table.columns, limit: limit, advice: "raise --max-size")
          input.sort(by: CheckoutOrder.order)
          return input
        }
      if let remember, let found = session.memory, found != memory {
        try writeOutput(found.text, to: remember)
      }
      return status
    }
    try status.exitUnlessSuccess()
  }

  /// What earlier checks found, where that is to be remembered.
  private func earlierFindings() throws(HarnessFailure) -> CheckMemory? {
    guard let remember else { return nil }
    guard FileKind(path: remember) != .absent else { return CheckMemory() }
    return try CheckMemory(
      bytes: try readInput(at: remember, limit: maxSize << 20), path: remember)
  }
}
