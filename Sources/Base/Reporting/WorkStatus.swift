/// How work ended, in words: commands give each a number.
public enum WorkStatus: CaseIterable, Sendable {
  /// Done.
  case success
  /// A benchmark answered wrongly, a worker failed, or the work itself did.
  case failure
  /// At least one comparison found a slowdown, or a series changed its level.
  case slower
  /// At least one comparison stayed open, and none found a slowdown.
  case cannotTell
  /// The sides differ in their answers, builds or environments.
  case notComparable
  /// What was asked for does not exist or contradicts itself.
  case wrongUsage
  /// An input was damaged or of the wrong kind.
  case damagedInput
  /// An input was missing or could not be read.
  case missingInput
  /// The system lacks something that was asked for.
  case unavailable
  /// An output file could not be written.
  case unwritableOutput
  /// The history or standard output could not be written.
  case ioFailure
  /// The user asked to stop.
  case interrupted
}
