internal import Foundation

/// Histories of this and other programs, in `Tests/Fixtures/History`.
enum Fixture {
  static func text(_ path: String) throws -> String {
    String(decoding: try bytes(path), as: UTF8.self)
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(path)))
  }

  static func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: folder.appendingPathComponent(path).path
    ).sorted()
  }

  /// The paths of the files in a folder and those in it, from there.
  static func files(in path: String) throws -> [String] {
    let root = folder.appendingPathComponent(path)
    return try FileManager.default.subpathsOfDirectory(atPath: root.path).filter {
      var isFolder: ObjCBool = false
      let found = FileManager.default.fileExists(
        atPath: root.appendingPathComponent($0).path, isDirectory: &isFolder)
      return found && !isFolder.boolValue
    }.sorted()
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/History")
}
