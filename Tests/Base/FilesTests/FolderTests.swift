internal import Files
internal import Foundation
internal import Testing

@Suite("Creating and listing folders, and the kinds of file")
final class FolderTests {
  private let folder: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "FolderTests-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    folder = url.path()
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  @Test("Missing folders are made, with the access asked for, and existing ones are kept")
  func making() throws {
    let deep = folder + "/a/b/c"
    try makeFolder(at: deep, access: .owner)
    try makeFolder(at: deep)
    for part in ["/a", "/a/b", "/a/b/c"] {
      var status = stat()
      #expect(stat(folder + part, &status) == 0)
      #expect(status.st_mode & 0o7777 == 0o700)
    }
  }

  @Test("A file on the way to a folder is an error that names the folder and the cause")
  func fileInTheWay() throws {
    let path = folder + "/file"
    try writeFile([1], to: path, replacingExisting: false)
    #expect {
      try makeFolder(at: path + "/inner")
    } throws: { error in
      guard case .folderNotMade(path + "/inner", _) = error as? FileAccessError else {
        return false
      }
      return "\(error)".hasPrefix("'\(path)/inner' could not be made: ")
    }
  }

  @Test("Files, folders, pipes, links and nothing are told apart")
  func kinds() throws {
    try writeFile([1], to: folder + "/file", replacingExisting: false)
    #expect(mkfifo(folder + "/pipe", 0o600) == 0)
    #expect(symlink("file", folder + "/link") == 0)
    #expect(FileKind(path: folder + "/file") == .regular)
    #expect(FileKind(path: folder + "/link") == .regular)
    #expect(FileKind(path: folder) == .folder)
    #expect(FileKind(path: folder + "/pipe") == .special)
    #expect(FileKind(path: folder + "/none") == .absent)
  }

  @Test("Names come sorted, hidden ones only when asked for")
  func listing() throws {
    for name in ["b", "a", ".c"] {
      try writeFile([], to: folder + "/" + name, replacingExisting: false)
    }
    #expect(names(inFolder: folder) == ["a", "b"])
    #expect(
      names(inFolder: folder, withHidden: true)?.filter { $0 != "." && $0 != ".." }
        == [".c", "a", "b"])
    #expect(names(inFolder: folder + "/none") == nil)
    #expect(paths(matching: folder + "/?") == [folder + "/a", folder + "/b"])
    #expect(paths(matching: folder + "/x*") == [])
  }

  @Test("The first bytes of a file are those that it has; a pipe is not waited for")
  func start() throws {
    try writeFile([1, 2, 3], to: folder + "/file", replacingExisting: false)
    #expect(mkfifo(folder + "/pipe", 0o600) == 0)
    #expect(firstBytes(ofFile: folder + "/file", count: 2) == [1, 2])
    #expect(firstBytes(ofFile: folder + "/file", count: 9) == [1, 2, 3])
    #expect(firstBytes(ofFile: folder + "/pipe", count: 9) == [])
    #expect(firstBytes(ofFile: folder + "/none", count: 9) == [])
  }

  @Test("The time of the last change is the file's; of nothing there is none")
  func changeTime() throws {
    let path = folder + "/file"
    try writeFile([1], to: path, replacingExisting: false)
    var times = [timeval(tv_sec: 1_000, tv_usec: 0), timeval(tv_sec: 1_234, tv_usec: 500_000)]
    #expect(utimes(path, &times) == 0)
    #expect(modificationTime(ofFile: path) == 1_234.5)
    #expect(modificationTime(ofFile: folder + "/none") == nil)
  }
}
