internal import ArgumentParser
internal import CommandOptions
internal import CommandText
internal import Reporting

extension ExitCode {
  /// A benchmark answered wrongly, or bench itself failed.
  static let wrongAnswer = ExitCode(.failure)
  /// An input was damaged or of the wrong kind.
  static let badData = ExitCode(.damagedInput)
  /// An input was missing or could not be read.
  static let noInput = ExitCode(.missingInput)
  /// Ctrl-C.
  static let interrupted = ExitCode(.interrupted)
}

extension HarnessFailure {
  /// The exit code of a command that ends with it.
  var exitCode: ExitCode { ExitCode(status) }
}
