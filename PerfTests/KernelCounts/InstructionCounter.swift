internal import Foundation

/// Instructions of a subject's warm call, by callgrind.
struct InstructionCounter: Sendable {
  private let valgrind: URL
  private let executable: URL

  /// Finds valgrind on the PATH; `nil` when it is not there.
  init?(executable: URL) {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let found = path.split(separator: ":").map { URL(filePath: "\($0)/valgrind") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    guard let found else { return nil }
    valgrind = found
    self.executable = executable
  }

  /// A failure of valgrind, in its own words.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Counts the instructions of one call.
  func instructions(of subject: CountedSubject) throws -> Int {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "kernel-counts-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = valgrind
    // A profile is written, and counting starts anew, before each of the three calls: the third
    // profile is that of the second call.
    process.arguments = [
      "--tool=callgrind", "--dump-before=*countedCall*",
      "--callgrind-out-file=\(folder.path)/profile", executable.path, "run", subject.name,
    ]
    let words = Pipe()
    process.standardError = words
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let said = words.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let part = try? String(contentsOf: folder.appending(path: "profile.3"), encoding: .utf8)
    guard process.terminationStatus == 0, let count = part.flatMap(Self.total) else {
      let text = String(decoding: said, as: UTF8.self)
      throw Failure(description: "valgrind gave no count for \(subject.name):\n\(text)")
    }
    return count
  }

  /// The number after `summary:` or `totals:` in a profile.
  private static func total(_ profile: String) -> Int? {
    profile.split(separator: "\n").reversed().lazy
      .filter { $0.hasPrefix("summary:") || $0.hasPrefix("totals:") }
      .compactMap { line in line.split(separator: " ").last.flatMap { Int($0) } }
      .first
  }
}
