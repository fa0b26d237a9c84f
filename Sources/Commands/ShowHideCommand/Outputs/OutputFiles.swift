internal import Files

/// The files that a command writes: each appears whole or not at all, and takes the place of another only where that
/// was asked for.
struct OutputFiles: Sendable {
  /// The path that stands for standard output.
  static let standardOutput = "-"

  /// Whether files that are there already are replaced.
  var replacesExisting = false

  /// Fails when a file is there already and is not to be replaced: before the work, not after.
  func checkIsFree(_ path: String) throws(CommandFailure) {
    guard path != Self.standardOutput else { return }
    switch FileKind(path: path) {
    case .absent: return
    case .folder: throw .unwritable(.isDirectory(path: path))
    case .special: throw .unwritable(.notRegular(path: path))
    case .regular:
      if !replacesExisting { throw .unwritable(.exists(path: path)) }
    }
  }

  /// Begins a file that is written piece by piece.
  func begin(_ path: String) throws(CommandFailure) -> WholeFile {
    do {
      return try WholeFile(at: path, replacingExisting: replacesExisting)
    } catch {
      throw .unwritable(error)
    }
  }

  /// Writes a file.
  func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    do {
      try writeFile(bytes, to: path, replacingExisting: replacesExisting)
    } catch {
      throw .unwritable(error)
    }
  }
}
