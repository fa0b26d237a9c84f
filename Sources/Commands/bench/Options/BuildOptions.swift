internal import ArgumentParser
internal import BenchmarkBuilds
internal import CommandText
internal import Reporting

/// The option `--allow-debug`.
struct BuildOptions: ParsableArguments {
  @Flag(
    help: "Measure even with this debug build, whose times do not carry over to release builds.")
  var allowDebug = false

  /// Refuses to measure with a debug build.
  ///
  /// - Parameter command: the name of the subcommand.
  /// - Throws: the exit code, after saying why on standard error.
  func requireRelease(for command: String) throws(ExitCode) {
    guard BuildConfiguration.isDebug && !allowDebug else { return }
    StandardError.write(
      "Error: This is a debug build, whose times do not carry over to release builds. Use a "
        + "release build, as in `swift run -c release bench \(command)`, or give --allow-debug.\n")
    throw ExitCode(.wrongUsage)
  }
}
