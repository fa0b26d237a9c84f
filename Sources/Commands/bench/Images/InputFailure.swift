internal import ArgumentParser
internal import BenchmarkBuilds
internal import CommandText
internal import Files
internal import ImageCodecs
internal import Reporting

/// An input that gave no image.
typealias InputFailure = HarnessFailure

extension HarnessFailure {
  /// The exit code of a command that ends with it.
  var exitCode: ExitCode { ExitCode(status) }

  /// A file that could not be read.
  init(_ error: FileAccessError) {
    self.init(message: error.description, status: .missingInput)
  }

  /// A file that is not a complete image.
  init(_ error: ImageCodecError, path: String) {
    self.init(message: "'\(path)': \(error.description)", status: .damagedInput)
  }

  /// There is nothing to read.
  static func noInput(_ path: String, _ cause: String) -> HarnessFailure {
    HarnessFailure(message: "'\(path)': \(cause)", status: .missingInput)
  }

  /// The machine is too small for the image.
  static func noMemory(_ name: String, _ cause: String) -> HarnessFailure {
    HarnessFailure(message: "'\(name)': \(cause)", status: .failure)
  }
}
