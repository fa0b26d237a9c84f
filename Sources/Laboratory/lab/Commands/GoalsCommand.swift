internal import ArgumentParser
internal import BenchmarkHarness
internal import CommandOptions
internal import CommandText
internal import Files
internal import HistoryExchange
internal import HistoryReports
internal import KernelGoals
internal import KernelWorkloads
internal import Measuring
internal import Processors
internal import Reporting
internal import TimingHistory

/// `lab goals`: what this project promises, measured.
struct GoalsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "goals",
    abstract: "Measure every speed goal of this project as a ratio in one interleaved run.",
    discussion: """
      Each line is a goal: what was measured, the exact 95 % interval, the limit, and whether the \
      whole interval keeps it (met), breaks it (missed) or neither (open). Ratios are taken \
      within rounds of one run, on one image. File rows read a picture that was just encoded, beside \
      libjpeg or libpng on the same bytes. Then: how `simd` grows with the image, peak memory, and \
      how far answers are from colours planted in 1,000 images. A missed goal is not an error.

      With --record the results become this machine's record, a file in Benchmarks/Records/Goals of \
      the checkout; --machines shows every goal on all machines that have one.

      EXAMPLES
        lab goals                     every goal up to 24 MP
        lab goals --thorough          with 100 and 400 MP; 1.6 GB, some minutes
        lab goals --record            keep the results as those of this machine
        lab goals --machines          the goals met on every machine
        lab goals --format json
      """)

  @Flag(help: "Also 100 MP on all cores, and growth to 400 MP.")
  var thorough = false

  @Flag(help: "Keep the results as this machine's record.")
  var record = false

  @Flag(help: "Measure nothing; show what the machines on record measured.")
  var machines = false

  @Option(help: ArgumentHelp("Seconds of timing for each piece of work.", valueName: "seconds"))
  var time: Double = 0.4

  @Option(
    help: ArgumentHelp(
      "Threads for concurrent kernels. Default: every core this process may use.",
      valueName: "count"))
  var threads: Int?

  @OptionGroup var results: FormatOptions

  @OptionGroup var messages: MessageOptions

  @OptionGroup var build: BuildOptions

  func validate() throws {
    if record, machines {
      throw ValidationError(
        "--record and --machines exclude each other: the latter measures nothing.")
    }
    guard time > 0, time <= 3600 else {
      throw ValidationError("--time takes seconds above 0 and up to 3600, not \(time).")
    }
    if let threads, threads < 1 || threads > 1024 {
      throw ValidationError("--threads takes a number from 1 to 1024, not \(threads).")
    }
  }

  func run() throws {
    let records = try reportingFailures { () throws(HarnessFailure) in
      record || machines ? try Self.records() : nil
    }
    if machines, let records { return try showMachines(records) }
    try build.requireRelease(for: "lab goals")
    Interruption.watch()
    let measured = measure()
    let environment = RunEnvironment.current
    results.format.write(
      table: environment.summary + "\n\n" + measured.table,
      json: measured.json(environment: environment))
    if let failure = measured.failure { throw ExitCode(failure) }
    if let records {
      let path = try reportingFailures { () throws(HarnessFailure) in
        try Self.keep(measured.results, of: environment, in: records)
      }
      messages.message(.note("Kept as \(path)."))
    }
  }

  private func measure() -> GoalMeasurement {
    let session = GoalSession(
      secondsPerWork: time, timer: SystemContenderTimer(), load: ImageLoader.load,
      context: messages.context())
    return GoalMeasurement.run(
      session, threads: threads ?? ProcessorCount.usable, isThorough: thorough)
  }

  /// The records of the checkout around the working folder.
  private static func records() throws(HarnessFailure) -> GoalRecords {
    guard let records = resolvedPath(".").flatMap(GoalRecords.around) else {
      throw .noInput(
        GoalRecords.inCheckout, "records are part of a checkout: call this command in one.")
    }
    return records
  }

  private func showMachines(_ records: GoalRecords) throws {
    let (found, problems) = records.load()
    for problem in problems { messages.message(.warning(problem)) }
    guard !found.isEmpty else {
      StandardError.write(
        "Error: '\(records.folder)' holds no record. Measure with `lab goals --record`.\n")
      throw ExitCode(.missingInput)
    }
    let comparison = GoalComparison(records: found)
    results.format.write(table: comparison.table, json: comparison.json)
  }

  private static func keep(
    _ results: [GoalResult], of environment: RunEnvironment, in records: GoalRecords
  ) throws(HarnessFailure) -> String {
    let record = GoalRecord(
      machine: GoalMachine(environment.values),
      day: String(Timestamp.text(WallClock.now).prefix(10)),
      commit: environment.values[.gitCommit].value, results: results)
    do throws(FileAccessError) {
      return try records.keep(record)
    } catch {
      throw InputFailure(unreadable: error)
    }
  }
}
