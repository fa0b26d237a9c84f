internal import Foundation
internal import Testing

@testable import bench

@Suite("Builds of commits")
struct RevisionBuildsTests {
  /// A checkout with one commit of a package that holds nothing.
  private func checkout() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    _ = try folder.write("not Swift at all", to: "Package.swift")
    for words in [
      ["init", "--quiet"], ["add", "."],
      ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "-m", "first"],
    ] {
      try #require(ShellCommand(["git", "-C", folder.path] + words).run().isSuccess)
    }
    return folder
  }

  @Test("outside a checkout, and for a commit that is not there, it says so")
  func missing() throws {
    let outside = try TemporaryFolder()
    #expect(throws: UsageError.self) {
      try RevisionBuilds(containing: outside.path, note: { _ in })
    }
    let folder = try checkout()
    let builds = try RevisionBuilds(containing: folder.path, note: { _ in })
    #expect(
      throws: UsageError("git knows no commit 'HEAD~7' in this checkout.")
    ) { try builds.commit("HEAD~7") }
    #expect(try builds.commit("HEAD").count == 40)
  }

  @Test("a shallow clone and work in progress are told as such")
  func shallowAndDirty() throws {
    let folder = try checkout()
    let builds = try RevisionBuilds(containing: folder.path, note: { _ in Issue.record("clean") })
    builds.noteUncommitted()
    _ = try folder.write("something else", to: "Package.swift")
    var notes: [String] = []
    try RevisionBuilds(containing: folder.path, note: { notes.append($0) }).noteUncommitted()
    #expect(notes.count == 1 && notes.first?.contains("not committed take no part") == true)

    for words in [
      ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "-a", "-m", "second"],
      ["clone", "--quiet", "--depth", "1", "file://\(folder.path)", "\(folder.path)/shallow"],
    ] {
      try #require(ShellCommand(["git", "-C", folder.path] + words).run().isSuccess)
    }
    let shallow = try RevisionBuilds(containing: "\(folder.path)/shallow", note: { _ in })
    let error = #expect(throws: UsageError.self) { try shallow.commit("HEAD~1") }
    #expect(error?.description.contains("git fetch --unshallow") == true)
  }

  @Test("a commit that does not build is told with the error; a finished build is used again")
  func building() throws {
    let folder = try checkout()
    var notes: [String] = []
    let builds = try RevisionBuilds(containing: folder.path, note: { notes.append($0) })
    let commit = try builds.commit("HEAD")
    let failure = #expect(throws: ComparisonFailure.self) { try builds.bench(at: commit) }
    #expect(failure?.exitCode == .wrongAnswer)
    #expect(
      failure?.message.contains("does not build: error:") == true, "\(failure?.message ?? "")")
    #expect(notes.count == 1)

    let kept = "\(folder.path)/\(RevisionBuilds.folderName)/\(commit)"
    let release = "\(kept)/.build/release"
    try FileManager.default.createDirectory(atPath: release, withIntermediateDirectories: true)
    try "#!/bin/sh\n".write(toFile: release + "/bench", atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: release + "/bench")
    try "".write(toFile: kept + "/.bench-was-built", atomically: true, encoding: .utf8)
    #expect(try builds.bench(at: commit).hasSuffix("/.build/release/bench"))
    #expect(notes.count == 1)
  }

  @Test("every word of a shell command stands for itself")
  func quoting() {
    let outcome = ShellCommand(["printf", "%s|", "a b", "it's", "$HOME", "`x`"]).run()
    #expect(outcome == ShellCommand.Outcome(isSuccess: true, output: "a b|it's|$HOME|`x`|"))
    #expect(!ShellCommand(["false"]).run().isSuccess)
    #expect(ShellCommand(["/no/such"], mergingErrors: true).run().output.contains("/no/such"))
  }
}
