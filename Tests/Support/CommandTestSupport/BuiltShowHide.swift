package import Foundation
package import ImageCodecs

/// `showhide` as it was built beside these tests, run as people run it, in a folder of its own.
package final class BuiltShowHide: Sendable {
  /// What a run wrote and how it ended.
  package typealias Outcome = BuiltCommand.Outcome

  private let command: BuiltCommand
  private let scratch: TemporaryFolder

  /// The folder in which commands run; gone with the value.
  package var folder: URL { URL(filePath: scratch.path) }
  /// Where the command is.
  package var executablePath: String { command.executable.path }

  /// Finds the command and makes its folder.
  package init() throws {
    command = try BuiltCommand("showhide")
    scratch = try TemporaryFolder()
  }

  /// Runs the command in the folder and waits for its end.
  package func run(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:]
  ) throws -> BuiltCommand.Outcome {
    try command.run(arguments, in: scratch.path, input: input, environment: environment)
  }

  /// Writes a file into the folder.
  package func write(_ bytes: [UInt8], to name: String) throws {
    _ = try scratch.write(bytes, to: name)
  }

  /// The bytes of a file in the folder.
  package func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: name)))
  }

  /// The picture in a file of the folder.
  package func picture(_ name: String) throws -> DecodedImage {
    try ImageDecoder().decode(read(name))
  }

  /// The names in a folder inside the folder, sorted.
  package func names(in name: String = ".") throws -> [String] { try scratch.names(in: name) }
}
