internal import BenchmarkBuilds
public import Measuring
public import Reporting

/// Compares any two commands; each run is a process.
public struct CommandComparison: Equatable, Sendable {
  /// A program and its arguments.
  public struct Command: Equatable, Sendable {
    /// The command as it was typed.
    public let words: [String]
    /// The executable file.
    public let path: String

    /// The words, for people.
    public var text: String { words.joined(separator: " ") }
  }

  /// The command to compare with.
  public let base: Command
  /// The command to judge.
  public let candidate: Command

  /// Splits what follows the first `--`.
  ///
  /// - Parameters:
  ///   - words: both commands with `--` between them.
  ///   - searchPath: the folders to look for programs in, as in `PATH`.
  /// - Throws: ``HarnessFailure`` unless there are two programs that exist.
  public init(words: [String], searchPath: String) throws(HarnessFailure) {
    let parts = words.split(separator: "--", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
      throw .wrongUsage("Two commands are compared, each after its own '--': -- old 1 -- new 1.")
    }
    base = try Self.command(Array(parts[0]), searchPath)
    candidate = try Self.command(Array(parts[1]), searchPath)
  }

  private static func command(
    _ words: [String], _ searchPath: String
  ) throws(HarnessFailure) -> Command {
    let name = words[0]
    if let path = Executable.find(name, in: searchPath) { return Command(words: words, path: path) }
    throw .wrongUsage(
      name.contains("/")
        ? "'\(name)' is not a program: there is no executable file of this name."
        : "There is no program '\(name)' in PATH.")
  }

  /// The case of the two commands as workers: each obeys the worker protocol, so that epochs can be
  /// a tenth of a millisecond.
  ///
  /// - Parameters:
  ///   - starter: starts workers.
  ///   - plan: how the session is made.
  ///   - clock: which time decides; `nil` for processor time.
  /// - Returns: the case, whose answers must agree.
  public func makeWorkerCase(
    starter: WorkerStarter, plan: SessionPlan, clock: ClockChoice?
  ) -> ComparisonCase {
    var plan = plan
    plan.threading = (clock ?? .cpu).threading
    plan.pairs = .usual
    let session = PairedSession(plan: plan)
    func start(_ command: Command, _ setup: LaunchSetup) throws(WorkerFailure) -> WorkerProcess {
      try starter.start(command.path, Array(command.words.dropFirst()), setup)
    }
    return makeCase(
      of: { session },
      check: { command throws(WorkerFailure) in
        let process = try start(command, LaunchSetup(launch: 0, padding: 0))
        defer { process.quit() }
        _ = try process.prepare()
      }, start: start)
  }

  /// The case of the two commands; each run is a process.
  public func makeCase(starter: WorkerStarter, plan: SessionPlan, clock: ClockChoice?)
    -> ComparisonCase
  {
    func worker(_ command: Command, _ setup: LaunchSetup?) -> CommandWorker {
      CommandWorker(
        program: command.path, arguments: Array(command.words.dropFirst()),
        environment: setup?.environment(extending: starter.environment) ?? starter.environment,
        timeout: starter.timeout)
    }
    // Processor time decides where both compute on one thread from start to end.
    var computes = clock == nil
    return makeCase(
      of: {
        PairedSession(
          plan: plan.forCommands(
            clock: computes ? .cpu : clock ?? .wall, hasOneThread: computes))
      },
      check: { command throws(WorkerFailure) in
        let worker = worker(command, nil)
        _ = try worker.prepare()
        if computes { computes = try worker.computesThroughout() }
      },
      start: { command, setup throws(WorkerFailure) in worker(command, setup) })
  }

  /// A case whose sides are both started in the same way.
  private func makeCase(
    of session: @escaping () -> PairedSession,
    check: @escaping (Command) throws(WorkerFailure) -> Void,
    start: @escaping (Command, LaunchSetup) throws(WorkerFailure) -> any MeasuredWorker
  ) -> ComparisonCase {
    ComparisonCase(
      base: base.text, candidate: candidate.text, subject: nil,
      check: { () throws(HarnessFailure) in
        for command in [base, candidate] {
          do throws(WorkerFailure) {
            try check(command)
          } catch {
            throw .failed("'\(command.text)': \(error).")
          }
        }
      },
      measure: { isCancelled, progress in
        session().run(
          isCancelled: isCancelled, progress: progress,
          launch: { side, setup throws(WorkerFailure) in
            try start(side == .base ? base : candidate, setup)
          })
      })
  }
}
