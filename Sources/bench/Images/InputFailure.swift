internal import ArgumentParser
internal import Files
internal import ImageCodecs

/// An input that gave no image: a sentence that names it and the cause, and the exit code.
struct InputFailure: Error, Equatable {
  let message: String
  let exitCode: ExitCode

  /// Nothing could be read.
  init(_ error: FileAccessError) {
    self.init(message: error.description, exitCode: .noInput)
  }

  /// What was read is no whole image.
  init(_ error: ImageCodecError, path: String) {
    self.init(message: "'\(path)': \(error.description)", exitCode: .badData)
  }

  init(message: String, exitCode: ExitCode) {
    self.message = message
    self.exitCode = exitCode
  }

  /// There is nothing to read.
  static func noInput(_ path: String, _ cause: String) -> InputFailure {
    InputFailure(message: "'\(path)': \(cause)", exitCode: .noInput)
  }

  /// The machine is too small for the image.
  static func noMemory(_ name: String, _ cause: String) -> InputFailure {
    InputFailure(message: "'\(name)': \(cause)", exitCode: .failure)
  }
}
