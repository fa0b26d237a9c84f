internal import ArgumentParser

/// The exit codes of `bench`, those of `sysexits.h` where it has one. Listed in `bench --help`.
extension ExitCode {
  /// A kernel disagreed with its reference, or bench itself failed.
  static let wrongAnswer = ExitCode(1)
  /// An input was damaged or of the wrong kind (EX_DATAERR).
  static let badData = ExitCode(65)
  /// An input was missing or could not be read (EX_NOINPUT).
  static let noInput = ExitCode(66)
  /// The history could not be written (EX_IOERR).
  static let historyFailed = ExitCode(74)
  /// Ctrl-C: 128 + SIGINT, as shells report it.
  static let interrupted = ExitCode(130)
}

/// Those of `bench compare`.
extension ExitCode {
  /// At least one candidate is slower.
  static let slower = ExitCode(2)
  /// At least one comparison stayed open, and none was slower.
  static let cannotTell = ExitCode(3)
  /// The sides are unlike: in their answers, their builds or their questions.
  static let notComparable = ExitCode(4)
}
