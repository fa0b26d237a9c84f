internal import ArgumentParser
internal import CommandOptions
internal import CommandText
internal import FleetHistory
internal import HistoryReports
internal import Reporting
internal import TimingHistory

/// `bench note`: what a person has to say of a change.
struct NoteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "note",
    abstract: "Keep a note on a point of a series, or that a series has another name now.",
    discussion: """
      The note stands at the point in `bench show`, `bench check` and `bench report`; its web \
      addresses are links on the page. It changes no state: `bench accept` does. Series that were \
      imported take notes like others.

      With --renamed the two names are a former and a present one: what was measured under both is one \
      series from now on, and the former name is gone from lists. It cannot be taken back.

      EXAMPLES
        bench note simd/photo/6000x4000 "compiler 6.3 since" --commit 1a2b3c4
        bench note parse/large "https://example.org/issues/7" --run 12
        bench note --renamed parse/large parse/10MB
      """)

  @Argument(help: ArgumentHelp("The series, as `bench history` lists it.", valueName: "series"))
  var series: String

  @Argument(
    help: ArgumentHelp(
      "What there is to say; with --renamed the series' present name.", valueName: "text"))
  var text: String

  @Option(
    help: ArgumentHelp(
      "The point is the first of this commit, or of one that begins so. Default: the newest point.",
      valueName: "commit"))
  var commit: String?

  @Option(
    name: .customLong("run"),
    help: ArgumentHelp(
      "The point is that of this run, as `bench show` numbers it.", valueName: "number"))
  var runNumber: Int64?

  @Flag(
    name: .customLong("renamed"),
    help: "The series goes on under the other name: both become one.")
  var isRenamed = false

  @OptionGroup var history: HistoryOptions

  func validate() throws {
    if isRenamed, commit != nil || runNumber != nil {
      throw ValidationError("--renamed joins whole series; --commit and --run name a point.")
    }
    if commit != nil, runNumber != nil {
      throw ValidationError("--commit and --run both name the point. Give one of them.")
    }
    if let commit, commit.count < 4 {
      throw ValidationError("--commit takes at least four characters of a commit.")
    }
    if text.allSatisfy(\.isWhitespace) { throw ValidationError("The note is empty.") }
    guard text.utf8.count <= Self.longestText else {
      throw ValidationError(
        "The note has \(text.utf8.count) bytes; \(Self.longestText) are the most.")
    }
  }

  /// The longest note, in bytes: for more there are links.
  private static let longestText = 1000

  private var noted: SeriesPage.NotedPoint {
    if let commit { return .commit(commit) }
    return runNumber.map { .run(RunID($0)) } ?? .newest
  }

  func run() throws {
    guard !isRenamed else { return try join() }
    let words = try reportingFailures {
      let store = try history.openExisting(FleetScope(series: [series]))
      let page = try SeriesPage(series, of: store)
      let run = try page.run(at: noted)
      try store.apply(.note, to: series, run: run, at: WallClock.now, reason: text)
      try history.share()
      return page.words(of: run)
    }
    StandardOutput.write("Noted at \(words) of \(printable(series)).\n")
  }

  private func join() throws {
    let count = try reportingFailures {
      let store = try history.openExisting(FleetScope(series: [series, text]))
      try store.rename(series, to: text, at: WallClock.now)
      try history.share()
      return try store.points(of: text).count
    }
    StandardOutput.write(
      "\(printable(series)) goes on as \(printable(text)): \(count) points are one series.\n")
  }
}
