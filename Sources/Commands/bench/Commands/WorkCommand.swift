internal import ArgumentParser
internal import BenchmarkBuilds
internal import CommandOptions
internal import CommandText
internal import FleetHistory
internal import HistoryReports
internal import Measuring
internal import Reporting
internal import TimingHistory

/// `bench work`: settles suspicions of other machines.
struct WorkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "work",
    abstract: "Settle suspicions of the fleet: claim jobs of the queue and compare commits.",
    discussion: """
      A night with a history on a server that cannot decide on a series leaves a job. Any machine \
      of the same class claims it, compares the two commits with `bench compare` in its own \
      checkout, which must have them, and writes the verdict. "Slower" confirms the suspicion, \
      "same" and "faster" dismiss it.

      A worker gives a sign every 20 seconds. A job whose worker gave none for two minutes is \
      claimed by another one; after three such workers it has failed.

      EXAMPLES
        bench work --history postgresql://writer@db.example.org/bench
        bench work --most 1

      EXIT CODES (those of all commands: bench --help)
        0    the queue is empty, or as many jobs as asked for are done
        130  interrupted; the job goes to another worker
      """)

  @OptionGroup var history: HistoryOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many jobs to do at most. Default: all.", valueName: "count"))
  var most: Int?

  @OptionGroup var messages: MessageOptions

  func validate() throws {
    if let most, most < 1 { throw ValidationError("--most takes 1 or more, not \(most).") }
    // Judged here, where the parser still knows the command whose usage it prints.
    _ = try reportingFailures { try fleet() }
  }

  private func fleet() throws -> FleetSession {
    guard let fleet = try history.fleet(message: messages.message) else {
      throw UsageError("There is no queue without a server: add --history postgresql://….")
    }
    return fleet
  }

  func run() throws {
    Interruption.watch()
    let done = try reportingFailures { try work(try fleet()) }
    StandardOutput.write("Did \(done) jobs.\n")
    if Interruption.isRequested { throw ExitCode.interrupted }
  }

  private func work(_ fleet: FleetSession) throws -> Int {
    let runner = JobRunner(
      program: Executable.currentPath ?? CommandLine.arguments[0], address: fleet.address,
      message: messages.message)
    var done = 0
    while done < most ?? .max, !Interruption.isRequested {
      let server = try FleetStore(fleet.address)
      guard let claimed = try server.claim(fleet.ownClass, worker: fleet.machine.name) else {
        break
      }
      messages.message(.note("Job \(claimed.number): \(claimed.job.series)."))
      let ending = try runner.run(claimed)
      guard !Interruption.isRequested else { break }
      // A comparison takes minutes: the connection may be gone.
      let isMine = try FleetStore(fleet.address).finish(
        claimed, exitCode: ending.exitCode, result: ending.result)
      guard isMine else {
        messages.message(.warning("Job \(claimed.number) was taken back; its verdict is dropped."))
        continue
      }
      try settle(claimed.job, ending, fleet)
      done += 1
    }
    return done
  }

  /// Applies the verdict to the series, if it is still suspected.
  private func settle(
    _ job: ConfirmationJob, _ ending: JobRunner.Ending, _ fleet: FleetSession
  ) throws {
    guard let event = JobRunner.event(of: ending.exitCode) else { return }
    let store = try fleet.openUpToDate(
      FleetScope(series: [job.series], since: LookBack.standard.start(at: WallClock.now)),
      recordingHere: true)
    guard try store.series(recent: 0).contains(where: { $0.series.name == job.series }),
      try store.status(of: job.series).state == .suspect
    else { return }
    try store.apply(event, to: job.series, at: WallClock.now)
    fleet.share()
  }
}
