internal import ArgumentParser
internal import CommandText
internal import Reporting

extension ExitCode {
  /// The exit code of a status, which `bench --help` lists.
  init(_ status: WorkStatus) { self.init(status.rawValue) }

  /// A kernel disagreed with its reference, or bench itself failed.
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

extension WorkStatus {
  /// Ends the command, unless everything was done.
  func exitUnlessSuccess() throws(ExitCode) {
    if self != .success { throw ExitCode(self) }
  }
}
