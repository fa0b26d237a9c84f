internal import Foundation

/// A git command in a test.
package enum Git {
  /// Runs git in a folder, as a made-up author.
  ///
  /// - Returns: what it wrote, without white space at its ends; `nil` when it failed.
  @discardableResult
  package static func run(_ words: [String], in folder: String) throws -> String? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["git", "-C", folder, "-c", "user.name=a", "-c", "user.email=a@b"] + words
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

extension TemporaryFolder {
  /// Makes it a repository on branch `main`, without a commit.
  package func makeRepository() throws {
    try Git.run(["init", "-q", "-b", "main", "."], in: path)
  }

  /// Writes files by their names and commits them, with everything else that git does not ignore;
  /// the commit, or `nil` when there was nothing to commit.
  @discardableResult
  package func commit(
    _ files: [String: String] = [:], message: String = "a commit"
  ) throws -> String? {
    for (name, text) in files { try write(text, to: name) }
    try Git.run(["add", "--all"], in: path)
    guard try Git.run(["commit", "-q", "-m", message], in: path) != nil else { return nil }
    return try Git.run(["rev-parse", "HEAD"], in: path)
  }
}
