/// How work ended, with the number that reports give and commands end with: that of `sysexits.h` where it
/// has one.
package enum WorkStatus: Int32, CaseIterable, Sendable {
  /// Done.
  case success = 0
  /// A benchmark answered wrongly, a worker failed, or the work itself did.
  case failure = 1
  /// At least one comparison found a slowdown, or a series changed its level.
  case slower = 2
  /// At least one comparison stayed open, and none found a slowdown.
  case cannotTell = 3
  /// The sides differ in their answers, builds or environments.
  case notComparable = 4
  /// What was asked for does not exist or contradicts itself (EX_USAGE).
  case wrongUsage = 64
  /// An input was damaged or of the wrong kind (EX_DATAERR).
  case damagedInput = 65
  /// An input was missing or could not be read (EX_NOINPUT).
  case missingInput = 66
  /// The system lacks something that was asked for (EX_UNAVAILABLE).
  case unavailable = 69
  /// An output file, the cache or the history may not be written (EX_CANTCREAT).
  case unwritableOutput = 73
  /// The history or standard output could not be used: a disk failed, or another process uses it (EX_IOERR).
  case ioFailure = 74
  /// The user asked to stop: 128 + SIGINT, as shells report it.
  case interrupted = 130
}
