internal import Foundation
internal import Testing

@testable import Files

@Suite("A folder that others filled")
struct EnclosedFolderTests {
  @Test(
    "a path that could lead out of a folder names nothing in it",
    arguments: [
      "", "/", "/etc/passwd", "..", "../a", "a/..", "a/../b", "a//b", "a/", "/a", ".", "./a",
      "a/./b",
      ".hidden", "a/.hidden/b", "a\u{0}b", "a/..\u{0}",
    ])
  func outside(path: String) throws {
    #expect(!EnclosedFolder.holds(path))
    let folder = try EnclosedFolder(opening: "/")
    #expect(folder.entry(at: path) == nil)
    #expect(throws: FileAccessError.self) { try folder.openFile(at: path) }
  }

  @Test(
    "names that only look strange name files", arguments: ["a", "a/b.c", "a..b", "~", "C:\\a", "é"])
  func inside(path: String) { #expect(EnclosedFolder.holds(path)) }

  @Test("files are opened, and links are not, wherever on the way they are")
  func links() throws {
    let root = NSTemporaryDirectory() + "enclosed-\(UInt64.random(in: .min ... .max))"
    let files = FileManager.default
    defer { try? files.removeItem(atPath: root) }
    try files.createDirectory(atPath: root + "/in/a/b", withIntermediateDirectories: true)
    try files.createDirectory(atPath: root + "/out", withIntermediateDirectories: true)
    for (index, name) in ["in/1", "in/a/b/22", "out/333"].enumerated() {
      try Data(repeating: 7, count: index + 1).write(to: URL(filePath: "\(root)/\(name)"))
    }
    for (link, target) in [
      ("in/file", "../out/333"), ("in/folder", "../out"), ("in/a/self", "."), ("in/own", "1"),
      ("root", "in"),
    ] {
      try files.createSymbolicLink(atPath: "\(root)/\(link)", withDestinationPath: target)
    }
    // Who names the folder may do so by a link.
    let folder = try EnclosedFolder(opening: root + "/root")
    for (name, size) in [("1", 1), ("a/b/22", 2)] {
      let (descriptor, entry) = try folder.openFile(at: name)
      defer { close(descriptor) }
      #expect(entry.size == size && folder.entry(at: name) == entry)
      #expect(entry == FolderWalk.Entry(path: name, in: root + "/in"))
    }
    for name in ["file", "folder/333", "a/self/b/22", "own", "a/b", "none", "1/2"] {
      #expect(folder.entry(at: name) == nil, "\(name)")
      #expect(throws: FileAccessError.self, "\(name)") { try folder.openFile(at: name) }
    }
    #expect(throws: FileAccessError.isLink(path: root + "/root/own")) {
      try folder.openFile(at: "own")
    }
    #expect(throws: FileAccessError.isDirectory(path: root + "/root/a")) {
      try folder.openFile(at: "a")
    }
    #expect(throws: FileAccessError.missing(path: root + "/none")) {
      try EnclosedFolder(opening: root + "/none")
    }
  }
}
