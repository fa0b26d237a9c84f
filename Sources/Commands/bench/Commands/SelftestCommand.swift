internal import ArgumentParser
internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import BenchmarkSuites
internal import CommandOptions
internal import CommandText
internal import Files
internal import Measuring
internal import OrderedJSON
internal import Reporting

/// `bench selftest`: counts the false alarms and the missed slowdowns of this machine.
struct SelftestCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "selftest",
      abstract: "Prove on this machine that bench compare tells slow from noisy.",
      discussion: """
        Runs whole sessions of bench compare on code whose true difference is known. --aa takes \
        identical code on both sides and counts false alarms. --inject slows one side by a known \
        share of real work and counts the sessions that detect it. Rates come with exact bounds \
        (Clopper-Pearson, 95 %): no alarm in 300 sessions means under 1 %.

        The benchmarks of the suite are compared with themselves, as bench compare does; --only and \
        the parameters of the suite choose some. Workers, commands and each framework have --sessions \
        sessions each, in which their benchmarks take turns. --inject links the work into a \
        command's program, and lets a worker or a test with pytest-benchmark repeat its work more \
        often than it says; programs of other frameworks repeat it as they like, so that they take \
        only --aa. --layouts links each benchmark's program in --sessions layouts, times them in \
        turns and keeps how far apart the fastest and the slowest are: bench compare allows for \
        that where layouts cannot be drawn.

        --gate 1% makes sessions with this gate, and counts those that passed, were slower or could \
        not tell, and how long they took.

        EXAMPLES
          bench selftest --aa
          bench selftest --aa --only parse             a benchmark of the suite here
          bench selftest --inject 2% --sessions 100    is a slowdown found here?
          bench selftest --aa --gate 1%                does equal code pass?
          bench selftest --inject 2% --gate 1%         is twice the gate refused?
          bench selftest --layouts --only parse        what layout alone makes of it
          bench selftest --aa --kernel simd --size 128x128
          bench selftest --aa --sessions 300 --neighbour-load
          bench selftest --inject 1% --sessions 100 --format json

        EXIT CODES (those of all commands: bench --help)
          0    the sessions were completed, whatever they found
          1    a worker failed
          66   there is no suite file
          130  interrupted: the completed sessions were printed
        """ + ParameterHelp.section)
  }

  @Flag(help: "Identical code on both sides: count false alarms.")
  var aa = false

  @Option(
    help: ArgumentHelp(
      "Slow one side by so much work, 1% or 0.5% for example: count how often it is found.",
      valueName: "percent"))
  var inject: String?

  @Option(
    help: ArgumentHelp(
      "The slowdown that must not pass: make sessions with this gate.", valueName: "percent"))
  var gate: String?

  @Flag(help: "Measure how far apart links of the same code are, of each benchmark, and keep it.")
  var layouts = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many sessions to run of each kind of benchmark, or how many layouts.",
      valueName: "count"))
  var sessions: Int = 30

  @OptionGroup var suite: SuiteOptions

  @Option(help: ArgumentHelp("The seed of all random orders.", valueName: "number"))
  var seed: UInt64 = 1

  @Flag(help: "Keep another core busy at the same time.")
  var neighbourLoad = false

  @OptionGroup var results: FormatOptions

  @OptionGroup var messages: MessageOptions

  func validate() throws {
    _ = try reportingFailures { try kind() }
    _ = try reportingFailures { try gateLimit() }
    guard (1...100_000).contains(sessions) else {
      throw ValidationError("--sessions takes 1 to 100000, not \(sessions).")
    }
  }

  func run() throws {
    let source = try reportingFailures { try suite.source() }
    Interruption.watch()
    let kind = try reportingFailures { try self.kind() }
    let gate = try reportingFailures { try gateLimit() }
    if neighbourLoad { SpinningThread.start() }
    if layouts { return try timeLayouts(source, messages.context()) }
    let (all, status, each) = try reportingFailures {
      try source.selfTest(kind, gate: gate, sessions: sessions, seed: seed, messages.context())
    }
    results.format.write(
      table: all.words + each.table, json: all.json.adding([.init("benchmarks", each.json)]))
    try status.exitUnlessSuccess()
  }

  /// Measures benchmark after benchmark; one that fails does not keep the others from it.
  private func timeLayouts(_ source: SuiteSource, _ context: RunContext) throws {
    let (test, benchmarks) = try reportingFailures {
      try source.layoutTest(layouts: sessions, seed: seed, context)
    }
    let context = context.startingNow
    var status = WorkStatus.success
    for (index, benchmark) in benchmarks.enumerated() {
      let ended: WorkStatus
      do throws(HarnessFailure) {
        ended = try test.measure(benchmark, isCancelled: context.isCancelled) { fraction in
          context.show(
            "layouts of \(benchmark.name), \(index + 1) of \(benchmarks.count)",
            (Double(index) + fraction) / Double(benchmarks.count))
        }
      } catch {
        context.message(.error(error.message))
        ended = error.status
      }
      context.clear()
      if ended != .success { status = ended }
      if ended == .interrupted { break }
    }
    results.format.write(table: test.table, json: test.json)
    try status.exitUnlessSuccess()
  }

  private func kind() throws(UsageError) -> SelfTest.Kind {
    switch (aa || layouts, inject) {
    case (true, nil): return .identical
    case (false, let text?): return .injected(try Percentage(parsing: text))
    default:
      throw UsageError(
        "Specify what to test: --aa (identical code), --inject 1% (a slowdown) or --layouts.")
    }
  }

  private func gateLimit() throws(InvalidRequest) -> Percentage? {
    guard let gate else { return nil }
    guard !layouts else {
      throw InvalidRequest("--layouts measures layouts, and makes no sessions with a gate.")
    }
    return try GateChoice.limit(parsing: gate)
  }
}

extension JSONValue {
  /// An object with more fields at its end; any other value as it is.
  fileprivate func adding(_ more: [Field]) -> JSONValue {
    guard case .object(let fields) = self else { return self }
    return .object(fields + more)
  }
}
