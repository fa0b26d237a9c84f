internal import ArgumentParser
internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import BenchmarkSuites
internal import CommandOptions
internal import CommandText
internal import Explanations
internal import HistoryReports
internal import Measuring
internal import OrderedJSON
internal import Reporting

/// `bench compare`: which of two is faster, decided.
struct CompareCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "compare",
      abstract: "Decide which of two commits or commands is faster.",
      discussion: """
        In a repository with a suite file (bench.toml; `bench init` writes one) it compares the \
        benchmarks of two commits: without arguments the merge base with main against the working \
        tree with its uncommitted work, with one commit that against the working tree. Both are \
        built in checkouts of their own, kept for the next time. A benchmark that only one side has \
        is reported and not compared.

        Both sides run in live processes that take turns of a tenth of a millisecond (ABBA), in fresh \
        launches, until the exact interval of the ratio lies wholly outside the margin (slower, \
        faster) or inside it (same), or 80 launches did not settle it (cannot tell). Their answers \
        are compared first. CPU time decides for work on one thread, wall time for several threads \
        and for commands. Each parameter of the suite is an option.

        With a gate the question is whether the candidate is slower by so much or more. It ends as \
        soon as that is excluded (no slower, with its bound) or a slowdown is shown that no more \
        launches could bring below the gate (slower): equal code fails in at most 1 of 1,000 \
        comparisons, a slowdown of the gate passes in at most 1 of 100.

        Two commits that run the same machine code are reported as such without timing. Otherwise \
        both are linked again for each launch, with other places for functions and data, so that \
        the verdict is about the code; it takes lld. Builds that cannot be linked again are compared \
        as they are, and the verdict allows for what their layouts may make.

        EXAMPLES
          bench compare                                this branch against main
          bench compare HEAD~1                         since the last commit but one
          bench compare v1.2 v1.3 --only parse         two commits, some benchmarks
          bench compare --gate 1%                      slower by a percent or more?
          bench compare --format markdown              the comment of a pull request
          bench compare HEAD~1 --explain               and which functions made it
          bench compare HEAD~1 --codec zstd --level 3  by parameters of the suite
          bench compare -- sort a.txt -- sort -S1G a.txt
          bench compare --workers -- python3 old.py -- python3 new.py

        EXIT CODES (those of all commands: bench --help)
          0    same, faster, or no slower than the gate allows
          1    an answer was wrong, a worker failed, or a commit did not build
          2    slower
          3    cannot tell
          4    not comparable: answers, builds, machines differ, or a benchmark is gone
          66   there is no suite file
          130  interrupted: what was measured by then was printed
        """ + ParameterHelp.section)
  }

  @Argument(
    help: ArgumentHelp(
      "A commit to compare with. Default: the merge base with the main branch.",
      valueName: "base-commit"), completion: .revision)
  var baseRevision: String?

  @Argument(
    help: ArgumentHelp(
      "The commit to judge. Default: the working tree.", valueName: "commit"),
    completion: .revision)
  var candidateRevision: String?

  @OptionGroup var suite: SuiteOptions

  @OptionGroup var session: SessionOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The slowdown that must not pass, or 'off'. Default: the suite's gate, else none.",
      valueName: "percent"))
  var gate: String?

  @Option(
    help: ArgumentHelp(
      "Seconds for all measuring: every benchmark gets its first launches, then those that are not "
        + "settled get more, beyond the usual 80 too. Default: the suite's time, else each until its "
        + "verdict.",
      valueName: "seconds"))
  var time: Double?

  @Flag(help: "Also count instructions and allocations of a call, by valgrind.")
  var counters = false

  @Flag(
    help: """
      Where a benchmark is slower or faster, go on and find which functions or files made it \
      (bench explain); --time counts again for the search.
      """)
  var explain = false

  @Flag(
    help: "A benchmark that only the base has is wanted: one that was removed or renamed.")
  var allowMissing = false

  @Flag(
    help: """
      The commands after '--' are workers (Benchmarks/WORKER.md): measure inside of them, in turns \
      of a tenth of a millisecond, and compare their answers.
      """)
  var workers = false

  @Option(
    help: ArgumentHelp(
      "How to write results: table, json or markdown, the comment of a pull request. "
        + "Default: table.",
      valueName: "format"),
    completion: .list(Format.allCases.map(\.rawValue)),
    transform: { try choice($0, kind: "format") })
  var format: Format = .table

  @OptionGroup var messages: MessageOptions

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp(
      "After '--': a command, '--', and the command to compare with it.", valueName: "command"),
    completion: .file())
  var commands: [String] = []

  private var chosen = Once<any ComparisonSource>()

  /// How results are written.
  enum Format: String, CaseIterable {
    case table
    case json
    case markdown

    /// The writer.
    ///
    /// - Parameters:
    ///   - frame: what Markdown says around the results.
    ///   - unmatched: the benchmarks that only one side has.
    ///   - explanations: why benchmarks differ; `nil` where that was not asked for.
    /// - Returns: the writer.
    func writer(
      _ frame: ComparisonMarkdown.Frame, _ unmatched: UnmatchedBenchmarks,
      explanations: @escaping () -> [JSONValue]?
    ) -> any ResultFormat<ComparisonResult> {
      switch self {
      case .table: ComparisonTable()
      case .json: ComparisonJSON(unmatched: unmatched, explanations: explanations)
      case .markdown: ComparisonMarkdown(frame)
      }
    }
  }

  func validate() throws {
    try checkSeconds(time)
    _ = try source()
    _ = try reportingFailures { try settings() }
  }

  func run() throws {
    let source = try source()
    Interruption.watch()
    let comparison = try reportingFailures {
      try source.comparison(
        try settings(), messages.context())
    }
    for remark in comparison.remarks { messages.message(.note(remark)) }
    var failures: [String] = []
    var context = messages.context()
    context.message = { message in
      if message.severity == .error { failures.append(message.text) }
      messages.message(message)
    }
    var explained: [Explanation] = []
    var frame = ComparisonMarkdown.Frame(
      title: comparison.title, sides: comparison.sides, command: comparison.command,
      missing: comparison.unmatched.onlyInBase.count,
      remarks: { comparison.remarks + failures })
    // Without the end of the last line.
    frame.explanations = { explained.map { String($0.markdown.dropLast()) } }
    var run = ComparisonRun(
      cases: comparison.cases,
      format: format.writer(
        frame, comparison.unmatched,
        explanations: { explain ? explained.map(\.json) : nil }),
      environment: RunEnvironment.current, context: context)
    run.seconds = comparison.seconds ?? time
    run.unmatched = comparison.unmatched
    run.allowsMissing = allowMissing
    if explain, let suite = source as? SuiteSource {
      run.follow = { results in
        do {
          explained = try explanations(of: results, comparison, by: suite)
        } catch {
          messages.message(.error("\(error)"))
        }
        return format == .table ? explained.map { "\n" + $0.text }.joined() : ""
      }
    }
    try run.run().exitUnlessSuccess()
  }

  /// Why the benchmarks are slower or faster that were found to be.
  private func explanations(
    of results: [ComparisonResult], _ comparison: SourceComparison, by suite: SuiteSource
  ) throws -> [Explanation] {
    let changed = results.filter { result in
      result.session.end == .decided
        && (result.session.verdict == .slower || result.session.verdict == .faster)
    }
    guard !changed.isEmpty else { return [] }
    let live = messages.live
    defer { live.clear() }
    var settings = ExplanationSettings(try settings())
    settings.measured = changed
    settings.measuredFiles = comparison.files
    return try suite.explanation(settings, live.context).explanations
  }

  private func settings() throws(UsageError) -> ComparisonSettings {
    var settings = ComparisonSettings(
      revisions: revisions, margin: try session.chosenMargin(), clock: try session.chosenClock(),
      timeout: session.timeout, countsCosts: counters, seconds: time)
    if let gate { settings.gate = try GateChoice(parsing: gate) }
    return settings
  }

  private var revisions: [String] { [baseRevision, candidateRevision].compactMap { $0 } }

  /// The suite's benchmarks, or two commands where they are given.
  private func source() throws -> any ComparisonSource {
    try chosen.value {
      try reportingFailures {
        guard !commands.isEmpty else {
          guard !workers else {
            throw UsageError("--workers goes with two commands: bench compare --workers -- A -- B.")
          }
          return try suite.source()
        }
        if let revision = revisions.first {
          throw UsageError(
            "'\(revision)' is a commit, and commands are compared after '--': give one of them.")
        }
        if let parameter = ParameterArguments.current.parameters.first {
          throw UsageError(
            "--\(parameter.name) does not apply to the commands after '--', which have no parameters."
          )
        }
        if explain {
          throw UsageError("--explain links and builds commits again, not the commands after '--'.")
        }
        if gate != nil {
          throw UsageError(
            "--gate judges commits of a suite, whose layouts are drawn: compare these, or leave it "
              + "out for the commands after '--', which --margin judges.")
        }
        if suite.path != nil || !suite.choice.only.isEmpty {
          throw UsageError("--suite and --only do not apply to the commands after '--'.")
        }
        do throws(HarnessFailure) {
          return CommandSource(
            try CommandComparison(words: commands, searchPath: Executable.searchPath),
            areWorkers: workers)
        } catch {
          throw UsageError(error.message)
        }
      }
    }
  }
}
