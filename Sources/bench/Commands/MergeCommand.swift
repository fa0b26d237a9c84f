internal import ArgumentParser
internal import BenchmarkBuilds
internal import CommandText
internal import Files
internal import HistoryReports
internal import TimingHistory

/// `bench merge`: adds another history.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Add the runs of another history to this one.",
    discussion: """
      Runs that are here already are left as they are: merging twice adds nothing the second time. \
      The other file is only read. The history is made when it does not exist.

      EXAMPLES
        bench merge laptop.sqlite
        bench merge laptop.sqlite --history all.sqlite
      """)

  @Argument(help: ArgumentHelp("The other history's file.", valueName: "file"))
  var other: String

  @OptionGroup var history: HistoryOptions

  func run() throws {
    let merged = try reportingFailures {
      guard FileKind(path: other) != .absent else {
        throw HarnessFailure(
          message: "There is no history at '\(other)'.", status: .missingInput)
      }
      return try history.requiredLocation().open().merge(other)
    }
    StandardOutput.write(
      "Added \(merged.runs) runs, \(merged.series) series and \(merged.samples) samples.\n")
  }
}
