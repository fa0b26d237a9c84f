internal import Foundation
internal import Testing

@testable import PictureServer

/// Folders of servers that start at the same time.
@Suite("Folders for what is in work")
struct ScratchFolderTests {
  @Test("a server that starts takes no folder from another")
  func startingAtOnce() throws {
    // Threads, because a folder could be taken between two calls of its maker.
    let starts = 1000
    let missing = FoldersMissed()
    DispatchQueue.concurrentPerform(iterations: starts) { _ in
      guard let folder = try? ScratchFolder(), let file = folder.makeNamelessFile() else {
        return missing.add()
      }
      close(file)
    }
    #expect(missing.count == 0, "of \(starts)")
  }

  @Test("a folder whose server was killed is removed by the next one")
  func leftover() throws {
    let folder = try ScratchFolder()
    let left = folder.path + ".killed"
    try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: false)
    #expect(FileManager.default.createFile(atPath: left + "/out-1", contents: Data([1])))
    #expect(FileManager.default.createFile(atPath: left + "/lock", contents: nil))
    var next = try ScratchFolder()
    // A server of another test may be about to remove it.
    for _ in 0..<1000 where FileManager.default.fileExists(atPath: left) {
      next = try ScratchFolder()
    }
    #expect(!FileManager.default.fileExists(atPath: left))
    // Those in use stay, and go with their servers.
    #expect(FileManager.default.fileExists(atPath: folder.path))
    #expect(FileManager.default.fileExists(atPath: next.path))
    next.remove()
    #expect(!FileManager.default.fileExists(atPath: next.path))
  }

  @Test("what still runs of a killed server does not keep its folder")
  func leftoverInUse() throws {
    let own = try ScratchFolder()
    let left = own.path + ".killed"
    try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: false)
    #expect(FileManager.default.createFile(atPath: left + "/lock", contents: nil))
    // Makes files for as long as the folder is there by its name.
    let writers = DispatchGroup()
    for writer in 0..<2 {
      DispatchQueue.global().async(group: writers) {
        for number in 0..<100_000 {
          let file = open(left + "/\(writer)-\(number)", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
          guard file >= 0 else { return }
          close(file)
        }
      }
    }
    var next = try ScratchFolder()
    writers.wait()
    let place = URL(fileURLWithPath: left)
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: place.deletingLastPathComponent().path)
        .filter { $0.hasPrefix(place.lastPathComponent) }
    }
    // A server of another test may be removing it, and the files are many.
    let end = ContinuousClock.now + .seconds(60)
    while try !names().isEmpty, ContinuousClock.now < end { next = try ScratchFolder() }
    #expect(try names() == [])
    next.remove()
  }

  @Test("a folder is removed once; its name and its lock's descriptor may be another's later")
  func removingTwice() throws {
    var folder: ScratchFolder? = try ScratchFolder()
    let path = try #require(folder?.path)
    folder?.remove()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    folder?.remove()
    #expect(FileManager.default.fileExists(atPath: path))
    folder = nil
    #expect(FileManager.default.fileExists(atPath: path))
  }
}

/// A count that threads share.
private final class FoldersMissed: Sendable {
  private let lock = NSLock()
  private nonisolated(unsafe) var missed = 0

  var count: Int { lock.withLock { missed } }

  func add() { lock.withLock { missed += 1 } }
}
