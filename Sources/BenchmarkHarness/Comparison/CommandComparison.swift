#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

internal import Files
internal import Measuring

/// Makes the case of `bench compare -- CMD_A … -- CMD_B …`: any two programs, each run a process.
struct CommandComparison: Equatable {
  /// A program and what it is told.
  struct Command: Equatable {
    /// As it was typed.
    let words: [String]
    /// The executable file.
    let path: String

    /// The words, for people.
    var text: String { words.joined(separator: " ") }
  }

  let base: Command
  let candidate: Command

  /// Takes apart what stood after the first `--`.
  ///
  /// - Parameters:
  ///   - words: both commands with `--` between them.
  ///   - searchPath: the folders to look for programs in, as in `PATH`.
  /// - Throws: ``UsageError`` unless there are two programs that exist.
  init(words: [String], searchPath: String) throws(UsageError) {
    let parts = words.split(separator: "--", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
      throw UsageError(
        "Two commands are compared, each after its own '--': bench compare -- old 1 -- new 1.")
    }
    base = try Self.command(Array(parts[0]), searchPath)
    candidate = try Self.command(Array(parts[1]), searchPath)
  }

  private static func command(
    _ words: [String], _ searchPath: String
  ) throws(UsageError) -> Command {
    let name = words[0]
    if name.contains("/") {
      guard isExecutable(name) else {
        throw UsageError("'\(name)' is no program: there is no executable file of this name.")
      }
      return Command(words: words, path: name)
    }
    for folder in searchPath.split(separator: ":") {
      let path = "\(folder)/\(name)"
      if isExecutable(path) { return Command(words: words, path: path) }
    }
    throw UsageError("There is no program '\(name)' in PATH.")
  }

  static func isExecutable(_ path: String) -> Bool {
    FileKind(path: path) == .regular && access(path, X_OK) == 0
  }

  /// The one case.
  func makeCase(starter: WorkerStarter, plan: SessionPlan, clock: ClockChoice?) -> ComparisonCase {
    var plan = plan
    plan.threading = clock == .cpu ? .process : .concurrent
    let session = PairedSession(plan: plan)
    func worker(_ command: Command, _ setup: LaunchSetup?) -> CommandWorker {
      CommandWorker(
        program: command.path, arguments: Array(command.words.dropFirst()),
        environment: starter.environment + (setup.map { [$0.environmentVariable] } ?? []),
        timeout: starter.timeout)
    }
    return ComparisonCase(
      base: base.text, candidate: candidate.text, subject: nil,
      check: { () throws(ComparisonFailure) in
        for command in [base, candidate] {
          do throws(WorkerFailure) {
            _ = try worker(command, nil).prepare()
          } catch {
            throw .failed("'\(command.text)': \(error).")
          }
        }
      },
      measure: { isCancelled, progress in
        session.run(
          isCancelled: isCancelled, progress: progress,
          launch: { side, setup throws(WorkerFailure) in
            worker(side == .base ? base : candidate, setup)
          })
      }, count: nil)
  }
}
