internal import ArgumentParser
internal import CommandText
internal import Files
internal import ImageCodecs
internal import Reporting

/// Something that one input or output could not do: a sentence that names it and the cause, and
/// the exit code.
struct CommandFailure: Error, Equatable, Sendable {
  let message: String
  let exitCode: ExitCode
  /// Whether it was only for the memory that other inputs used at that moment.
  var isTransient = false
  /// The cause alone, without the file and without options, for callers that gave neither; `nil` where the
  /// message has neither.
  var cause: String?

  /// Whether a stop was requested.
  var isStop = false

  /// A stop was requested.
  static var stopped: CommandFailure {
    CommandFailure(message: "The work was stopped.", exitCode: .interrupted, isStop: true)
  }

  /// A file that could not be read.
  static func unreadable(_ error: FileAccessError) -> CommandFailure {
    CommandFailure(message: error.description, exitCode: .noInput)
  }

  /// Nothing to read, for a reason.
  static func noInput(_ path: String, _ cause: String) -> CommandFailure {
    CommandFailure(message: "'\(path)': \(cause)", exitCode: .noInput, cause: cause)
  }

  /// A file that holds no whole picture.
  static func undecodable(_ error: ImageCodecError, path: String) -> CommandFailure {
    let exitCode: ExitCode =
      switch error {
      case .outOfMemory: .failure
      case .unreadable: .noInput
      case .lacksLibrary: .unavailable
      default: .badData
      }
    var failure = CommandFailure(
      message: "'\(path)': \(error.description)\(remedy(for: error))", exitCode: exitCode,
      cause: error.description)
    if case .memoryInUse = error { failure.isTransient = true }
    return failure
  }

  /// The option for what an error advises.
  private static func remedy(for error: ImageCodecError) -> String {
    switch error {
    case .limitExceeded(let limit): option(for: limit)
    case _ where error.advisesPartialImages: " (--partial)"
    default: ""
    }
  }

  private static func option(for limit: ExceededLimit) -> String {
    switch limit {
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
      exitCode: isMemory(error)
        ? .failure : isForLackOfLibrary(error) ? .unavailable : .cannotCreate)
  }

  /// A machine too small for a picture.
  static func noMemory(_ path: String, _ cause: String) -> CommandFailure {
    CommandFailure(message: "'\(path)': \(cause)", exitCode: .failure)
  }

  private static func isForLackOfLibrary(_ error: ImageCodecError) -> Bool {
    if case .lacksLibrary = error { true } else { false }
  }

  private static func isMemory(_ error: ImageCodecError) -> Bool {
    if case .outOfMemory = error { true } else { false }
  }
}

/// Writes the message of a failure that ends the whole command, and throws its exit code.
func exitOnFailure(_ body: () throws(CommandFailure) -> Void) throws(ExitCode) {
  do {
    try body()
  } catch {
    writeMessage("Error: \(error.message)")
    throw error.exitCode
  }
}

/// Writes a line to standard error, with nothing in it that a terminal would take as a command:
/// names of files may hold anything.
func writeMessage(_ line: String) {
  StandardError.write(PathText.printable(line) + "\n")
}
