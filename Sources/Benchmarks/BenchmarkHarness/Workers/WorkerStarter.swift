internal import BenchmarkBuilds
package import Measuring

/// Starts worker processes.
package struct WorkerStarter: Sendable {
  /// All variables of a worker as "NAME=value".
  package var environment: [String]
  /// Seconds after which a silent worker counts as hung.
  package var timeout: Double

  /// Makes a starter.
  ///
  /// - Parameters:
  ///   - environment: all variables as "NAME=value"; those of this process when left out.
  ///   - timeout: seconds after which a silent worker counts as hung.
  package init(environment: [String]? = nil, timeout: Double) {
    self.environment = environment ?? Executable.environment
    self.timeout = timeout
  }

  /// Starts a worker.
  ///
  /// - Parameters:
  ///   - program: the path of an executable file.
  ///   - arguments: the arguments after the program's name.
  ///   - setup: what differs from launch to launch.
  ///   - folder: the folder it is run in; `nil` for that of this process.
  ///   - awaitsGreeting: whether to wait until it greets back; else its first request does.
  ///   - choice: values of parameters that it gets before its first other request; empty for none.
  /// - Returns: the worker.
  /// - Throws: `WorkerFailure` when it cannot be started or does not greet back.
  package func start(
    _ program: String, _ arguments: [String],
    _ setup: LaunchSetup = LaunchSetup(launch: 0, padding: 0), in folder: String? = nil,
    awaitsGreeting: Bool = true, choosing choice: [(name: String, values: [String])] = []
  ) throws(WorkerFailure) -> WorkerProcess {
    try WorkerProcess(
      program: program, arguments: arguments,
      environment: setup.environment(extending: environment), folder: folder, timeout: timeout,
      awaitsGreeting: awaitsGreeting, choosing: choice)
  }
}
