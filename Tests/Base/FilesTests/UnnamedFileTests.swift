internal import Foundation
internal import Testing

@testable import Files

/// Files for what does not fit into memory.
@Suite("Files without a name")
final class UnnamedFileTests {
  private let folder: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "UnnamedFileTests-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    folder = url.path()
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  @Test("what was written is read from any place, and the folder stays empty")
  func reading() throws {
    let file = try #require(UnnamedFile(in: folder))
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    try bytes[..<70_000].withUnsafeBytes { try file.append($0) }
    try bytes[70_000...].withUnsafeBytes { try file.append($0) }
    for range in [0..<100_000, 69_990..<70_010, 99_999..<100_000, 5..<5] {
      var part = [UInt8](repeating: 0, count: range.count)
      try part.withUnsafeMutableBytes { try file.read(into: $0, at: range.lowerBound) }
      #expect(part == Array(bytes[range]))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }

  @Test("what was never written is an error that names the folder")
  func beyond() throws {
    let file = try #require(UnnamedFile(in: folder))
    var byte: [UInt8] = [0]
    let error = #expect(throws: FileAccessError.self) {
      try byte.withUnsafeMutableBytes { try file.read(into: $0, at: 0) }
    }
    #expect(error?.description.contains(folder) == true)
  }

  @Test("a folder that is not there makes none")
  func missing() { #expect(UnnamedFile(in: "/nowhere/at/all") == nil) }
}
