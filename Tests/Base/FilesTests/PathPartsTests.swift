internal import Files
internal import Testing

@Suite("Parts of a path")
struct PathPartsTests {
  @Test(
    "Folder, name, stem and extension",
    arguments: [
      ("photo.JPG", ".", "photo.JPG", "photo", "jpg"),
      ("a/b/photo.tar.gz", "a/b", "photo.tar.gz", "photo.tar", "gz"),
      ("/photo", "/", "photo", "photo", ""),
      ("a/.hidden", "a", ".hidden", ".hidden", ""),
      ("a.d/name", "a.d", "name", "name", ""),
      ("a/b/", "a/b", "b", "b", ""),
      ("name.", ".", "name.", "name", ""),
      ("", ".", "", "", ""),
      ("/", "/", "/", "/", ""),
      // A slash that carries a combining mark is one character, and still divides the path.
      ("a/\u{301}b.png", "a", "\u{301}b.png", "\u{301}b", "png"),
    ])
  func parts(path: String, folder: String, name: String, stem: String, fileExtension: String) {
    let parts = PathParts(path)
    #expect(parts.folder == folder)
    #expect(parts.name == name)
    #expect(parts.stem == stem)
    #expect(parts.fileExtension == fileExtension)
  }

  @Test("The folders around a file are listed from the nearest to the root")
  func enclosing() {
    #expect(PathParts("/a/b/c").enclosingFolders == ["/a/b", "/a", "/"])
    #expect(PathParts("/a//b").enclosingFolders == ["/a", "/"])
    #expect(PathParts("a/b/c").enclosingFolders == ["a/b", "a"])
    #expect(PathParts("/a").enclosingFolders == ["/"])
    #expect(PathParts("a").enclosingFolders == [])
  }

  @Test("Joining writes one slash")
  func joining() {
    #expect(PathParts.join("a", "b") == "a/b")
    #expect(PathParts.join("a/", "b") == "a/b")
    #expect(PathParts.join("/", "b") == "/b")
  }
}
