internal import ArgumentParser
internal import BenchmarkBuilds
internal import CommandOptions
internal import CommandText
internal import Files
internal import HistoryExchange
internal import HistoryReports
internal import Reporting
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

      A bundle holds all runs with their samples, for machines that share no server: one job \
      exports it as an artifact, another merges it.

      EXAMPLES
        bench export --format csv -o nights.csv
        bench export simd/photo/6000x4000 --format hyperfine --samples
        bench export --format otava simd/photo/6000x4000
        bench export --bundle -o runs.bundle
      """)

  @Argument(help: ArgumentHelp("The series to write. Default: all.", valueName: "series"))
  var series: [String] = []

  @Option(
    help: ArgumentHelp(
      "The format: \(ExchangeFormat.exportNames.joined(separator: ", ")).", valueName: "format"),
    completion: .list(ExchangeFormat.exportNames),
    transform: { try ExchangeFormat(typed: $0, among: ExchangeFormat.exportNames) })
  var format: ExchangeFormat?

  @Flag(help: "Write all runs and events as a bundle, which `bench merge` adds elsewhere.")
  var bundle = false

  @Flag(help: "Also write every sample, in the formats that can hold them.")
  var samples = false

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The file to write. Default: standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(help: "Write over a file that is there.")
  var force = false

  @OptionGroup var history: HistoryOptions

  @OptionGroup var period: PeriodOptions

  func validate() throws {
    guard bundle != (format != nil) else {
      throw ValidationError("Give a --format or --bundle, and not both.")
    }
    guard !bundle || (output != nil && series.isEmpty && !samples) else {
      throw ValidationError("--bundle writes all runs into the file of --output.")
    }
  }

  func run() throws {
    try reportingFailures {
      if bundle, let output {
        let bytes = try history.openExisting(period.scope(of: history)).bundle().bytes
        return try write(bytes, to: output, replacingExisting: force)
      }
      let text = try exported()
      guard let output else { return StandardOutput.write(text) }
      try write(text, to: output, replacingExisting: force)
    }
  }

  private func exported() throws -> String {
    guard let format else { return "" }
    let store = try history.openExisting(period.scope(series, of: history))
    for name in series { _ = try SeriesPage.record(of: name, in: store) }
    var failures: [String: String] = [:]
    for one in try store.series(recent: 0) where one.state == .regressed {
      failures[one.series.name] = "slower than the last good build"
    }
    let document = try store.exchange(
      series: series.isEmpty ? nil : series, withSamples: samples)
    do throws(ExchangeError) {
      return try format.text(of: document, failures: failures)
    } catch {
      throw HarnessFailure(message: error.description, status: .damagedInput)
    }
  }
}
