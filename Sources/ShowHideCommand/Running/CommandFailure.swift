internal import ArgumentParser
internal import CommandText
internal import Files
internal import ImageCodecs

/// Something that one input or output could not do: a sentence that names it and the cause, and
/// the exit code.
struct CommandFailure: Error, Equatable, Sendable {
  let message: String
  let exitCode: ExitCode

  /// A file that could not be read.
  static func unreadable(_ error: FileAccessError) -> CommandFailure {
    CommandFailure(message: error.description, exitCode: .noInput)
  }

  /// Nothing to read, for a reason.
  static func noInput(_ path: String, _ cause: String) -> CommandFailure {
    CommandFailure(message: "'\(path)': \(cause)", exitCode: .noInput)
  }

  /// A file that holds no whole picture.
  static func undecodable(_ error: ImageCodecError, path: String) -> CommandFailure {
    let exitCode: ExitCode =
      switch error {
      case .outOfMemory: .failure
      case .unreadable: .noInput
      default: .badData
      }
    return CommandFailure(
      message: "'\(path)': \(error.description)\(remedy(for: error))", exitCode: exitCode)
  }

  /// How to raise the limit that an error names.
  private static func remedy(for error: ImageCodecError) -> String {
    guard case .limitExceeded(let limit) = error else { return "" }
    return switch limit {
    case .pixels: " (--max-pixels)"
    case .fileBytes: " (--max-file)"
    case .memoryBytes: " (--max-memory)"
    case .scans: " (--max-scans)"
    case .metadataBytes: " (--max-profile)"
    case .seconds: " (--max-seconds)"
    }
  }

  /// A file that could not be written.
  static func unwritable(_ error: FileAccessError) -> CommandFailure {
    let remedy = if case .exists = error { " Use --force to replace it." } else { "" }
    return CommandFailure(message: error.description + remedy, exitCode: .cannotCreate)
  }

  /// A picture that its format cannot hold.
  static func unencodable(_ error: ImageCodecError, path: String) -> CommandFailure {
    CommandFailure(
      message: "'\(path)': \(error.description)",
      exitCode: isMemory(error) ? .failure : .cannotCreate)
  }

  /// A machine too small for a picture.
  static func noMemory(_ path: String, _ cause: String) -> CommandFailure {
    CommandFailure(message: "'\(path)': \(cause)", exitCode: .failure)
  }

  private static func isMemory(_ error: ImageCodecError) -> Bool {
    if case .outOfMemory = error { true } else { false }
  }
}

/// A command line that cannot be carried out: what was wrong, and what is right.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Tells a failure that ends the whole command, and ends it with its exit code.
func telling(_ body: () throws(CommandFailure) -> Void) throws(ExitCode) {
  do {
    try body()
  } catch {
    StandardError.write("Error: \(error.message)\n")
    throw error.exitCode
  }
}
