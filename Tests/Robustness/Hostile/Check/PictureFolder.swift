internal import Files
internal import Foundation
internal import ImageCodecs

/// The pictures of a folder and of those within.
struct PictureFolder {
  /// Paths, in order, with contents.
  let files: [(path: String, bytes: [UInt8])]

  init(path: String) {
    let names = (FileManager.default.subpaths(atPath: path) ?? []).sorted()
    files = names.filter { name in
      [".png", ".jpg", ".jpeg"].contains { name.lowercased().hasSuffix($0) }
    }.compactMap { name in
      (try? readFile(at: path + "/" + name)).map { (path + "/" + name, $0) }
    }
  }

  /// A dozen small ones, spread over the folder, to be cut at every byte.
  var dozen: [(path: String, bytes: [UInt8])] {
    let small = files.filter { (100...12_000).contains($0.bytes.count) }
    return stride(from: 0, to: small.count, by: max(small.count / 12, 1)).prefix(12).map {
      small[$0]
    }
  }

  /// Those that are small enough to be broken in large numbers.
  var originals: [[UInt8]] { files.map(\.bytes).filter { $0.count <= 30_000 } }
}
