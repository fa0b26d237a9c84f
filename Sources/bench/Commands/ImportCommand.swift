internal import ArgumentParser
internal import CommandText
internal import TimingHistory

/// `bench import`: other programs' results into the history.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Add series that another program measured to the history.",
    discussion: """
      Points of one time and commit become one run. A file of this program's own format is better \
      merged as a history (bench merge), which knows what is there already: importing a file twice \
      adds its points twice. The history is made when it is not there.

      EXAMPLES
        bench import results.json
        bench import nights.csv --history other.sqlite
        bench import results.txt --format openmetrics
      """)

  @Argument(help: ArgumentHelp("The file to read.", valueName: "file"))
  var file: String

  @Option(
    help: ArgumentHelp(
      "Its format: \(ExchangeFormat.names.joined(separator: ", ")). Default: what the name and "
        + "the content say.", valueName: "format"))
  var format: String?

  @OptionGroup var history: HistoryOptions

  func validate() throws { _ = try exchangeFormat() }

  func run() throws {
    let read: ExchangeFile
    do throws(InputFailure) {
      read = try ExchangeFile(path: file, format: try? exchangeFormat())
    } catch {
      StandardError.write("Error: \(error.message)\n")
      throw error.exitCode
    }
    let runs = try withHistoryErrorsTold { () throws(HistoryError) in
      guard let location = history.location else {
        throw HistoryError(.notFound, "There is no home folder. Give --history.")
      }
      return try location.open().add(read.document, at: WallClock.now)
    }
    StandardOutput.write(
      "Read \(read.format.rawValue): added \(read.document.series.count) series in \(runs) runs.\n")
  }

  private func exchangeFormat() throws -> ExchangeFormat? {
    guard let format else { return nil }
    guard let known = ExchangeFormat(name: format) else {
      throw ValidationError(unknownChoice(format, kind: "format", choices: ExchangeFormat.names))
    }
    return known
  }
}
