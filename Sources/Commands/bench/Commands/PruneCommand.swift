internal import ArgumentParser
internal import CommandOptions
internal import CommandText
internal import FleetHistory
internal import HistoryReports
internal import TimingHistory

/// `bench prune`: removes old runs.
struct PruneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Remove older runs of the history.",
    discussion: """
      Removed runs cannot be restored. A series that no other run measures is removed with them. \
      Export first what is worth keeping: bench export --format json -o all.json.

      Of a history on a server the runs of one class are removed, for all machines; only the owner \
      may do that. A row for each day, machine and series stays (the view bench.days), and so do \
      events and jobs. After --older-than the server takes no runs of that age any more. A prune \
      that was interrupted is done again.

      EXAMPLES
        bench prune --keep 365
        bench prune --older-than 2y
      """)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many of the newest runs stay.", valueName: "count"))
  var keep: Int?

  @Option(
    help: ArgumentHelp(
      "Remove runs that began earlier: 90d, 8w, 2y, or a date such as 2025-01-31.",
      valueName: "period"),
    transform: { try LookBack($0) })
  var olderThan: LookBack?

  @OptionGroup var history: HistoryOptions

  func validate() throws {
    guard (keep == nil) != (olderThan == nil) else {
      throw ValidationError("Say which runs stay: give --keep or --older-than, and not both.")
    }
    if let keep, keep < 0 { throw ValidationError("--keep takes 0 or more, not \(keep).") }
    if olderThan == .all { throw ValidationError("--older-than takes a period or a date.") }
  }

  func run() throws {
    let words = try reportingFailures {
      let before = olderThan?.start(at: WallClock.now)
      if let fleet = try history.fleet() {
        let removed = try fleet.prune(before.map { .since($0) } ?? .newest(keep ?? 0))
        return "Removed \(removed) runs of the class '\(fleet.ownClass)'.\n"
      }
      let store = try history.openExisting(.everything)
      let pruned = try before.map { try store.prune(before: $0) } ?? store.prune(keep: keep ?? 0)
      return "Removed \(pruned.runs) runs and \(pruned.series) series.\n"
    }
    StandardOutput.write(words)
  }
}
