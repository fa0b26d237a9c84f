/// A worker whose work is to run a command from start to end: to compare any two programs.
///
/// Each iteration is a fresh process. Its processor time is what the system charged it and its
/// children for, to the microsecond; wall time includes starting it, the same on both sides.
/// A plan for it has `threading: .process`, `.freeProcess` or `.concurrent`.
///
/// What it prints goes nowhere, so that no terminal is part of its time.
/// A command that prepares each run is run before it, and is not part of its time.
public final class CommandWorker: MeasuredWorker {
  private let program: String
  private let arguments: [String]
  private let environment: [String]
  private let folder: String?
  private let timeout: Double
  private let firstRuns: Int
  private let ignoresFailures: Bool
  private let beforeEach: (() throws(WorkerFailure) -> Void)?
  private let time: SystemTimeSource
  private var core: Int?
  /// The most memory that a run of the command occupied; nil where it is not known.
  public private(set) var peakMemory: Int?

  /// Makes a worker; the command is first run when it prepares.
  ///
  /// - Parameters:
  ///   - program: The path of an executable file; `PATH` is not searched.
  ///   - arguments: The arguments after the program's name.
  ///   - environment: All of the command's variables as "NAME=value".
  ///   - folder: The folder it is run in; nil for that of this process.
  ///   - timeout: Seconds after which one run of the command counts as hung.
  ///   - firstRuns: How often it is run unmeasured at the beginning, at least 1.
  ///   - ignoresFailures: Whether exit codes other than 0 are accepted.
  ///   - beforeEach: Called before each run, unmeasured; nil for nothing.
  public init(
    program: String, arguments: [String] = [], environment: [String] = [], folder: String? = nil,
    timeout: Double = 60, firstRuns: Int = 1, ignoresFailures: Bool = false,
    beforeEach: (() throws(WorkerFailure) -> Void)? = nil
  ) {
    self.folder = folder
    self.firstRuns = max(firstRuns, 1)
    self.ignoresFailures = ignoresFailures
    self.beforeEach = beforeEach
    self.program = program
    self.arguments = arguments
    self.environment = environment
    self.timeout = timeout
    time = SystemTimeSource()
  }

  /// Lets all further runs stay on one core; answers whether the system can do that.
  ///
  /// Other guests of a virtual machine slow its cores down at different times: runs of equal programs
  /// that take turns on any core differ by which one they happen to get.
  ///
  /// - Throws: Nothing; other workers may.
  public func pin(toCore core: Int) throws(WorkerFailure) -> Bool {
    guard ChildProcess.canStay(onCore: core) else { return false }
    self.core = core
    return true
  }

  /// Runs the command once; its answer is that it succeeded.
  ///
  /// - Throws: ``WorkerFailure`` when the command cannot be started or fails.
  public func prepare() throws(WorkerFailure) -> String {
    for _ in 1..<firstRuns { _ = try runOnce(during: "the first run") }
    let ending = try runOnce(during: "the first run").ending
    return "exit code \(ending.code ?? 0)"
  }

  /// Runs the command some times.
  ///
  /// - Throws: ``WorkerFailure`` when the command cannot be started or fails.
  public func run(iterations: Int, warmUp: Int) throws(WorkerFailure) -> Epoch {
    for _ in 0..<warmUp { _ = try runOnce(during: "warm-up") }
    var epoch = Epoch(iterations: iterations, wall: 0, threadCPU: 0, processCPU: 0)
    let steal = time.stealTicks()
    for _ in 0..<iterations {
      let run = try runOnce(during: "an epoch")
      epoch.wall += run.wall
      epoch.processCPU += run.ending.processCPU
      // Its own start and end are no disturbance, nor is what takes no time.
      epoch.involuntarySwitches += EmptyProgram.here.disturbances(
        switches: run.ending.involuntarySwitches, wall: run.wall, cpu: run.ending.processCPU)
    }
    epoch.threadCPU = epoch.processCPU
    epoch.stealTicks = time.stealTicks() - steal
    return epoch
  }

  /// Runs two commands at the same time, once each.
  ///
  /// - Parameters:
  ///   - first: The command that is started first.
  ///   - second: The other one.
  /// - Returns: What each took, from its own start to its own end.
  /// - Throws: ``WorkerFailure`` when a command cannot be started or fails.
  public static func runTogether(
    _ first: CommandWorker, _ second: CommandWorker
  ) throws(WorkerFailure) -> (Epoch, Epoch) {
    let (one, other) = (try first.begin(), try second.begin())
    let ended = LineChannel.firstReady(
      among: [one.child.channel, other.child.channel], timeout: max(first.timeout, second.timeout))
    // The end that comes first is seen first, so that none is taken for a later one.
    if ended == 1 {
      let epoch = try second.epoch(of: other)
      return (try first.epoch(of: one), epoch)
    }
    return (try first.epoch(of: one), try second.epoch(of: other))
  }

  private func epoch(of run: StartedRun) throws(WorkerFailure) -> Epoch {
    let (ending, wall) = try complete(run, during: "an epoch")
    return Epoch(
      iterations: 1, wall: wall, threadCPU: ending.processCPU, processCPU: ending.processCPU)
  }

  /// Whether the command computes on one thread from start to end, so that all that a change of its
  /// code does is in its processor time.
  ///
  /// A thread that waits, for a file, a child or another thread, gives its processor away, which is
  /// counted, however many other programs run: one that does so only at its end computes throughout.
  /// One that waits for moments is judged by their time: it is then neither running nor ready to run. But
  /// this process may get a processor long after the command has ended, which looks like waiting; so a
  /// short command has more than three runs, of which two decide.
  ///
  /// - Returns: `false` where it waits in all runs but one, uses more threads or children, or where the
  ///   system does not tell.
  /// - Throws: ``WorkerFailure`` when the command cannot be started or fails.
  package func computesThroughout() throws(WorkerFailure) -> Bool {
    var count = 0
    var nanoseconds: UInt64 = 0
    for index in 0..<Self.mostWatchedRuns {
      if index >= 3, nanoseconds >= Self.watchedNanoseconds { break }
      let run = try runOnce(during: "a run that shows whether it waits", isWatched: true)
      guard let thread = run.ending.firstThread else { return false }
      nanoseconds += run.wall
      // In relation to its own running: other programs make the whole run longer, not its waiting.
      let waiting = Double(run.wall) - Double(thread.running + thread.ready)
      let running = Double(thread.running)
      if run.ending.voluntarySwitches <= 1 || waiting <= Self.mostWaiting * running,
        running >= Self.leastShare * Double(run.ending.processCPU)
      {
        count += 1
      }
      if count == 2 { return true }
    }
    return false
  }

  /// How often a command is run to see whether it waits, and after how many nanoseconds three are enough.
  private static let mostWatchedRuns = 8
  private static let watchedNanoseconds: UInt64 = 500_000_000
  /// How long a command may spend in starting, ending and waiting for a second of running.
  private static let mostWaiting = 1 / 9.0
  /// The share of a command's processor time that its first thread has at least.
  private static let leastShare = 0.9

  /// Nothing is left running between epochs.
  public func quit() {}

  private func runOnce(
    during: String, isWatched: Bool = false
  ) throws(WorkerFailure) -> (ending: ChildProcess.Ending, wall: UInt64) {
    try complete(try begin(), during: during, isWatched: isWatched)
  }

  private typealias StartedRun = (child: ChildProcess, start: UInt64)

  private func begin() throws(WorkerFailure) -> StartedRun {
    try beforeEach?()
    let start = time.nanoseconds(.wall)
    let child = try ChildProcess(
      program: program, arguments: arguments, environment: environment, folder: folder,
      connection: .silent, core: core)
    return (child, start)
  }

  private func complete(
    _ run: StartedRun, during: String, isWatched: Bool = false
  ) throws(WorkerFailure) -> (ending: ChildProcess.Ending, wall: UInt64) {
    let child = run.child
    // The channel closes when the command ends; it says nothing on it before.
    var isHung = false
    do throws(LineChannel.Problem) {
      _ = try child.channel.receive(timeout: timeout)
    } catch {
      isHung = error == .timeout
    }
    let ending = isHung ? child.end() : child.wait(atMost: timeout, isWatched: isWatched)
    if let peak = ending.peakBytes { peakMemory = max(peak, peakMemory ?? 0) }
    if isHung { throw .overran(seconds: timeout, during: during) }
    if let signal = ending.signal { throw .commandCrashed(signal: signal, during: during) }
    if !ignoresFailures, let code = ending.code, code != 0 {
      throw .commandExited(code: code, during: during)
    }
    return (ending, time.nanoseconds(.wall) - run.start)
  }
}
