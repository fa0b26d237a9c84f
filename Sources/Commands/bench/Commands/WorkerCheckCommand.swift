internal import ArgumentParser
internal import BenchmarkBuilds
internal import CommandOptions
internal import CommandText
internal import Measuring
internal import OrderedJSON
internal import Reporting

/// `bench worker-check`: whether a program follows the worker protocol.
struct WorkerCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker-check",
    abstract: "Check that a program follows the worker protocol.",
    discussion: """
      Starts the program once for each requirement of Benchmarks/WORKER.md, talks to it over file \
      descriptor 3, and prints which requirements it meets. Times are not judged.

      EXAMPLES
        bench worker-check -- python3 worker.py
        bench worker-check --format json -- ./worker --image photo.png

      EXIT CODES (those of all commands: bench --help)
        0    the program meets every requirement
        1    it breaks at least one
        64   the command line was wrong, or there is no such program
      """)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Seconds to wait for each reply.", valueName: "seconds"))
  var timeout: Double = 10

  @OptionGroup var results: FormatOptions

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("After '--': the program and its arguments.", valueName: "command"),
    completion: .file())
  var command: [String] = []

  func validate() throws {
    guard !command.isEmpty else {
      throw ValidationError("Give the program after '--': bench worker-check -- ./worker.")
    }
    guard timeout > 0, timeout <= 86_400 else {
      throw ValidationError("--timeout takes seconds above 0 and up to 86400, not \(timeout).")
    }
  }

  func run() throws {
    let program = try reportingFailures {
      guard let program = Executable.find(command[0]) else {
        throw HarnessFailure.wrongUsage("There is no program '\(command[0])'.")
      }
      return program
    }
    let checks = WorkerConformance(
      program: program, arguments: Array(command.dropFirst()),
      environment: Executable.environment, timeout: timeout
    ).run()
    results.format.write(table: table(checks), json: json(checks))
    let isConforming = checks.allSatisfy { $0.problem == nil }
    try (isConforming ? WorkStatus.success : .failure).exitUnlessSuccess()
  }

  private func table(_ checks: [WorkerConformance.Check]) -> String {
    let lines = checks.map { check in
      guard let problem = check.problem else { return "ok      \(check.requirement)" }
      return "BROKEN  \(check.requirement): \(printable(problem))"
    }
    let broken = checks.count { $0.problem != nil }
    let end =
      broken == 0
      ? "The worker meets all \(checks.count) requirements."
      : "The worker breaks \(broken) of \(checks.count) requirements."
    return (lines + [end]).joined(separator: "\n") + "\n"
  }

  private func json(_ checks: [WorkerConformance.Check]) -> JSONValue {
    .object([
      .init("schema", .integer(1)),
      .init("conforms", .bool(checks.allSatisfy { $0.problem == nil })),
      .init(
        "requirements",
        .array(
          checks.map { check in
            .object([
              .init("requirement", .string(check.requirement)),
              .init("problem", .optional(check.problem, JSONValue.string)),
            ])
          })),
    ])
  }
}
