internal import CommandTestSupport
internal import Foundation
internal import Reporting
internal import Testing

@testable import BenchmarkBuilds

@Suite("Builds of commits")
struct RevisionBuildsTests {
  private let recipe = BuildRecipe.swiftPackage(product: "bench")

  /// A checkout with one commit of a package that holds nothing.
  private func checkout() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    _ = try folder.write("not Swift at all", to: "Package.swift")
    for words in [
      ["init", "--quiet"], ["add", "."],
      ["commit", "--quiet", "-m", "first"],
    ] {
      try #require(try Git.run(words, in: folder.path) != nil)
    }
    return folder
  }

  @Test("outside a checkout, and for a commit that is not there, it says so")
  func missing() throws {
    let outside = try TemporaryFolder()
    #expect(throws: HarnessFailure.self) {
      try RevisionBuilds(containing: outside.path, recipe: recipe, note: { _ in })
    }
    let folder = try checkout()
    let builds = try RevisionBuilds(containing: folder.path, recipe: recipe, note: { _ in })
    #expect(
      throws: HarnessFailure.wrongUsage("git knows no commit 'HEAD~7' in this checkout.")
    ) { try builds.checkout.commit("HEAD~7") }
    #expect(try builds.checkout.commit("HEAD").count == 40)
  }

  @Test("a shallow clone and work in progress are told as such")
  func shallowAndDirty() throws {
    let folder = try checkout()
    let builds = try RevisionBuilds(
      containing: folder.path, recipe: recipe, note: { _ in Issue.record("clean") })
    builds.noteUncommitted()
    _ = try folder.write("something else", to: "Package.swift")
    var notes: [String] = []
    try RevisionBuilds(containing: folder.path, recipe: recipe, note: { notes.append($0) })
      .noteUncommitted()
    #expect(notes.count == 1 && notes.first?.contains("uncommitted changes") == true)

    for words in [
      ["commit", "--quiet", "-a", "-m", "second"],
      ["clone", "--quiet", "--depth", "1", "file://\(folder.path)", "\(folder.path)/shallow"],
    ] {
      try #require(try Git.run(words, in: folder.path) != nil)
    }
    let shallow = try RevisionBuilds(
      containing: "\(folder.path)/shallow", recipe: recipe, note: { _ in })
    let error = #expect(throws: HarnessFailure.self) { try shallow.checkout.commit("HEAD~1") }
    #expect(error?.description.contains("git fetch --unshallow") == true)
  }

  @Test("a commit that does not build is told with the error; a finished build is used again")
  func building() throws {
    let folder = try checkout()
    var notes: [String] = []
    let builds = try RevisionBuilds(
      containing: folder.path, recipe: recipe, note: { notes.append($0) })
    let commit = try builds.checkout.commit("HEAD")
    let failure = #expect(throws: HarnessFailure.self) { try builds.program(at: commit) }
    #expect(failure?.status == .failure)
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
    #expect(try builds.program(at: commit).hasSuffix("/.build/release/bench"))
    #expect(notes.count == 1)
  }
}
