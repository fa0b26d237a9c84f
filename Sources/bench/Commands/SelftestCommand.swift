internal import ArgumentParser
internal import CommandText
internal import Measuring

/// `bench selftest`: counts the false alarms and the missed slowdowns of this machine.
struct SelftestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "selftest",
    abstract: "Prove on this machine that bench compare tells slow from noisy.",
    discussion: """
      Runs whole sessions of bench compare on code of which the truth is known. --aa takes \
      identical code on both sides and counts false alarms. --inject slows one side by a known \
      share of real work and counts the sessions that find it. Rates come with exact bounds \
      (Clopper-Pearson, 95 %): no alarm in 300 sessions means under 1 %.

      EXAMPLES
        bench selftest --aa
        bench selftest --aa --sessions 300 --neighbour-load
        bench selftest --inject 1% --sessions 100 --format json

      EXIT CODES
        0    the sessions were made, whatever they found
        1    a worker failed
        64   the command line was wrong
        130  interrupted: the sessions made by then were printed
      """)

  @Flag(help: "Identical code on both sides: count false alarms.")
  var aa = false

  @Option(
    help: ArgumentHelp(
      "Slow one side by so much work, 1% or 0.5% for example: count how often it is found.",
      valueName: "percent"))
  var inject: String?

  @Option(help: ArgumentHelp("How many sessions to make.", valueName: "count"))
  var sessions: Int = 30

  @Option(
    help: ArgumentHelp(
      """
      What runs on both sides: a kernel, or loop, the pixel loop of the histogram reference \
      alone, so short that an epoch of 0.1 ms has the iterations to inject into.
      """, valueName: "name"))
  var kernel: String = KernelWorkloads.loop

  @Option(
    help: ArgumentHelp(
      "What it works on: a synthetic image or a PNG or JPEG file.", valueName: "image"))
  var image: String = "photo"

  @Option(help: ArgumentHelp("At which size.", valueName: "size"))
  var size: String = "8x8"

  @Option(help: ArgumentHelp("The seed of all random orders.", valueName: "number"))
  var seed: UInt64 = 1

  @Flag(help: "Keep another core busy meanwhile.")
  var neighbourLoad = false

  @Option(help: ArgumentHelp("How to write the result: table or json.", valueName: "format"))
  var format: String = ListCommand.Format.table.rawValue

  @Flag(help: "No progress line; errors are still told.")
  var quiet = false

  @Flag(help: "Run even this debug build, whose times say nothing about release.")
  var allowDebug = false

  func validate() throws {
    _ = try session()
    _ = try outputFormat()
    guard (1...100_000).contains(sessions) else {
      throw ValidationError("--sessions takes 1 to 100000, not \(sessions).")
    }
  }

  func run() throws {
    try CompareCommand.refuseDebug(unless: allowDebug, command: "selftest")
    Interruption.watch()
    let session = try session()
    var neighbour: NeighbourLoad?
    do throws(ComparisonFailure) {
      if neighbourLoad {
        neighbour = try NeighbourLoad(starter: session.starter, program: session.program)
      }
    } catch {
      StandardError.write("Error: \(error.message)\n")
      throw error.exitCode
    }
    let clock = ContinuousClock()
    let start = clock.now
    var test = SelfTest(
      kind: session.kind, sessions: sessions,
      measure: { session.run(index: $0, isCancelled: $1) },
      message: { StandardError.write($0 + "\n") }, isCancelled: { Interruption.isRequested },
      progress: .onStandardError(isQuiet: quiet), elapsed: { (clock.now - start) / .seconds(1) })
    let (tally, code) = withExtendedLifetime(neighbour) { test.run() }
    switch try outputFormat() {
    case .table: StandardOutput.write(tally.words)
    case .json: StandardOutput.write(tally.json.text + "\n")
    }
    if code != .success { throw code }
  }

  private func session() throws -> SelfTestSession {
    do throws(UsageError) {
      let kind: SelfTest.Kind
      switch (aa, inject) {
      case (true, nil): kind = .identical
      case (false, let text?): kind = .injected(try Percentage(parsing: text))
      default:
        throw UsageError("Say what to test: --aa (identical code) or --inject 1% (a slowdown).")
      }
      try KernelWorkloads.check(kernel)
      let image = ComparedImage(name: image, size: size)
      _ = try image.request()
      return SelfTestSession(
        starter: WorkerStarter(environment: WorkerStarter.ownEnvironment, timeout: 60),
        program: CommandLine.executablePath ?? CommandLine.arguments[0], kernel: kernel,
        image: image, kind: kind, seed: seed)
    } catch {
      throw ValidationError(error.description)
    }
  }

  private func outputFormat() throws -> ListCommand.Format { try choice(format, kind: "format") }
}
