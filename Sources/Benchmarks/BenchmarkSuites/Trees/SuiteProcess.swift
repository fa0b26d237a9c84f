internal import BenchmarkBuilds
internal import Measuring
internal import Reporting

/// Commands of a suite as processes in a checkout.
enum SuiteProcess {
  /// The variables of a suite's processes: those of this process, and the suite's own over them.
  static func environment(of suite: BenchmarkSuite) -> [String] {
    let names = Set(suite.environment.map { $0.prefix { $0 != "=" } })
    return Executable.environment.filter { !names.contains($0.prefix { $0 != "=" }) }
      + suite.environment
  }

  /// The variables of a build: dates that compilers and other tools write into what they make are those of
  /// one moment (https://reproducible-builds.org/specs/source-date-epoch), unless the suite says another.
  ///
  /// - Parameter variables: all variables as "NAME=value".
  /// - Returns: all variables.
  static func dated(_ variables: [String]) -> [String] {
    let name = "SOURCE_DATE_EPOCH="
    return variables.contains { $0.hasPrefix(name) } ? variables : variables + [name + "1700000000"]
  }

  /// Runs a command to its end.
  ///
  /// - Parameters:
  ///   - command: the command.
  ///   - tree: the checkout whose folder it runs in.
  ///   - suite: the suite, for its variables.
  ///   - mergingErrors: whether what it writes as errors is captured too.
  ///   - isCancelled: asked while it runs; when it answers true, the command is ended with all of its
  ///     process group; `nil` to wait for its end in any case.
  ///   - change: changes its variables.
  /// - Returns: how it ended, and all that it wrote.
  /// - Throws: ``HarnessFailure`` when there is no such program, or the command was ended.
  static func run(
    _ command: SuiteCommand, in tree: SuiteTree, suite: BenchmarkSuite, mergingErrors: Bool = true,
    isCancelled: (() -> Bool)?, changing change: ([String]) -> [String] = { $0 }
  ) throws(HarnessFailure) -> ProgramOutput {
    let (program, arguments) = try command.resolved(in: tree.folder)
    let output = ProgramOutput.of(
      program: program, arguments: arguments, environment: change(environment(of: suite)),
      folder: tree.folder, mergingErrors: mergingErrors, limit: 16 << 20, isCancelled: isCancelled)
    if isCancelled?() == true { throw .interrupted }
    return output
  }
}
