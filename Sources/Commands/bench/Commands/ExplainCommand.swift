internal import ArgumentParser
internal import BenchmarkHarness
internal import BenchmarkSuites
internal import CommandOptions
internal import CommandText
internal import Explanations
internal import HistoryReports
internal import Measuring
internal import OrderedJSON
internal import Reporting

/// `bench explain`: which function or file made a benchmark slower.
struct ExplainCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "explain",
      abstract: "Find which functions or files made a benchmark slower.",
      discussion: """
        Compares two commits as `bench compare` does, and then exchanges parts of them: the base is \
        linked with single object files of the other commit, and measured against the base, over drawn \
        layouts, until it is known which of them make the difference. Groups that change nothing are \
        not divided. The table adds up to the whole change; what does not is named as together.

        It takes lld and object files that the build leaves in place. Elsewhere (scripts, Go, link-time \
        optimisation by gcc) single files of the change are applied to the base and built. Exchanges \
        that do not link or build, fail or answer wrongly are thrown away, and said.

        Benchmarks that are slower or faster are explained; a single one that is chosen also where it \
        is the same. The margin of a part is a tenth of the change, where that is more. Below stands \
        what one run executes on both sides, function by function, counted by valgrind where that is \
        installed and takes a minute or less.

        --flame-graph draws that: red functions execute more than on the base, blue ones less.

        --coverage compares nothing: it counts which of the changed functions the benchmarks run, by \
        valgrind, samples what share of the time they take, by perf where that is installed, and says \
        how much slower each would have to be to be seen.

        EXAMPLES
          bench explain                        this branch against main
          bench explain HEAD~1 --only parse    since the last commit but one
          bench explain v1.2 v1.3 --time 60    two commits, within a minute
          bench explain --format markdown      for a pull request
          bench explain --flame-graph why.svg  with a picture of what runs
          bench explain --coverage HEAD~1      which changed functions nothing runs

        EXIT CODES (those of all commands: bench --help)
          0    explained, or the same code
          1    a commit did not build
          3    the search did not come to its end
          4    a benchmark cannot be compared: answers differ, or a side fails
          66   there is no suite file
          69   --coverage: valgrind is not installed
          73   the flame graph cannot be written
          130  interrupted: what was known by then was printed
        """ + ParameterHelp.section)
  }

  @Argument(
    help: ArgumentHelp(
      "A commit to compare with. Default: the merge base with the main branch.",
      valueName: "base-commit"), completion: .revision)
  var baseRevision: String?

  @Argument(
    help: ArgumentHelp(
      "The commit to explain. Default: the working tree.", valueName: "commit"),
    completion: .revision)
  var candidateRevision: String?

  @OptionGroup var suite: SuiteOptions

  @OptionGroup var session: SessionOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Seconds for all measuring, after the builds; then what is known is printed. Default: until "
        + "the search ends.",
      valueName: "seconds"))
  var time: Double?

  @Flag(help: "Exchange files of the change, also where object files could be exchanged.")
  var files = false

  @Flag(
    help: ArgumentHelp(
      "Say which changed functions the benchmarks run, by valgrind, and compare nothing."))
  var coverage = false

  @Option(
    help: ArgumentHelp(
      "How to write the answer: text, json or markdown. Default: text.", valueName: "format"),
    completion: .list(Format.allCases.map(\.rawValue)),
    transform: { try choice($0, kind: "format") })
  var format: Format = .text

  @Option(
    help: ArgumentHelp(
      "An SVG file for what runs on both sides, as a flame graph of the difference.",
      valueName: "path"),
    completion: .file())
  var flameGraph: String?

  @OptionGroup var messages: MessageOptions

  /// How the answer is written.
  enum Format: String, CaseIterable {
    case text
    case json
    case markdown
  }

  func validate() throws {
    try checkSeconds(time)
    if coverage, files {
      throw ValidationError("--coverage counts functions, and --files exchanges files: give one.")
    }
    if coverage, flameGraph != nil {
      throw ValidationError("--coverage counts one side, and --flame-graph shows both: give one.")
    }
    _ = try reportingFailures { try settings() }
  }

  func run() throws {
    Interruption.watch()
    let live = messages.live
    if coverage {
      let found = try reportingFailures {
        defer { live.clear() }
        return try suite.source().coverage(
          try settings(), live.context)
      }
      StandardOutput.write(text(found))
      if Interruption.isRequested { throw ExitCode.interrupted }
      try (found.isComplete ? WorkStatus.success : .cannotTell).exitUnlessSuccess()
      return
    }
    let found = try reportingFailures {
      defer { live.clear() }
      return try suite.source().explanation(
        try settings(), live.context)
    }
    if !found.explanations.isEmpty {
      for remark in found.remarks { live.message(.note(remark)) }
    }
    StandardOutput.write(text(found))
    if let flameGraph {
      if let picture = found.flameGraph {
        try reportingFailures {
          try bench.write(picture, to: flameGraph, replacingExisting: true)
        }
      } else {
        live.message(.note("'\(flameGraph)' was not written: what runs was not counted."))
      }
    }
    if Interruption.isRequested { throw ExitCode.interrupted }
    try found.status.exitUnlessSuccess()
  }

  private func text(_ found: SuiteExplanation) -> String {
    switch format {
    case .text:
      return found.explanations.isEmpty
        ? (found.remarks.first ?? "There is nothing to explain.") + "\n"
        : found.explanations.map(\.text).joined(separator: "\n")
    case .json: return found.json(RunEnvironment.current).text + "\n"
    case .markdown: return found.markdown(RunEnvironment.current)
    }
  }

  private func text(_ found: SuiteCoverage) -> String {
    switch format {
    case .text: found.text
    case .json: found.json(RunEnvironment.current).text + "\n"
    case .markdown: found.markdown(RunEnvironment.current)
    }
  }

  private func settings() throws(UsageError) -> ExplanationSettings {
    var settings = ExplanationSettings(
      ComparisonSettings(
        revisions: [baseRevision, candidateRevision].compactMap { $0 },
        margin: try session.chosenMargin(), clock: try session.chosenClock(),
        timeout: session.timeout, seconds: time))
    settings.exchangesFiles = files
    return settings
  }
}
