internal import ArgumentParser
internal import CommandText
internal import Files
internal import TimingHistory

/// `bench merge`: take in another history.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Add the runs of another history to this one.",
    discussion: """
      What is here already is left as it is: merging twice adds nothing the second time. The other \
      file is only read. The history is made when it is not there.

      EXAMPLES
        bench merge laptop.sqlite
        bench merge laptop.sqlite --history all.sqlite
      """)

  @Argument(help: ArgumentHelp("The other history's file.", valueName: "file"))
  var other: String

  @OptionGroup var history: HistoryOptions

  func run() throws {
    guard FileKind(path: other) != .absent else {
      StandardError.write("Error: There is no history at '\(other)'.\n")
      throw ExitCode.noInput
    }
    let merged = try withHistoryErrorsTold { () throws(HistoryError) in
      guard let location = history.location else {
        throw HistoryError(.notFound, "There is no home folder. Give --history.")
      }
      return try location.open().merge(other)
    }
    StandardOutput.write(
      "Added \(merged.runs) runs, \(merged.series) series and \(merged.samples) samples.\n")
  }
}
