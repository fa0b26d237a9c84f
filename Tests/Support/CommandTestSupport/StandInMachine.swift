internal import Foundation

/// A machine that is made up: its PATH is one folder, with a few tools of this machine and shell
/// scripts that stand in for the rest.
package struct StandInMachine: Sendable {
  /// The folder that is its PATH.
  package let folder: TemporaryFolder

  /// Fills a folder with tools and stand-ins.
  ///
  /// - Parameters:
  ///   - folder: the folder; `nil` for a new one.
  ///   - tools: commands of this machine that it has; those missing here are left out.
  ///   - commands: the bodies of shell scripts, by the commands that they stand in for.
  /// - Throws: what keeps a file from being written.
  package init(
    in folder: TemporaryFolder? = nil, tools: [String], commands: [String: String]
  ) throws {
    self.folder = try folder ?? TemporaryFolder()
    for tool in tools {
      for place in ["/usr/bin/", "/bin/"] where FileManager.default.fileExists(atPath: place + tool)
      {
        try? FileManager.default.createSymbolicLink(
          atPath: "\(self.folder.path)/\(tool)", withDestinationPath: place + tool)
      }
    }
    for (name, body) in commands {
      let file = try self.folder.write("#!/bin/bash\n\(body)\n", to: name)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    }
  }

  /// Runs a shell script on this machine.
  ///
  /// - Parameters:
  ///   - script: the path of the script.
  ///   - arguments: its arguments.
  ///   - environment: variables beside its PATH and HOME.
  /// - Returns: its exit code, and what it wrote to standard output and error, in order.
  /// - Throws: what keeps it from starting.
  package func run(
    script: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> (exitCode: Int32, text: String) {
    try runShowingAll(
      ["/bin/bash", script] + arguments,
      environment: environment.merging(["PATH": folder.path, "HOME": folder.path]) { $1 })
  }
}

/// Runs a command, whose standard output and standard error are one text.
///
/// - Parameters:
///   - words: the path of the executable, then its arguments.
///   - environment: its whole environment; `nil` for that of the tests.
/// - Returns: its exit code, and what it wrote, in order.
/// - Throws: what keeps it from starting.
package func runShowingAll(
  _ words: [String], environment: [String: String]? = nil
) throws -> (exitCode: Int32, text: String) {
  let scratch = try TemporaryFolder()
  let output = try scratch.write("", to: "output.txt")
  let process = Process()
  process.executableURL = URL(filePath: words[0])
  process.arguments = Array(words.dropFirst())
  if let environment { process.environment = environment }
  let handle = try FileHandle(forWritingTo: URL(filePath: output))
  process.standardOutput = handle
  process.standardError = handle
  try process.run()
  process.waitUntilExit()
  return (process.terminationStatus, try String(contentsOfFile: output, encoding: .utf8))
}
