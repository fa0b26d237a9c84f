internal import ArgumentParser
internal import CommandText
internal import FleetHistory
internal import TimingHistory

/// `bench prune`: removes old runs.
struct PruneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Remove all but the newest runs of the history.",
    discussion: """
      Removed runs cannot be restored. A series that no other run measures is removed with them. \
      Export first what is worth keeping: bench export --format json -o all.json.

      Of a history on a server the runs of one class are counted and removed, for all machines; \
      only the owner may do that.

      EXAMPLES
        bench prune --keep 365
      """)

  @Option(help: ArgumentHelp("How many of the newest runs stay.", valueName: "count"))
  var keep: Int

  @OptionGroup var history: HistoryOptions

  func validate() throws {
    guard keep >= 0 else { throw ValidationError("--keep takes 0 or more, not \(keep).") }
  }

  func run() throws {
    let words = try reportingFailures {
      if let fleet = try history.fleet() {
        return "Removed \(try fleet.prune(keep: keep)) runs of the class '\(fleet.ownClass)'.\n"
      }
      let pruned = try history.openExisting().prune(keep: keep)
      return "Removed \(pruned.runs) runs and \(pruned.series) series.\n"
    }
    StandardOutput.write(words)
  }
}
