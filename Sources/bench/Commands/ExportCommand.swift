internal import ArgumentParser
internal import CommandText
internal import Files
internal import TimingHistory

/// `bench export`: the history for other programs.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write series of the history for another program.",
    discussion: """
      json holds everything, csv everything but samples. bencher (also: bmf), \
      github-action-custom (custom), google-benchmark, hyperfine and junit hold the newest point \
      of each series; github-action (github-action-benchmark) is the data.js of its page; otava \
      and openmetrics hold all points. In junit a series that is regressed is a failed test.

      EXAMPLES
        bench export --format csv -o nights.csv
        bench export simd/photo/6000x4000 --format hyperfine --samples
        bench export --format otava simd/photo/6000x4000
      """)

  @Argument(help: ArgumentHelp("The series to write. Default: all.", valueName: "series"))
  var series: [String] = []

  @Option(
    help: ArgumentHelp(
      "The format: \(ExchangeFormat.names.joined(separator: ", ")).", valueName: "format"))
  var format: String

  @Flag(help: "Also write every sample, in the formats that can hold them.")
  var samples = false

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The file to write. Default: standard output.", valueName: "file"))
  var output: String?

  @Flag(help: "Write over a file that is there.")
  var force = false

  @OptionGroup var history: HistoryOptions

  func validate() throws { _ = try exchangeFormat() }

  func run() throws {
    let format = try exchangeFormat()
    let store = try history.openExisting()
    let (document, failures) = try withHistoryErrorsTold { () throws(HistoryError) in
      var failures: [String: String] = [:]
      for name in series { _ = try SeriesPage.record(of: name, in: store) }
      for one in try store.series(recent: 0) where one.state == .regressed {
        failures[one.series.name] = "slower than the last good build"
      }
      let document = try store.exchange(
        series: series.isEmpty ? nil : series, withSamples: samples)
      return (document, failures)
    }
    let text: String
    do throws(ExchangeError) {
      text = try format.text(of: document, failures: failures)
    } catch {
      StandardError.write("Error: \(error.description)\n")
      throw ExitCode.badData
    }
    guard let output else { return StandardOutput.write(text) }
    do throws(FileAccessError) {
      try writeFile(Array(text.utf8), to: output, replacingExisting: force)
    } catch {
      StandardError.write("Error: \(error.description)\n")
      throw ExitCode.historyFailed
    }
  }

  private func exchangeFormat() throws -> ExchangeFormat {
    guard let known = ExchangeFormat(name: format) else {
      throw ValidationError(unknownChoice(format, kind: "format", choices: ExchangeFormat.names))
    }
    return known
  }
}
