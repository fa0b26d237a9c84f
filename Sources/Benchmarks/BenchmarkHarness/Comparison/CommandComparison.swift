internal import BenchmarkBuilds
package import Measuring
package import Reporting

/// Compares any two commands; each run is a process.
package struct CommandComparison: Equatable, Sendable {
  /// A program and its arguments.
  package struct Command: Equatable, Sendable {
    /// The command as it was typed.
    package let words: [String]
    /// The executable file.
    package let path: String

    /// The words, for people.
    package var text: String { words.joined(separator: " ") }
  }

  /// The command to compare with.
  package let base: Command
  /// The command to judge.
  package let candidate: Command

  /// Splits what follows the first `--`.
  ///
  /// - Parameters:
  ///   - words: both commands with `--` between them.
  ///   - searchPath: the folders to look for programs in, as in `PATH`.
  /// - Throws: ``HarnessFailure`` unless there are two programs that exist.
  package init(words: [String], searchPath: String) throws(HarnessFailure) {
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
  package func makeWorkerCase(
    starter: WorkerStarter, plan: SessionPlan, clock: ClockChoice?
  ) -> any ComparisonCase {
    var plan = plan
    plan.threading = (clock ?? .cpu).threading
    plan.pairs = .usual
    return WorkerCase(commands: self, starter: starter, plan: plan)
  }

  /// The case of the two commands; each run is a process.
  package func makeCase(
    starter: WorkerStarter, plan: SessionPlan, clock: ClockChoice?
  ) -> any ComparisonCase {
    RunCase(commands: self, starter: starter, plan: plan, clock: clock)
  }

  /// Checks both commands.
  ///
  /// - Throws: ``HarnessFailure`` that names the command which fails.
  private func check(
    _ body: (Command) throws(WorkerFailure) -> Void
  ) throws(HarnessFailure) {
    for command in [base, candidate] {
      do throws(WorkerFailure) {
        try body(command)
      } catch {
        throw .failed("'\(command.text)': \(error).")
      }
    }
  }

  /// Runs a session of both commands up to one of its looks.
  private func measure(
    _ plan: SessionPlan, after earlier: SessionResult?, looks: Int, isCancelled: () -> Bool,
    progress: (SessionProgress) -> Void,
    start: (Command, LaunchSetup) throws(WorkerFailure) -> any MeasuredWorker
  ) -> SessionResult {
    var plan = plan
    plan.rule = plan.rule.first(looks)
    return PairedSession(plan: plan).run(
      after: earlier, isCancelled: isCancelled, progress: progress,
      launch: { side, setup throws(WorkerFailure) in
        try start(side == .base ? base : candidate, setup)
      })
  }

  /// Two workers.
  private struct WorkerCase: ComparisonCase {
    let commands: CommandComparison
    let starter: WorkerStarter
    let plan: SessionPlan

    var base: String { commands.base.text }
    var candidate: String { commands.candidate.text }
    var subject: String? { nil }

    private func start(
      _ command: Command, _ setup: LaunchSetup
    ) throws(WorkerFailure) -> WorkerProcess {
      try starter.start(command.path, Array(command.words.dropFirst()), setup)
    }

    func check() throws(HarnessFailure) {
      try commands.check { command throws(WorkerFailure) in
        let process = try start(command, LaunchSetup(launch: 0, padding: 0))
        defer { process.quit() }
        _ = try process.prepare()
      }
    }

    func measure(
      after earlier: SessionResult?, looks: Int, isCancelled: () -> Bool,
      progress: (SessionProgress) -> Void
    ) -> SessionResult {
      commands.measure(
        plan, after: earlier, looks: looks, isCancelled: isCancelled, progress: progress,
        start: start)
    }
  }

  /// Two commands that run from start to end.
  private final class RunCase: ComparisonCase {
    private let commands: CommandComparison
    private let starter: WorkerStarter
    private let plan: SessionPlan
    private let clock: ClockChoice?
    /// Whether both compute on one thread from start to end, where the clock is left open: then
    /// processor time decides.
    private var computes: Bool

    init(
      commands: CommandComparison, starter: WorkerStarter, plan: SessionPlan, clock: ClockChoice?
    ) {
      self.commands = commands
      self.starter = starter
      self.plan = plan
      self.clock = clock
      computes = clock == nil
    }

    var base: String { commands.base.text }
    var candidate: String { commands.candidate.text }
    var subject: String? { nil }

    private func worker(_ command: Command, _ setup: LaunchSetup?) -> CommandWorker {
      CommandWorker(
        program: command.path, arguments: Array(command.words.dropFirst()),
        environment: setup?.environment(extending: starter.environment) ?? starter.environment,
        timeout: starter.timeout)
    }

    func check() throws(HarnessFailure) {
      try commands.check { command throws(WorkerFailure) in
        let worker = worker(command, nil)
        _ = try worker.prepare()
        if computes { computes = try worker.computesThroughout() }
      }
    }

    func measure(
      after earlier: SessionResult?, looks: Int, isCancelled: () -> Bool,
      progress: (SessionProgress) -> Void
    ) -> SessionResult {
      commands.measure(
        plan.forCommands(clock: computes ? .cpu : clock ?? .wall, hasOneThread: computes),
        after: earlier, looks: looks, isCancelled: isCancelled, progress: progress, start: worker)
    }
  }
}
