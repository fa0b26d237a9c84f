internal import Foundation
internal import Testing

@testable import Files

@Suite("Walking through folders")
struct FolderWalkTests {
  @Test("every regular file comes once; hidden names and linked folders do not")
  func files() throws {
    let root = NSTemporaryDirectory() + "walk-\(UInt64.random(in: .min ... .max))"
    let files = FileManager.default
    defer { try? files.removeItem(atPath: root) }
    for folder in ["a/b/c", "a-b", "empty", ".hidden"] {
      try files.createDirectory(atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
    }
    let names = ["1.png", "a/2.png", "a/b/3.png", "a/b/c/4.png", "a-b/5.png"]
    for (index, name) in names.enumerated() {
      try Data(repeating: 0, count: index).write(to: URL(filePath: "\(root)/\(name)"))
    }
    try Data().write(to: URL(filePath: "\(root)/.hidden/6.png"))
    try Data().write(to: URL(filePath: "\(root)/a/.7.png"))
    try files.createSymbolicLink(atPath: "\(root)/link.png", withDestinationPath: "a/2.png")
    try files.createSymbolicLink(atPath: "\(root)/loop", withDestinationPath: ".")
    try files.createSymbolicLink(atPath: "\(root)/broken", withDestinationPath: "none")
    var walk = FolderWalk(root)
    var found: [FolderWalk.Entry] = []
    while let entry = walk.next() { found.append(entry) }
    found.sort { $0.path < $1.path }
    #expect(found.map(\.path) == (names + ["link.png"]).sorted())
    #expect(found.first { $0.path == "a/b/c/4.png" }?.size == 3)
    #expect(found.first { $0.path == "link.png" }?.size == 1)
    #expect(walk.unreadable.isEmpty && walk.next() == nil)
    for entry in found { #expect(FolderWalk.Entry(path: entry.path, in: root) == entry) }
    var enclosed = FolderWalk(try EnclosedFolder(opening: root))
    var unlinked: [FolderWalk.Entry] = []
    while let entry = enclosed.next() { unlinked.append(entry) }
    #expect(unlinked.sorted { $0.path < $1.path } == found.filter { $0.path != "link.png" })
    #expect(enclosed.links == 3 && enclosed.others == 0)
    #expect(FolderWalk.Entry(path: "empty", in: root) == nil)
    #expect(FolderWalk.Entry(path: "none", in: root) == nil)
    let time = try #require(modificationTime(ofFile: "\(root)/1.png"))
    #expect(abs(Double(found[0].modified) / 1e9 - time) < 1e-3)
  }

  @Test("a folder that is not there is told")
  func missing() {
    var walk = FolderWalk("/no/such/folder")
    #expect(walk.next() == nil)
    #expect(walk.unreadable == [""])
    #expect(resolvedPath("/no/such/folder") == nil)
    #expect(resolvedPath("/usr/../tmp/.") == resolvedPath("/tmp"))
  }
}
