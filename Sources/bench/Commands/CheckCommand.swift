internal import ArgumentParser
internal import CommandText
internal import TimingHistory

/// `bench check`: whether the level of a series changed, and where.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find the points at which the level of a series of values changed.",
    discussion: """
      Checked are the series of the history (those named, else all), by their ratios to the \
      reference kernel of the same session, or with --input the series of files.

      An input is a CSV file with a header and a row for each point, oldest first: time, commit, \
      value. It may be compressed with gzip; - is standard input. Further columns are optional: \
      series (a file may hold several; else the file's name is the series'), code and input \
      (hashes of what ran and of what it worked on). Rows without a finite value are left out \
      and reported. A change between two points of the same code and input is put down to the \
      environment; any other is a code alarm, whether the values rise or fall.

      A slow drift is one finding: "drifts +1 % in 1000 points"; it fails the check like a \
      change. A series that goes back and forth between two levels has "two modes" and no \
      change.

      Change points are counted from 0: each is the first point of the new level, with the change \
      in percent of the old one. JSON gives it as a fraction: \
      {"series": [{"name", "changePoints": [{"index", "effect", …}]}]}.

      EXAMPLES
        bench check                                the history of this checkout
        bench check simd/photo/6000x4000 --history nights.sqlite
        bench check --input photo.csv
        bench check --input nights/*.csv --format json > changes.json
        bench check --input photo.csv --explain 60 why there is a change at point 60, or not
        zcat photo.csv.gz | bench check --input -
        bench check --input photo.csv --algorithm otava

      EXIT CODES
        0    no series has a code alarm
        1    bench itself failed
        2    a series has a code alarm or drifts, even if another input failed
        64   the command line was wrong
        65   an input was no such table; the others were checked
        66   an input was missing or could not be read; the others were checked
        74   the history could not be used
      """)

  @Option(
    name: .customLong("input"), parsing: .upToNextOption,
    help: ArgumentHelp(
      "A CSV file of series to check, - for standard input; one or several, repeatable.", valueName: "file"))
  var inputs: [String] = []

  @Argument(
    help: ArgumentHelp("Series of the history to check. Default: all.", valueName: "series"))
  var series: [String] = []

  @OptionGroup var history: HistoryOptions

  @Option(
    help: ArgumentHelp(
      "How to look for changes: levels (one false alarm in 100 unchanged series) or "
        + "otava (as Apache Otava does, for comparison with it).", valueName: "name"))
  var algorithm: String = CheckAlgorithm.levels.rawValue

  @Option(help: ArgumentHelp("How to write results: table or json.", valueName: "format"))
  var format: String = CheckReport.table.rawValue

  @Option(
    help: ArgumentHelp(
      "Explain why there is a change at this point, counted from 0, or why not.",
      valueName: "index"))
  var explain: Int?

  @Option(
    help: ArgumentHelp(
      "The largest input that is read, in MiB, also after decompression.", valueName: "MiB"))
  var maxSize: Int = 256

  func validate() throws {
    _ = try checkAlgorithm()
    if let explain, explain < 0 {
      throw ValidationError("--explain takes a point from 0, not \(explain).")
    }
    guard (1...65_536).contains(maxSize) else {
      throw ValidationError("--max-size takes 1 to 65536 MiB, not \(maxSize).")
    }
    _ = try report()
    if !inputs.isEmpty, !series.isEmpty || history.path != nil {
      throw ValidationError(
        "--input checks files; a series' name and --history check the history. Give one of them.")
    }
  }

  func run() throws {
    let limit = maxSize << 20
    let session = CheckSession(
      paths: inputs, settings: CheckSettings(algorithm: try checkAlgorithm(), explained: explain),
      report: try report(),
      read: { (path) throws(InputFailure) in try CheckInput.read(path, limit: limit) },
      output: { StandardOutput.write($0) },
      message: { StandardError.write($0 + "\n") })
    var code = ExitCode.success
    if inputs.isEmpty {
      let store = try history.openExisting()
      do {
        code = try session.run(store, series: series)
      } catch let error as HistoryError {
        StandardError.write("Error: \(error.message)\n")
        throw ExitCode(error)
      }
    } else {
      code = try session.run()
    }
    if code != .success { throw code }
  }

  private func checkAlgorithm() throws -> CheckAlgorithm {
    // The former name, from when the search was by ranks.
    algorithm == "rank-cusum" ? .levels : try choice(algorithm, kind: "algorithm")
  }

  private func report() throws -> CheckReport { try choice(format, kind: "format") }
}
