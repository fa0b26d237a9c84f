internal import ArgumentParser
internal import CommandText
internal import TimingHistory

/// `bench prune`: forget old runs.
struct PruneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Forget all but the newest runs of the history.",
    discussion: """
      Forgotten runs cannot be brought back. A series that no run measures any more goes with \
      them. Export first what is worth keeping: bench export --format json -o all.json.

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
    let store = try history.openExisting()
    let pruned = try withHistoryErrorsTold { () throws(HistoryError) in
      try store.prune(keep: keep)
    }
    StandardOutput.write("Forgot \(pruned.runs) runs and \(pruned.series) series.\n")
  }
}
