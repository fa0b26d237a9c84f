internal import BenchmarkBuilds
internal import CommandTestSupport
internal import Foundation
internal import Measuring
internal import Reporting
internal import Testing

@Suite("Copies of programs for each launch")
struct ProgramCopiesTests {
  private func program(in folder: TemporaryFolder) throws -> String {
    let path = try folder.write("#!/bin/sh\necho copied\n", to: "a-program")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  private func inode(of path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.systemFileNumber] as? Int)
  }

  @Test("both sides get files of their own that run, under paths of one length")
  func sides() throws {
    let folder = try TemporaryFolder()
    let program = try program(in: folder)
    let copies = ProgramCopies()
    let base = try copies.copy(of: program, for: .base)
    let candidate = try copies.copy(of: program, for: .candidate)
    #expect(base != candidate && base.utf8.count == candidate.utf8.count)
    #expect(try Set([program, base, candidate].map(inode)).count == 3)
    for copy in [base, candidate] {
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(fileURLWithPath: copy)
      process.standardOutput = output
      try process.run()
      process.waitUntilExit()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      #expect(text == "copied\n")
    }
  }

  @Test("each launch gets another file; nothing is left in the end")
  func launches() throws {
    let folder = try TemporaryFolder()
    let program = try program(in: folder)
    var copies: ProgramCopies? = ProgramCopies()
    let first = try #require(try copies?.copy(of: program, for: .base))
    // While a file is open, its number is not given to another one.
    let open = try #require(FileHandle(forReadingAtPath: first))
    defer { try? open.close() }
    let before = try inode(of: first)
    let second = try #require(try copies?.copy(of: program, for: .base))
    #expect(second == first)
    #expect(try inode(of: second) != before)
    copies = nil
    let parent = URL(fileURLWithPath: second).deletingLastPathComponent().path
    #expect(!FileManager.default.fileExists(atPath: parent))
  }

  @Test("a program that is gone is named")
  func missing() throws {
    let folder = try TemporaryFolder()
    let gone = folder.file("gone")
    let failure = #expect(throws: HarnessFailure.self) {
      try ProgramCopies().copy(of: gone, for: .candidate)
    }
    #expect(failure?.message.contains("'\(gone)' cannot be copied") == true)
  }
}
