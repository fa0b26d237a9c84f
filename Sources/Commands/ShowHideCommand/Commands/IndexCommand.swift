internal import ArgumentParser
internal import ColorIndex
internal import CommandText
internal import Files
internal import ImageCodecs
internal import Reporting

/// `showhide index`: the colours of a folder's pictures, kept for `showhide find`.
struct IndexCommand: AsyncParsableCommand, PlannedCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(
    commandName: "index", _superCommandName: "showhide",
    abstract: "Keep the colours of a folder's pictures, to find them by colour.",
    discussion: """
      Reads every \(ImageFormat.allNames) in the folder and in those below it, and keeps its \
      colours in the file \(ColorIndexStore.usualName) there, or where --index says. Run again, it \
      reads only new and changed files (by size and time of change) and forgets those that are \
      gone. Interrupted or killed, it goes on where it was. Names that begin with a dot are left \
      out, and links are not followed.

      Every pixel is counted, but of large baseline JPEGs whose dominant colour a random sample \
      proves, as for `showhide palette`: their other shares are those of the means of 8 × 8 pixels.

      EXAMPLES
        showhide index holiday/
        showhide index /mnt/photos --index photos.sqlite --jobs 4
        showhide find teal holiday/
      """)

  @Argument(help: ArgumentHelp("The folder.", valueName: "folder"), completion: .directory)
  var folder: String = "."

  @Option(
    help: ArgumentHelp(
      "The index. Default: \(ColorIndexStore.usualName) in the folder.", valueName: "file"),
    completion: .file())
  var index: String?

  @Flag(help: "Read unchanged files too, for example after raising a limit.")
  var reread = false

  @OptionGroup var running: RunningArguments
  @OptionGroup(title: "Limits") var limits: LimitArguments

  // SQLite reads what it writes, also where the index is in another folder.
  var sandboxedInputs: [String] { [folder] + outputFolders() }
  func outputFolders() -> [String] {
    [PathParts(IndexPlace.path(of: folder, index: index)).folder]
  }

  var plan = Validated<Plan>()

  /// What the arguments say, checked.
  struct Plan {
    let request: PaletteRequest
    let jobs: Int
  }

  func makePlan() throws(UsageError) -> Plan {
    Plan(
      request: try PaletteRequest(
        method: nil, count: .most(IndexedPalette.mostSwatches), decoder: try limits.decoder(),
        isExact: false), jobs: try running.jobCount())
  }

  func run() async throws {
    let plan = plan()
    let path = IndexPlace.path(of: folder, index: index)
    do {
      guard FileKind(path: folder) == .folder, let place = resolvedPath(folder) else {
        throw CommandFailure.noInput(folder, "there is no such folder.")
      }
      let store: ColorIndexStore
      do {
        store = try ColorIndexStore(making: path, of: place)
      } catch {
        throw CommandFailure(error)
      }
      if store.isOld, !running.quiet {
        writeMessage(
          "The index '\(path)' was made by an older version, which kept less of each picture. They are "
            + "read again.")
      }
      let run = IndexRun(
        folder: folder, store: store, request: plan.request,
        batch: Batch(jobs: plan.jobs, isQuiet: running.quiet), rereads: reread)
      let outcome = try await run.run()
      if !running.quiet { try writeOutcome(outcome, store) }
      if outcome.exitCode != .success { throw outcome.exitCode }
    } catch let failure as CommandFailure {
      writeMessage("Error: \(failure.message)")
      throw failure.exitCode
    }
  }

  private func writeOutcome(_ outcome: IndexRun.Outcome, _ store: ColorIndexStore) throws {
    let summary = try store.summary()
    func count(_ count: Int, _ noun: String) -> String {
      "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
    var line =
      "\(PathText.printable(store.path)): \(count(summary.pictures, "picture")); "
      + "\(outcome.read) read now, \(outcome.removed) removed"
    if summary.damaged > 0 { line += ", \(summary.damaged) could not be read" }
    let reasons =
      [
        (summary.others - summary.empty, "not a \(ImageFormat.allNames)"), (summary.empty, "empty"),
        (outcome.links, "a link"),
        (outcome.noFiles, "a pipe, socket or device"),
      ].filter { $0.0 > 0 } + outcome.lacking.map { ($0.count, $0.words) }
    if !reasons.isEmpty {
      let words = reasons.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
      line += "; \(reasons.reduce(0) { $0 + $1.0 }) left out: \(words)"
    }
    StandardOutput.write(line + "\n")
  }
}
