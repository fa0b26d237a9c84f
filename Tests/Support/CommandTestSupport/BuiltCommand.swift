package import Foundation

/// A command of this package as it was built beside these tests, run as people run it.
package struct BuiltCommand: Sendable {
  /// What a run wrote and how it ended.
  package struct Outcome: Sendable {
    /// The exit code, or the number of the signal that ended it.
    package let exitCode: Int32
    /// Whether a signal ended it.
    package let isSignal: Bool
    /// What it wrote to standard output.
    package let outputBytes: [UInt8]
    /// What it wrote to standard error.
    package let errors: String

    /// What it wrote to standard output, as text.
    package var output: String { String(decoding: outputBytes, as: UTF8.self) }
  }

  /// No such executable near the tests.
  package struct NotBuilt: Error {
    /// What was looked for.
    package let name: String
  }

  /// Where the command is.
  package let executable: URL

  /// Finds a command of this package.
  ///
  /// - Throws: ``NotBuilt``.
  package init(_ name: String) throws {
    var folder = Self.ownFolder
    while folder.path != "/" {
      let candidate = folder.appending(path: name)
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder),
        !isFolder.boolValue, FileManager.default.isExecutableFile(atPath: candidate.path)
      {
        executable = candidate
        return
      }
      folder = folder.deletingLastPathComponent()
    }
    throw NotBuilt(name: name)
  }

  /// A command at a path of its own.
  package init(at path: String) { executable = URL(filePath: path) }

  /// Where the tests are: on Linux beside the commands, on macOS inside a bundle.
  package static var ownFolder: URL {
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(filePath: link ?? CommandLine.arguments[0]).deletingLastPathComponent()
  }

  /// Starts the command; what it writes goes nowhere.
  package func start(_ arguments: [String]) throws -> Process {
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
  ///   - input: what it reads on standard input; `nil` for the null device.
  ///   - variables: what is added to the environment of the tests.
  ///   - without: variables of the tests' environment that it does not get.
  /// - Returns: what it wrote and how it ended.
  /// - Throws: what keeps it from starting.
  package func run(
    _ arguments: [String], in folder: String? = nil, input: [UInt8]? = nil,
    environment variables: [String: String] = [:], without: [String] = []
  ) throws -> Outcome {
    let process = Process()
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    process.executableURL = executable
    process.arguments = arguments
    if !variables.isEmpty || !without.isEmpty {
      process.environment = ProcessInfo.processInfo.environment
        .filter { !without.contains($0.key) }.merging(variables) { $1 }
    }
    let scratch = try TemporaryFolder()
    // Files, not pipes: however much is written, nobody waits for a reader.
    let outputFile = try scratch.write("", to: "output")
    let errorFile = try scratch.write("", to: "errors")
    process.standardInput =
      try input.map {
        try FileHandle(forReadingFrom: URL(filePath: try scratch.write($0, to: "input")))
      } ?? FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: outputFile))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: errorFile))
    try process.run()
    process.waitUntilExit()
    return Outcome(
      exitCode: process.terminationStatus,
      isSignal: process.terminationReason == .uncaughtSignal,
      outputBytes: [UInt8](try Data(contentsOf: URL(filePath: outputFile))),
      errors: Self.withoutProfiler(try String(contentsOfFile: errorFile, encoding: .utf8)))
  }

  /// What a command wrote itself: in builds that measure coverage, the profiler complains on
  /// standard error when a sandboxed command may not write its profile.
  private static func withoutProfiler(_ errors: String) -> String {
    guard ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"] != nil else { return errors }
    return errors.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("LLVM Profile ") }.joined(separator: "\n")
  }
}
