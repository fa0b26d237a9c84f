internal import CommandTestSupport
internal import Foundation
internal import Testing

@testable import Explanations

@Suite("Folders of exchanges")
struct ExchangeFolderTests {
  private let process = ProcessInfo.processInfo.processIdentifier

  @Test("a folder stays while its process lives, also the second of one process")
  func inUse() throws {
    let folder = try TemporaryFolder()
    let own = "exchanges-\(process)"
    // The first process of the system lives; it may belong to another user.
    let used = [own, "\(own)-1", "exchanges-1", "exchanges-1-3"]
    // No process has the highest of all numbers.
    let left = ["exchanges-\(Int32.max)", "exchanges-\(Int32.max)-2", "exchanges-0"]
    for name in used + left { try folder.write("x", to: "\(name)/0.link") }
    try folder.write("x", to: "links/0.link")
    #expect(ExchangeFolder.unused(in: folder.path) == folder.file("\(own)-2"))
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(kept) == Set(used + ["links"]))
  }

  @Test("the first is named by the process alone")
  func first() throws {
    let folder = try TemporaryFolder()
    #expect(ExchangeFolder.unused(in: folder.path) == folder.file("exchanges-\(process)"))
  }
}
