@testable internal import Files
internal import Foundation
internal import Testing

@Suite("Reading never blocks, and files are written whole or not at all")
final class ReadingAndWritingTests {
  private let folder: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "FilesTests-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    folder = url.path()
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func fileError<Result>(_ call: () throws -> Result) -> FileAccessError? {
    do {
      _ = try call()
      return nil
    } catch {
      return error as? FileAccessError
    }
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test("What is written is read, whatever its size")
  func roundTrip() throws {
    for count in [0, 1, 4096, 1_000_003] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      let path = folder + "/\(count)"
      try writeFile(bytes, to: path, replacingExisting: false)
      #expect(try readFile(at: path) == bytes)
    }
    #expect(try names().count == 4)
  }

  @Test("A copy has the bytes and permissions, and takes no name that there is")
  func copies() throws {
    let source = folder + "/source"
    for count in [0, 1, 1 << 20, 3 << 20 | 17] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
      try writeFile(bytes, to: source, replacingExisting: true)
      #expect(chmod(source, 0o751) == 0)
      let copy = folder + "/copy-\(count)"
      try copyFile(at: source, to: copy)
      #expect(try readFile(at: copy) == bytes)
      let attributes = try FileManager.default.attributesOfItem(atPath: copy)
      #expect(attributes[.posixPermissions] as? Int == 0o751)
      #expect(fileError { try copyFile(at: source, to: copy) } == .exists(path: copy))
    }
    let before = try names()
    let (gone, lost) = (folder + "/gone", folder + "/no/copy")
    #expect(fileError { try copyFile(at: gone, to: folder + "/x") } == .missing(path: gone))
    #expect(fileError { try copyFile(at: folder, to: folder + "/x") } == .isDirectory(path: folder))
    #expect(fileError { try copyFile(at: source, to: lost) } == .missingFolder(path: lost))
    #expect(try names() == before)
  }

  @Test("A file whose size the system does not tell is read to its end")
  func unknownSize() throws {
    #if os(Linux)
      #expect(try readFile(at: "/proc/self/status").count > 100)
      #expect(
        fileError { try readFile(at: "/proc/self/status", limit: 10) }
          .map { if case .tooLarge(_, _, limit: 10) = $0 { true } else { false } } == true)
    #endif
  }

  @Test("A missing file, folder, pipe or device is named at once")
  func wrongKinds() throws {
    let pipe = folder + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(fileError { try readFile(at: folder + "/no") } == .missing(path: folder + "/no"))
    #expect(fileError { try readFile(at: folder) } == .isDirectory(path: folder))
    #expect(fileError { try readFile(at: pipe) } == .notRegular(path: pipe))
    #expect(fileError { try readFile(at: "/dev/zero") } == .notRegular(path: "/dev/zero"))
    for target in [folder, pipe, "/dev/null"] {
      #expect(fileError { try writeFile([1], to: target, replacingExisting: true) } != nil)
    }
    let lost = folder + "/no/file"
    #expect(
      fileError { try writeFile([1], to: lost, replacingExisting: true) }
        == .missingFolder(path: lost))
    #expect(try names() == ["pipe"])
  }

  @Test("The limit holds to the byte")
  func limit() throws {
    let path = folder + "/file"
    try writeFile([1, 2, 3], to: path, replacingExisting: false)
    #expect(try readFile(at: path, limit: 3) == [1, 2, 3])
    #expect(
      fileError { try readFile(at: path, limit: 2) }
        == .tooLarge(path: path, count: 3, limit: 2))
  }

  @Test("An existing file is replaced only when told, and keeps its permissions")
  func replacing() throws {
    let path = folder + "/file"
    try writeFile([1], to: path, replacingExisting: false)
    #expect(chmod(path, 0o640) == 0)
    #expect(
      fileError { try writeFile([2], to: path, replacingExisting: false) } == .exists(path: path))
    #expect(try readFile(at: path) == [1])
    try writeFile([2], to: path, replacingExisting: true)
    #expect(try readFile(at: path) == [2])
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o640)
    #expect(try names() == ["file"])
  }

  @Test("Through a link, what it names is replaced and the link stays")
  func links() throws {
    let (path, link) = (folder + "/file", folder + "/link")
    try writeFile([1], to: path, replacingExisting: false)
    #expect(symlink("file", link) == 0)
    try writeFile([2], to: link, replacingExisting: true)
    #expect(try readFile(at: path) == [2])
    var status = stat()
    #expect(lstat(link, &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFLNK)
  }

  @Test("Through a link that names no file yet, the file appears where the link leads")
  func danglingLinks() throws {
    try FileManager.default.createDirectory(
      atPath: folder + "/far", withIntermediateDirectories: true)
    let link = folder + "/link"
    #expect(symlink("far/second", link) == 0)
    #expect(symlink("file", folder + "/far/second") == 0)
    // A name that is taken is no new file.
    #expect(
      fileError { try writeFile([1], to: link, replacingExisting: false) } == .exists(path: link))
    try writeFile([2], to: link, replacingExisting: true)
    #expect(try readFile(at: folder + "/far/file") == [2])
    #expect(isLink(link) && isLink(folder + "/far/second"))
    #expect(try names() == ["far", "link"])
    let (lost, circle) = (folder + "/lost", folder + "/circle")
    #expect(symlink("no/file", lost) == 0)
    #expect(
      fileError { try writeFile([1], to: lost, replacingExisting: true) }
        == .missingFolder(path: lost))
    #expect(symlink("circle", circle) == 0)
    #expect(fileError { try writeFile([1], to: circle, replacingExisting: true) } != nil)
    #expect(isLink(lost) && isLink(circle))
  }

  @Test("Of many writers of one new file, one wins, and no half file is left")
  func race() async throws {
    let path = folder + "/file"
    let wins = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<16 {
        group.addTask {
          let bytes = [UInt8](repeating: UInt8(number), count: 10_000)
          return (try? writeFile(bytes, to: path, replacingExisting: false)) != nil
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(wins == 1)
    let bytes = try readFile(at: path)
    #expect(bytes.count == 10_000 && Set(bytes).count == 1)
    #expect(try names() == ["file"])
  }

  @Test("The system's failures become sentences that name the file")
  func words() {
    let expected: [(Int32, FileAccessError)] = [
      (ENOENT, .missing(path: "f")), (EISDIR, .isDirectory(path: "f")),
      (EACCES, .permissionDenied(path: "f")), (EEXIST, .exists(path: "f")),
      (ENOSPC, .diskFull(path: "f")), (ENXIO, .notRegular(path: "f")),
    ]
    for (code, error) in expected {
      errno = code
      #expect(FileAccessError.afterFailure(path: "f") == error)
    }
    errno = EIO
    let other = FileAccessError.afterFailure(path: "f")
    #expect(other.description.contains("error"))
    let all =
      expected.map(\.1) + [
        other, .missingFolder(path: "f"), .tooLarge(path: "f", count: 9, limit: 3),
        .folderNotMade(path: "f", reason: "Not a directory"),
      ]
    for error in all {
      #expect(error.path == "f")
      #expect(error.description.hasPrefix("'f' "))
      #expect(error.description.hasSuffix("."))
    }
  }
}
