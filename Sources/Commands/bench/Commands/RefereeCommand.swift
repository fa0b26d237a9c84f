internal import ArgumentParser
internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import BenchmarkSuites
internal import CommandOptions
internal import CommandText
internal import Files
internal import Measuring
internal import OrderedJSON
internal import Refereeing
internal import Reporting

/// `bench referee`: keep or discard, for hundreds of tries.
struct RefereeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "referee",
    abstract: "Keep or discard one change after the other, with few kept wrongly over all.",
    discussion: """
      For whoever tries many changes: scripts, optimisers, coding agents. Each try is compared with what \
      was kept before it. It is kept where a benchmark is faster and none is slower by the gate; a \
      change that makes no benchmark faster by the gate is discarded. However many are tried, the \
      expected share of wrong ones among those kept stays below --false-keeps.

      Refused are changes of what measures them (the suite file, files that it names, all whose name or \
      folder begins with "bench", and what --protect names), other answers, and improvements that the \
      first call of a process does not have. How large a kept change is, launches say that did not choose it.

      EXAMPLES
        bench referee start --only parse             compare with HEAD from now on
        bench referee try                            keep the working tree?
        bench referee try HEAD --format json         a commit, for a script
        bench referee report                         what was kept, and what it makes
        bench referee serve                          as tools for an agent

      EXIT CODES of try (those of all commands: bench --help)
        0    keep
        2    discard
        3    undecided
        4    refused
        66   no referee was started here
      """,
    subcommands: [StartCommand.self, TryCommand.self, ReportCommand.self, ServeCommand.self])

  /// The referee of this checkout.
  static func referee(
    in cache: CacheOptions, _ context: RunContext
  ) throws(HarnessFailure) -> StartedReferee {
    StartedReferee(
      around: workingFolder() ?? ".", cacheFolder: try cache.folder(), context)
  }

  /// `bench referee start`.
  struct StartCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "start",
      abstract: "Compare with a commit from now on.",
      discussion: """
        A checkout has one referee, whose journal lies in git's folder; a checkout of its own \
        (git worktree add) has its own.
        """)

    @Argument(
      help: ArgumentHelp("The commit to begin with. Default: HEAD.", valueName: "commit"),
      completion: .revision)
    var base: String?

    @OptionGroup var suite: SuiteOptions

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "The smallest improvement worth keeping, and the slowdown that must not pass. Default: the "
          + "suite's gate, else 1%.", valueName: "percent"))
    var gate: String?

    @Option(
      help: ArgumentHelp(
        "The expected share of wrong ones among all that is kept, at most.", valueName: "percent"))
    var falseKeeps: String = "5%"

    @Option(
      help: ArgumentHelp(
        "A file or folder of the benchmarks, from the top of the checkout. Repeatable.",
        valueName: "path"), completion: .file())
    var protect: [String] = []

    @Flag(help: "Give up the referee that this checkout has.")
    var replace = false

    @OptionGroup var messages: MessageOptions

    func validate() throws {
      try reportingFailures {
        if let gate { _ = try GateChoice.limit(parsing: gate) }
        _ = try Percentage(parsing: falseKeeps)
      }
    }

    func run() throws {
      let journal = try reportingFailures {
        let source = try suite.source()
        let referee = try Referee(
          of: source, RunContext(message: messages.message, isCancelled: { false })
        )
        let limit =
          try gate.map { try GateChoice.limit(parsing: $0).fraction }
          ?? SuiteFile(at: source.path).suite.gate?.fraction ?? 0.01
        return try referee.start(
          base: base, worth: limit, falseKeeps: try Percentage(parsing: falseKeeps).fraction,
          protected: protect, replaces: replace)
      }
      StandardOutput.write(
        RefereeReport(journal).text
          + "Changes of these files are refused: \(journal.start.files.keys.sorted().joined(separator: ", ")).\n"
      )
    }
  }

  /// `bench referee try`.
  struct TryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "try",
      abstract: "Keep or discard a commit, or the working tree.")

    @Argument(
      help: ArgumentHelp("The commit to try. Default: the working tree.", valueName: "commit"),
      completion: .revision)
    var revision: String?

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("Seconds that measuring may take, besides builds.", valueName: "seconds"))
    var time: Double = 60

    @OptionGroup var cache: CacheOptions

    @OptionGroup var results: FormatOptions

    @OptionGroup var messages: MessageOptions

    func validate() throws { try checkSeconds(time) }

    func run() throws {
      Interruption.watch()
      let live = messages.live
      let attempt = try reportingFailures {
        defer { live.clear() }
        return try RefereeCommand.referee(in: cache, live.context).attempt(revision, seconds: time)
      }
      switch results.format {
      case .table: StandardOutput.write(attempt.text)
      // One line a try: those of a loop are a file of JSON lines.
      case .json: StandardOutput.write(attempt.json.line + "\n")
      }
      try attempt.status.exitUnlessSuccess()
    }
  }

  /// `bench referee report`.
  struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "report",
      abstract: "What was kept, and what all of it makes together.",
      discussion: """
        The sum is measured once after each keep: the start against what is kept, by launches of their own.
        """)

    @OptionGroup var cache: CacheOptions

    @OptionGroup var results: FormatOptions

    @OptionGroup var messages: MessageOptions

    func run() throws {
      Interruption.watch()
      let live = messages.live
      let journal = try reportingFailures {
        defer { live.clear() }
        return try RefereeCommand.referee(in: cache, live.context).totalled()
      }
      let report = RefereeReport(journal)
      results.format.write(table: report.text, json: report.json)
    }
  }

  /// `bench referee serve`.
  struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "serve",
      abstract: "Answer a program on standard input: tools of the Model Context Protocol.",
      discussion: """
        A JSON-RPC message a line, until standard input ends. The tools are "try" (revision, seconds) and \
        "report"; both answer in words and as the JSON of bench referee try and report.
        """)

    @OptionGroup var cache: CacheOptions

    @OptionGroup var messages: MessageOptions

    /// The most bytes of a message.
    private static let longest = 1 << 20

    func run() throws {
      Interruption.watch()
      let live = messages.live
      func referee() throws -> StartedReferee {
        try RefereeCommand.referee(in: cache, live.context)
      }
      let answers = RefereeProtocol(
        version: ProjectVersion.text,
        attempt: { try referee().attempt($0, seconds: $1 ?? 60) },
        report: { RefereeReport(try referee().totalled()) })
      var lines = StandardInputLines(longest: Self.longest)
      while let line = try reportingFailures({ try next(of: &lines) }) {
        let answer = answers.answer(to: line)
        live.clear()
        if let answer { StandardOutput.write(answer + "\n") }
      }
      if Interruption.isRequested { throw ExitCode.interrupted }
    }

    private func next(of lines: inout StandardInputLines) throws(HarnessFailure) -> [UInt8]? {
      do throws(FileAccessError) {
        return try lines.next(isCancelled: { Interruption.isRequested })
      } catch {
        throw HarnessFailure(unreadable: error)
      }
    }
  }
}
