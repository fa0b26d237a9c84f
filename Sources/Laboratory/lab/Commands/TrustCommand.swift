internal import ArgumentParser
internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import BenchmarkSuites
internal import CommandOptions
internal import CommandText
internal import Files
internal import HistoryReports
internal import Measuring
internal import MethodRaces
internal import Reporting

/// `lab trust`: races methods of comparing programs on relinked identical and slowed code.
struct TrustCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trust",
    abstract: "Race methods of comparing two programs: false alarms, power and time.",
    discussion: """
      In each session a program is linked twice with other layouts of its functions, and every \
      method compares the two: identical code first, then with a known share of work added to one \
      side. The page says how often each method raised a false alarm and how often it found the \
      slowdown. All measurements are kept, one record of JSON a line.

      The program is that of a command in a suite file, which the build of the suite links. With \
      --append a second program gets its section on the same page, in place of the one that it may \
      have there.

      Many sessions take long: --raw is written after each, and with --continue a later run goes on \
      from there.

      EXAMPLES
        lab trust --only fib --sessions 100 --output TRUST.md --raw trust.jsonl
        lab trust --only fib --sessions 3 --method paired --method layouts
        lab trust --suite lua/bench.toml --sessions 100 --output TRUST.md --append
        lab trust --sessions 100 --output TRUST.md --raw trust.jsonl --continue
      """)

  @Option(help: ArgumentHelp("How many sessions for each amount of work.", valueName: "count"))
  var sessions: Int = 20

  @Option(
    name: .customLong("method"),
    help: ArgumentHelp(
      "A method; several are raced, all when none is given. One of: "
        + RacedMethod.allCases.map(\.rawValue).joined(separator: ", ") + ".", valueName: "name"),
    transform: { try choice($0, kind: "method") })
  var methods: [RacedMethod] = []

  @Option(
    name: .customLong("suite"),
    help: ArgumentHelp(
      "The suite file. Default: that of this folder, as bench finds it.", valueName: "file"))
  var suitePath: String?

  @Option(
    help: ArgumentHelp(
      "The command to race on: a text that its name contains. Repeatable.", valueName: "text"))
  var only: [String] = []

  @Option(
    help: ArgumentHelp(
      "Where checkouts are built and kept. Default: bench in $XDG_CACHE_HOME or ~/.cache.",
      valueName: "folder"))
  var cache: String?

  @Option(help: ArgumentHelp("The seed of layouts and orders.", valueName: "number"))
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("Where the page goes; standard output by default.", valueName: "path"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Where all measurements are kept, written after each session.", valueName: "path"))
  var raw: String?

  @Flag(
    name: .customLong("continue"),
    help: "Go on from the comparisons in --raw: those that it has of this race are not made again.")
  var continues = false

  @Flag(help: "Add a section to the page at --output, and records to --raw, instead of new ones.")
  var append = false

  @OptionGroup var messages: MessageOptions

  /// The shares of work that are injected: none, 1 % and 2 %.
  private static let injections = [0, 0.01, 0.02]

  func validate() throws {
    guard (1...100_000).contains(sessions) else {
      throw ValidationError("--sessions takes 1 to 100000, not \(sessions).")
    }
    guard !append || output != nil else {
      throw ValidationError("--append adds to the page at --output: give one.")
    }
    guard !continues || raw != nil else {
      throw ValidationError("--continue goes on from the comparisons in --raw: give one.")
    }
  }

  func run() throws {
    let file = try suitePath ?? nearbySuite()
    Interruption.watch()
    let raced = try reportingFailures {
      try SuiteRace(of: try source(file), seed: seed, messages.context())
    }
    defer { raced.finish() }
    var journal = try journal(of: raced)
    // What cannot be written is found out before hours of measuring.
    try checkOutput()
    try keep(journal)
    let failure = try race(raced, journal: &journal)
    try write(journal, ofSuite: file)
    if Interruption.isRequested { throw ExitCode(.interrupted) }
    if let failure { throw ExitCode(failure.status) }
  }

  /// The comparisons that there are: none, or those of earlier runs.
  private func journal(of raced: SuiteRace) throws -> RaceJournal {
    let environment = RunEnvironment.current
    let origin = RaceOrigin(
      subject: raced.name, seed: seed, machine: environment.summary,
      commit: environment.values[.gitCommit].value)
    return try reportingFailures {
      guard let raw, continues || append else { return RaceJournal(of: origin) }
      let text = try existingText(at: raw)
      guard continues else { return RaceJournal(of: origin, after: text) }
      do throws(RaceJournal.Problem) {
        return try RaceJournal(of: origin, goingOnFrom: text)
      } catch {
        throw HarnessFailure.wrongUsage("'\(raw)' cannot be gone on from: \(error)")
      }
    }
  }

  /// Races the methods, session after session; a comparison that fails does not keep the others from it.
  ///
  /// - Returns: the first failure.
  private func race(
    _ raced: SuiteRace, journal: inout RaceJournal
  ) throws -> HarnessFailure? {
    var failure: HarnessFailure?
    let context = messages.context()
    var left: [(session: Int, injected: Double, method: RacedMethod)] = []
    for session in 0..<sessions {
      for injected in Self.injections {
        for method in chosenMethods
        where !journal.has(method, injected: injected, session: session) {
          left.append((session, injected, method))
        }
      }
    }
    for (index, next) in left.enumerated() where !Interruption.isRequested {
      context.show(
        "session \(next.session + 1) of \(sessions): \(next.method.title)",
        Double(index) / Double(left.count))
      do throws(HarnessFailure) {
        journal.add(
          try raced.compare(
            by: next.method, injected: next.injected, session: next.session, context))
      } catch {
        // Ctrl-C also ends what a comparison has started, whose failure then says nothing.
        if Interruption.isRequested { break }
        failure = failure ?? error
        context.clear()
        messages.message(
          .error("\(next.method.title), session \(next.session + 1): \(error.message)"))
      }
      let isLastOfSession = index + 1 == left.count || left[index + 1].session != next.session
      if isLastOfSession { try keep(journal) }
    }
    context.clear()
    return failure
  }

  private var chosenMethods: [RacedMethod] { methods.isEmpty ? RacedMethod.allCases : methods }

  /// The suite file of the working folder.
  private func nearbySuite() throws -> String {
    try reportingFailures { () throws(HarnessFailure) in
      guard let file = resolvedPath(".").flatMap({ SuiteFile.find(from: $0) }) else {
        throw HarnessFailure(
          message: "There is no \(SuiteFile.name) here. Name one with --suite.",
          status: .missingInput)
      }
      return file
    }
  }

  private func source(_ file: String) throws(HarnessFailure) -> SuiteSource {
    guard let cache = cache.flatMap(Self.absolutePath) ?? Self.standardCache else {
      throw HarnessFailure(
        message: "There is no home folder to keep checkouts in: give --cache.",
        status: .missingInput)
    }
    return SuiteSource(path: file, choosing: BenchmarkSelection(names: only), cacheFolder: cache)
  }

  private static func absolutePath(_ path: String) -> String? {
    path.hasPrefix("/") ? path : resolvedPath(".").map { PathParts.join($0, path) }
  }

  private static var standardCache: String? {
    let home = Terminal.environmentVariable("HOME").map { PathParts.join($0, ".cache") }
    return (Terminal.environmentVariable("XDG_CACHE_HOME") ?? home).map {
      PathParts.join($0, "bench")
    }
  }

  private func write(_ journal: RaceJournal, ofSuite file: String) throws {
    try keep(journal)
    let page = RacePage(of: chosenMethods)
    let section = page.section(
      explanation: SuiteRace.explanation,
      command: "lab trust --sessions \(sessions) --suite \(suitePath ?? PathParts(file).name)"
        + only.map { " --only \($0)" }.joined()
        + methods.map { " --method \($0.rawValue)" }.joined() + " --seed \(seed)",
      journal, shares: Self.injections.count)
    try reportingFailures {
      guard let output else {
        StandardOutput.write(Array((page.beginning + section).utf8))
        return
      }
      let before = append ? try existingText(at: output) : ""
      try writeOutput(
        page.adding(section, to: before.isEmpty ? page.beginning : before), to: output)
    }
  }

  private func checkOutput() throws {
    guard let output, FileKind(path: PathParts(output).folder) != .folder else { return }
    try reportingFailures { throw HarnessFailure(unwritable: .missingFolder(path: output)) }
  }

  /// Writes all comparisons made so far.
  private func keep(_ journal: RaceJournal) throws {
    guard let raw else { return }
    try reportingFailures { try writeOutput(journal.text, to: raw) }
  }

  /// The text of a file; empty where there is none.
  private func existingText(at path: String) throws(HarnessFailure) -> String {
    guard FileKind(path: path) != .absent else { return "" }
    return String(decoding: try readInput(at: path), as: UTF8.self)
  }
}
