internal import Foundation
internal import Testing

@testable import KernelBenchmarks
@testable import bench

/// A git checkout that looks like this package, with a build of each commit that is a script.
final class MadeUpCheckout {
  private let folder: TemporaryFolder
  private let bench: BuiltCommand

  var path: String { folder.path }

  init(_ bench: BuiltCommand) throws {
    folder = try TemporaryFolder()
    self.bench = bench
    try git("init", "--quiet")
    for name in ["Benchmarks", "Sources/Color/DominantColor"] {
      try FileManager.default.createDirectory(
        atPath: "\(path)/\(name)", withIntermediateDirectories: true)
    }
    _ = try folder.write("// no package", to: "Package.swift")
    try git("add", ".")
  }

  @discardableResult
  private func git(_ words: String...) throws -> String {
    try #require(try Git.run(words, in: path), "\(words)")
  }

  /// Adds a commit whose build passes some words on to the real command, and returns its name.
  @discardableResult
  func commit(_ subject: String, words: String, before: String = "") throws -> String {
    try git("commit", "--quiet", "--allow-empty", "-m", subject)
    let commit = try git("rev-parse", "HEAD")
    try rebuild(commit, words: words, before: before)
    return commit
  }

  /// Makes the build of a commit: it does something in the shell first, then passes words on.
  func rebuild(_ commit: String, words: String, before: String = "") throws {
    let build = ".build-compare/\(commit)"
    try FileManager.default.createDirectory(
      atPath: "\(path)/\(build)/.build/release", withIntermediateDirectories: true)
    let script = "#!/bin/bash\n\(before)exec '\(bench.executable.path)' \(words)\n"
    let program = try folder.write(script, to: "\(build)/.build/release/bench")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    _ = try folder.write("", to: "\(build)/.bench-was-built")
  }

  /// The real command as if it had been built in this checkout, with a hash of its own: bytes after
  /// its end change nothing in what it does.
  func program(_ name: String) throws -> BuiltCommand {
    let copy = "\(path)/bench-\(name)"
    // By a process of its own: a file that this one has open for writing is inherited by what other
    // tests start at that moment, and then it cannot be executed ("text file busy").
    let copied = try BuiltCommand(at: "/bin/sh").run(
      ["-c", "cp \"$0\" \"$1\" && printf %s \"$2\" >> \"$1\"", bench.executable.path, copy, name])
    guard copied.exitCode == 0 else { throw CopyFailure(message: copied.errors) }
    return BuiltCommand(at: copy)
  }
}

/// A command could not be copied; with what the shell said.
private struct CopyFailure: Error {
  let message: String
}
