internal import Foundation
internal import ImageCodecs
internal import Pixels

/// `showhide` as it was built beside these tests, run as people run it, in a folder of its own.
final class BuiltShowHide {
  /// What a run wrote and how it ended.
  struct Outcome {
    let exitCode: Int32
    let output: String
    let outputBytes: [UInt8]
    let errors: String
  }

  /// No executable near the tests.
  struct NotBuilt: Error {}

  /// The folder in which commands run; gone with the value.
  let folder: URL
  private let executable: URL

  /// Where the command is.
  var executablePath: String { executable.path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    executable = try Self.findExecutable()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static func findExecutable() throws -> URL {
    // On Linux the tests lie beside the commands; on macOS they are inside a bundle.
    var place = URL(filePath: CommandLine.arguments[0])
    if let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
      place = URL(filePath: link)
    }
    while place.path != "/" {
      place = place.deletingLastPathComponent()
      let candidate = place.appending(path: "showhide")
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder),
        !isFolder.boolValue
      {
        return candidate
      }
    }
    throw NotBuilt()
  }

  /// Runs the command in the folder and waits for its end.
  func run(_ arguments: [String], input: [UInt8] = []) throws -> Outcome {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    // Files, not pipes: however much is written, nobody waits for a reader.
    let streams = folder.appending(path: ".streams")
    try FileManager.default.createDirectory(at: streams, withIntermediateDirectories: true)
    func stream(_ name: String, _ content: [UInt8]) throws -> URL {
      let file = streams.appending(path: name)
      try Data(content).write(to: file)
      return file
    }
    let (output, errors) = (try stream("output", []), try stream("errors", []))
    process.standardInput = try FileHandle(forReadingFrom: try stream("input", input))
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    let bytes = [UInt8](try Data(contentsOf: output))
    return Outcome(
      exitCode: process.terminationStatus, output: String(decoding: bytes, as: UTF8.self),
      outputBytes: bytes, errors: try String(contentsOf: errors, encoding: .utf8))
  }

  /// Writes a file into the folder.
  func write(_ bytes: [UInt8], to name: String) throws {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// The bytes of a file in the folder.
  func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: name)))
  }

  /// The picture in a file of the folder.
  func picture(_ name: String) throws -> DecodedImage { try ImageDecoder().decode(read(name)) }

  /// The names in a folder inside the folder, sorted.
  func names(in name: String = ".") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: name).path)
      .filter { $0 != ".streams" }.sorted()
  }
}

/// Compares a text with the recorded one in `Tests/Fixtures/Goldens`.
///
/// `RECORD_GOLDENS=1 swift test --filter ShowHideCommandTests` writes them anew, for `git diff` to
/// judge.
func recorded(_ text: String, _ name: String) throws -> String {
  let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/Goldens/\(name)")
  if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
  return try String(contentsOf: file, encoding: .utf8)
}
