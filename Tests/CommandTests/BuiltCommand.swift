internal import Foundation

/// A command of this package as it was built beside these tests, run as people run it.
struct BuiltCommand {
  /// What a run wrote and how it ended.
  struct Outcome {
    let exitCode: Int32
    let output: String
    let errors: String
  }

  /// No such executable near the tests.
  struct NotBuilt: Error {
    let name: String
  }

  let executable: URL

  init(_ name: String) throws {
    // On Linux the test executable lies beside the commands; on macOS it is inside a bundle.
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    if let resolved = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
      folder = URL(filePath: resolved).deletingLastPathComponent()
    }
    while folder.path != "/" {
      let candidate = folder.appending(path: name)
      if FileManager.default.isExecutableFile(atPath: candidate.path),
        (try? candidate.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == false
      {
        executable = candidate
        return
      }
      folder = folder.deletingLastPathComponent()
    }
    throw NotBuilt(name: name)
  }

  /// A command at a path of its own.
  init(at path: String) { executable = URL(filePath: path) }

  /// Starts the command; what it writes goes nowhere.
  func start(_ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Runs the command and waits for its end.
  ///
  /// - Parameters:
  ///   - arguments: what it is told.
  ///   - folder: where it runs; `nil` for where the tests run.
  /// - Returns: what it wrote and how it ended.
  /// - Throws: what keeps it from starting.
  func run(_ arguments: [String], in folder: String? = nil) throws -> Outcome {
    let process = Process()
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    process.executableURL = executable
    process.arguments = arguments
    let scratch = try TemporaryFolder()
    // Files, not pipes: however much is written, nobody waits for a reader.
    let outputFile = try scratch.write("", to: "output")
    let errorFile = try scratch.write("", to: "errors")
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: outputFile))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: errorFile))
    try process.run()
    process.waitUntilExit()
    return Outcome(
      exitCode: process.terminationStatus,
      output: try String(contentsOfFile: outputFile, encoding: .utf8),
      errors: try String(contentsOfFile: errorFile, encoding: .utf8))
  }
}

/// A folder that goes with the value.
final class TemporaryFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a text file and returns its path.
  func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  /// Writes a file and returns its path.
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let file = "\(path)/\(name)"
    try Data(bytes).write(to: URL(filePath: file))
    return file
  }
}

/// The fixtures of this package's tests.
enum Fixtures {
  /// The path of a file or folder under `Tests/Fixtures`.
  static func path(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/\(name)").path
  }
}
