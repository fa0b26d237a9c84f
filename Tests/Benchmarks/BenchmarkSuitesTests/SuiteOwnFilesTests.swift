internal import CommandTestSupport
internal import Foundation
internal import Reporting
internal import Testing

@testable import BenchmarkSuites

@Suite("Files that a suite puts into checkouts")
struct SuiteOwnFilesTests {
  private let folder: TemporaryFolder
  private let checkout: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    checkout = try TemporaryFolder()
  }

  private func files(_ names: [String]) throws -> SuiteOwnFiles {
    var suite = BenchmarkSuite(name: "x", sources: [])
    suite.files = names
    return try SuiteOwnFiles(of: suite, in: folder.path)
  }

  @Test("they are written over a commit's, and equal ones stay untouched")
  func written() throws {
    try folder.write("new", to: "bench/worker.py")
    try checkout.write("old", to: "bench/worker.py")
    let own = try files(["bench/worker.py"])
    try own.write(to: checkout.path)
    #expect(checkout.bytes("bench/worker.py") == Array("new".utf8))
    try checkout.setPermissions(0o400, of: "bench/worker.py")
    try checkout.setPermissions(0o500, of: "bench")
    try own.write(to: checkout.path)
    try checkout.setPermissions(0o700, of: "bench")
    #expect(try files([]).fingerprint == "")
    let before = own.fingerprint
    try folder.write("newer", to: "bench/worker.py")
    #expect(try files(["bench/worker.py"]).fingerprint != before)
  }

  @Test("a link of a commit does not lead out of its checkout")
  func links() throws {
    let outside = try TemporaryFolder()
    try folder.write("new", to: "bench/worker.py")
    try FileManager.default.createSymbolicLink(
      atPath: checkout.file("bench"), withDestinationPath: outside.path)
    let failure = #expect(throws: HarnessFailure.self) {
      try files(["bench/worker.py"]).write(to: checkout.path)
    }
    #expect(failure?.message.contains("is a link") == true)
    #expect(try outside.names() == [])
  }

  @Test("what cannot be read is told, and paths that lead elsewhere are refused")
  func refused() throws {
    #expect(throws: HarnessFailure.self) { try files(["nothing"]) }
    for (value, isRight) in [
      (#"["a", "b/c"]"#, true), (#""a""#, false), (#"["/a"]"#, false), (#"["b/../../a"]"#, false),
      (#"[""]"#, false), ("[1]", false),
    ] {
      let path = try folder.write(
        "files = \(value)\n[worker]\ncommand = [\"a\"]\n", to: "bench.toml")
      #expect(((try? SuiteFile(at: path)) != nil) == isRight, "\(value)")
    }
  }
}
