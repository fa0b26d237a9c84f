internal import ArgumentParser
internal import CommandText

/// The exit codes of `showhide`, those of `sysexits.h` where it has one. Listed in its `--help`.
extension ExitCode {
  /// An input is not a valid picture, or is cut short (EX_DATAERR).
  static let badData = ExitCode(65)
  /// An input was missing or could not be read (EX_NOINPUT).
  static let noInput = ExitCode(66)
  /// This system offers no sandbox, or lacks the library of a picture's format (EX_UNAVAILABLE).
  static let unavailable = ExitCode(69)
  /// An output could not be created (EX_CANTCREAT).
  static let cannotCreate = ExitCode(73)
  /// Standard output could not be written (EX_IOERR).
  static let outputLost = ExitCode(74)
  /// Ctrl-C (130) or SIGTERM (143): 128 and the signal, as shells report it.
  static var interrupted: ExitCode { ExitCode(Interruption.exitCode) }
}
