internal import ArgumentParser
internal import BenchmarkBuilds
internal import CommandOptions
internal import CommandText
internal import Files
internal import FleetHistory
internal import HistoryReports
internal import Reporting
internal import TimingHistory

/// `bench merge`: adds another history.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Add the runs of another history or of a bundle to this one.",
    discussion: """
      Runs that are here already are left as they are: merging twice adds nothing the second time. \
      The other file is only read. The history is made when it does not exist. A bundle \
      (bench export --bundle) may come from anyone: all of it is checked before anything is added.

      EXAMPLES
        bench merge laptop.sqlite
        bench merge laptop.sqlite --history all.sqlite
        bench merge runs.bundle --history postgresql://writer@db.example.org/bench
      """)

  @Argument(help: ArgumentHelp("The other history's file.", valueName: "file"), completion: .file())
  var other: String

  @OptionGroup var history: HistoryOptions

  func run() throws {
    let merged = try reportingFailures {
      guard FileKind(path: other) != .absent else {
        throw HarnessFailure(
          message: "There is no history at '\(other)'.", status: .missingInput)
      }
      return try addOther()
    }
    try reportingFailures { try history.share() }
    StandardOutput.write(
      "Added \(merged.runs) runs, \(merged.series) series and \(merged.samples) samples.\n")
  }

  /// Adds the other history, whatever it is in.
  private func addOther() throws -> HistoryStore.Merged {
    let fleet = try history.fleet()
    if let bundle = try bundle() {
      return try fleet?.merge(bundle) ?? history.open().merge(bundle)
    }
    guard let fleet else { return try history.open().merge(other) }
    // A copy, because runs go to the files of their classes.
    let copy = try HistoryStore()
    _ = try copy.merge(other)
    return try fleet.merge(copy.bundle())
  }

  /// The other file as a bundle; `nil` when it is none.
  private func bundle() throws -> HistoryBundle? {
    guard HistoryBundle.isBundle(at: other) else { return nil }
    let bytes = try readInput(at: other, limit: HistoryBundle.maximumBytes)
    do throws(SharingError) {
      return try HistoryBundle(reading: bytes)
    } catch {
      throw HarnessFailure(message: "'\(other)': \(error.message)", status: .damagedInput)
    }
  }
}
