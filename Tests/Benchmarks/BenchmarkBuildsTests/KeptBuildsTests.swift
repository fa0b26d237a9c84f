internal import CommandTestSupport
internal import Foundation
internal import Reporting
internal import Testing

@testable import BenchmarkBuilds

@Suite("Kept builds")
struct KeptBuildsTests {
  private func base(
    _ hash: String?, commit: String? = "c0ffee", isDirty: Bool? = false
  ) -> KeptBuilds.Build {
    KeptBuilds.Build(hash: hash, commit: commit, isDirty: isDirty)
  }

  @Test("an executable is kept under its hash, byte for byte, and can be run")
  func kept() throws {
    let folder = try TemporaryFolder()
    let builds = KeptBuilds(folder: folder.path + "/deep/kept", name: "bench", build: nil)
    let program = try folder.write("#!/bin/sh\nexit 0\n", to: "bench")
    try builds.keep(program, hash: "1")
    let path = try builds.executable(of: base("1"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "#!/bin/sh\nexit 0\n")
    #expect(FileManager.default.isExecutableFile(atPath: path))
    try builds.keep(program, hash: "1")
  }

  @Test("what is not kept is built at its commit, or it is said why not")
  func rebuilt() throws {
    let folder = try TemporaryFolder()
    let builds = KeptBuilds(
      folder: folder.path, name: "bench", build: { commit in "/built/\(commit)" })
    #expect(try builds.executable(of: base("2")) == "/built/c0ffee")
    #expect(try builds.executable(of: base(nil)) == "/built/c0ffee")
    for (base, words) in [
      (base("2", commit: nil), "its commit is not known"),
      (base("2", isDirty: true), "with uncommitted changes on top of c0ffee"),
    ] {
      let failure = #expect(throws: HarnessFailure.self) { try builds.executable(of: base) }
      #expect(failure?.message.contains(words) == true)
    }
    let outside = KeptBuilds(folder: folder.path, name: "bench", build: nil)
    let failure = #expect(throws: HarnessFailure.self) { try outside.executable(of: base("2")) }
    #expect(failure?.message.contains("no checkout here") == true)
  }

  @Test("the ones that were not used for longest go")
  func limit() throws {
    let folder = try TemporaryFolder()
    let builds = KeptBuilds(folder: folder.path + "/kept", name: "bench", build: nil)
    let program = try folder.write("x", to: "bench")
    for index in 0..<KeptBuilds.limit { try builds.keep(program, hash: "\(index)") }
    for index in 0..<KeptBuilds.limit {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: Double(1000 + index))],
        ofItemAtPath: "\(folder.path)/kept/bench-\(index)")
    }
    // Used again, so it is not the oldest any more.
    _ = try builds.executable(of: base("0"))
    try builds.keep(program, hash: "new")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/kept")
    #expect(left.count == KeptBuilds.limit)
    #expect(left.contains("bench-0") && left.contains("bench-new"))
    #expect(!left.contains("bench-1"))
  }
}
