package import ArgumentParser
internal import CommandText
internal import Reporting

/// The option `--allow-debug`.
package struct BuildOptions: ParsableArguments {
  /// Whether a debug build may measure.
  @Flag(
    help: "Measure even with this debug build, whose times do not carry over to release builds.")
  package var allowDebug = false

  /// Makes the option with its default.
  package init() {}

  /// Refuses to measure with a debug build.
  ///
  /// - Parameter command: the words of the command, such as `kernels tune`.
  /// - Throws: the exit code, after saying why on standard error.
  package func requireRelease(for command: String) throws(ExitCode) {
    #if DEBUG
      guard !allowDebug else { return }
      StandardError.write(
        "Error: This is a debug build, whose times do not carry over to release builds. Use a "
          + "release build, as in `swift run -c release \(command)`, or give --allow-debug.\n")
      throw ExitCode(.wrongUsage)
    #endif
  }
}
