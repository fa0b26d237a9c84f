internal import ArgumentParser
internal import CommandText
internal import Measuring

/// `bench compare`: which of two is faster, decided.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Decide which of two kernels, commits, builds or commands is faster.",
    discussion: """
      Both sides run in live processes that take turns of a tenth of a millisecond (ABBA), in fresh \
      launches, until the exact interval of the ratio lies wholly outside the margin (slower, \
      faster) or inside it (same), or 80 launches did not settle it (cannot tell). Their answers \
      are compared first. CPU time decides for work on one thread, wall time for concurrent \
      kernels and for commands.

      EXAMPLES
        bench compare --kernel simd --against histogram --image photo.jpg
        bench compare main~3 HEAD                    two commits, built and kept
        bench compare --base old/bench --kernel simd another build against this one
        bench compare -- sort a.txt -- sort -S1G a.txt

      EXIT CODES
        0    same or faster
        1    an answer was wrong, a worker failed, or a commit did not build
        2    slower
        3    cannot tell
        4    not comparable: the answers, builds or machines differ; it says in what
        64   the command line was wrong
        130  interrupted: what was measured by then was printed
      """)

  @Argument(
    help: ArgumentHelp(
      "A commit to compare with. Both are built in .build-compare of this checkout.",
      valueName: "base-commit"))
  var baseRevision: String?

  @Argument(help: ArgumentHelp("The commit to judge.", valueName: "commit"))
  var candidateRevision: String?

  @Option(
    name: .customLong("kernel"),
    help: ArgumentHelp(
      "A kernel to judge, by the name `bench list` gives; repeatable. Between builds: default all.",
      valueName: "name"))
  var kernels: [String] = []

  @Option(help: ArgumentHelp("The kernel to compare with.", valueName: "name"))
  var against: String?

  @Option(help: ArgumentHelp("Another build of bench to compare this one with.", valueName: "path"))
  var base: String?

  @Option(
    name: .customLong("image"),
    help: ArgumentHelp(
      "A synthetic image or a PNG or JPEG file; repeatable. Default: photo at 1MP.",
      valueName: "image"))
  var images: [String] = []

  @Option(
    name: .customLong("size"),
    help: ArgumentHelp(
      "A size to run every image at: 24MP, 1.5MP, 6000x4000; repeatable.", valueName: "size"))
  var sizes: [String] = []

  @Option(
    help: ArgumentHelp(
      "Threads for concurrent kernels. Default: every core this process may use.",
      valueName: "count"))
  var threads: Int?

  @Option(
    help: ArgumentHelp(
      "The instruction set for vector kernels: baseline, avx2 or avx512. Default: the best here.",
      valueName: "name"))
  var isa: String?

  @Option(
    help: ArgumentHelp(
      "The difference that does not matter. Default: 0.25%.", valueName: "percent"))
  var margin: String?

  @Option(
    help: ArgumentHelp(
      "Which time decides, cpu or wall, if not the one that fits the work.", valueName: "clock"))
  var clock: String?

  @Option(
    help: ArgumentHelp(
      "Seconds after which a silent worker or a running command counts as hung.",
      valueName: "seconds"))
  var timeout: Double = 60

  @Flag(
    help: """
      Also count the instructions of a call: by perf events where permitted, else by callgrind, \
      else it says why not.
      """)
  var counters = false

  @Option(help: ArgumentHelp("How to write results: table or json.", valueName: "format"))
  var format: String = ListCommand.Format.table.rawValue

  @Flag(help: "No progress line and no warnings; errors are still told.")
  var quiet = false

  @Flag(help: "Time even this debug build, whose times say nothing about release.")
  var allowDebug = false

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp(
      "After '--': a command, '--', and the command to compare with it.", valueName: "command"))
  var commands: [String] = []

  func validate() throws {
    _ = try plan()
    _ = try outputFormat()
    guard timeout > 0, timeout <= 86_400 else {
      throw ValidationError("--timeout takes seconds above 0 and up to 86400, not \(timeout).")
    }
  }

  func run() throws {
    let plan = try plan()
    var isOfCommands = false
    if case .commands = plan.kind { isOfCommands = true }
    if !isOfCommands { try Self.refuseDebug(unless: allowDebug, command: "compare") }
    Interruption.watch()
    let starter = WorkerStarter(environment: WorkerStarter.ownEnvironment, timeout: timeout)
    let isQuiet = quiet
    let message: (String) -> Void = { line in
      if !isQuiet || line.hasPrefix("Error") { StandardError.write(line + "\n") }
    }
    let cases: [ComparisonCase]
    do throws(ComparisonFailure) {
      cases = try ComparisonCases(
        plan: plan, starter: starter, counter: counters ? .forThisMachine(starter) : nil,
        program: CommandLine.executablePath ?? CommandLine.arguments[0], note: message
      ).make()
    } catch {
      StandardError.write("Error: \(error.message)\n")
      throw error.exitCode
    }
    let clock = ContinuousClock()
    let start = clock.now
    var run = ComparisonRun(
      cases: cases, format: try outputFormat() == .json ? ComparisonJSON() : ComparisonTable(),
      environment: RunEnvironment.current(inputs: []), output: { StandardOutput.write($0) },
      message: message, isCancelled: { Interruption.isRequested },
      progress: .onStandardError(isQuiet: quiet), elapsed: { (clock.now - start) / .seconds(1) })
    let code = run.run()
    if code != .success { throw code }
  }

  /// A debug build's times say nothing.
  static func refuseDebug(unless isAllowed: Bool, command: String) throws {
    guard BuildConfiguration.isDebug && !isAllowed else { return }
    StandardError.write(
      "Error: This is a debug build, whose times say nothing. Use a release build, as in "
        + "`swift run -c release bench \(command)`, or insist with --allow-debug.\n")
    throw ExitCode.validationFailure
  }

  private func plan() throws -> ComparePlan {
    let request = CompareRequest(
      kernels: kernels, against: against, base: base,
      revisions: [baseRevision, candidateRevision].compactMap { $0 }, commands: commands,
      images: images, sizes: sizes, threads: threads, instructionSet: isa, margin: margin,
      clock: clock)
    do throws(UsageError) {
      return try ComparePlan(
        request, usableCores: usableCoreCount(), searchPath: WorkerStarter.searchPath)
    } catch {
      throw ValidationError(error.description)
    }
  }

  private func outputFormat() throws -> ListCommand.Format { try choice(format, kind: "format") }
}
