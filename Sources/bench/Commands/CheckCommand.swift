internal import ArgumentParser

/// `bench check`: whether the level of a series changed, and where.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find the points at which the level of a series of values changed.",
    discussion: """
      An input is a CSV file with a header and a row for each point, oldest first: time, commit, \
      value. Further columns are optional: series (a file may hold several; else the file's name \
      is the series'), code and input (hashes of what ran and of what it worked on). A change \
      between two points of the same code and input is put down to the environment; any other is \
      a code alarm, whether the values rise or fall.

      Change points are counted from 0: each is the first point of the new level, with the change \
      in percent of the old one. JSON gives it as a fraction: \
      {"series": [{"name", "changePoints": [{"index", "effect", …}]}]}.

      EXAMPLES
        bench check --input photo.csv
        bench check --input nights/*.csv --format json > changes.json
        bench check --input photo.csv --algorithm otava

      EXIT CODES
        0    no series has a code alarm
        1    bench itself failed
        2    a series has a code alarm, even if another input failed
        64   the command line was wrong
        65   an input was no such table; the others were checked
        66   an input was missing or could not be read; the others were checked
      """)

  @Option(
    name: .customLong("input"), parsing: .upToNextOption,
    help: ArgumentHelp(
      "A CSV file of series to check; one or several, repeatable.", valueName: "file"))
  var inputs: [String]

  @Option(
    help: ArgumentHelp(
      "How to look for changes: ranks (rank CUSUM: one false alarm in 200 unchanged series) or "
        + "otava (as Apache Otava does, for comparison with it).", valueName: "name"))
  var algorithm: String = CheckAlgorithm.ranks.rawValue

  @Option(help: ArgumentHelp("How to write results: table or json.", valueName: "format"))
  var format: String = CheckReport.table.rawValue

  func validate() throws {
    _ = try checkAlgorithm()
    _ = try report()
  }

  func run() throws {
    let session = CheckSession(
      paths: inputs, algorithm: try checkAlgorithm(), report: try report(),
      read: CheckInput.read, output: { StandardOutput.write($0) },
      message: { StandardError.write($0 + "\n") })
    let code = try session.run()
    if code != .success { throw code }
  }

  private func checkAlgorithm() throws -> CheckAlgorithm {
    guard let known = CheckAlgorithm(rawValue: algorithm) else {
      throw ValidationError(
        unknownChoice(
          algorithm, kind: "algorithm", choices: CheckAlgorithm.allCases.map(\.rawValue)))
    }
    return known
  }

  private func report() throws -> CheckReport {
    guard let known = CheckReport(rawValue: format) else {
      throw ValidationError(
        unknownChoice(format, kind: "format", choices: CheckReport.allCases.map(\.rawValue)))
    }
    return known
  }
}
