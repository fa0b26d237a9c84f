import Files
import Foundation
import ImageCodecs
import JPEGMeans
import Pixels
import SyntheticImages
import XCTest

/// Outlines of 24-megapixel JPEG files: `JPEGMeans` beside libjpeg at 1/8 scale, least times of
/// rounds that take turns.
///
///     swift test -c release --scratch-path .build-testing --filter PerfTests.Outline
///
/// `FILE=photo.jpg` takes that file instead. Prints for people to look at; nothing here fails
/// because a machine is slow.
final class OutlinePerformanceTests: XCTestCase {
  private static let rounds = 15
  private static let size = (width: 6000, height: 4000)

  func testOutlinesBesideLibJPEG() throws {
    if let path = ProcessInfo.processInfo.environment["FILE"] {
      return try measure(path, readFile(at: path))
    }
    let photo = try Self.tiled(
      ImageDecoder().decode(readFile(at: Self.photos + "/china.jpg")).image)
    for quality in [75, 90] {
      try measure("photo, \(quality), 4:2:0", JPEGEncoder(quality: quality).encode(photo))
    }
    let full = JPEGEncoder(quality: 95, chromaSubsampling: .none)
    try measure("photo, 95, 4:4:4", full.encode(photo))
    for name in ["noise", "screen"] {
      let image = try XCTUnwrap(SyntheticImage.named(name))
        .makeImage(width: Self.size.width, height: Self.size.height)
      try measure("\(name), 95, 4:4:4", full.encode(image))
    }
  }

  private static var photos: String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Tests/Fixtures/Corpus/photos").path
  }

  /// A picture side by side with itself.
  private static func tiled(_ tile: ImageBuffer) throws -> ImageBuffer {
    var image = try ImageBuffer(width: size.width, height: size.height)
    let bytesPerRow = image.bytesPerRow
    image.withMutableBytes { target in
      tile.withPixels { view in
        for y in 0..<size.height {
          for x in stride(from: 0, to: size.width, by: view.width) {
            // SAFETY: at most what is left of the row, of a row of the tile.
            let count = min(view.width, size.width - x)
            UnsafeMutableRawBufferPointer(rebasing: target[(y * bytesPerRow + 4 * x)...])
              .copyMemory(
                from: UnsafeRawBufferPointer(
                  start: view.row(y % view.height), count: 4 * count))
          }
        }
      }
    }
    return image
  }

  private func measure(_ name: String, _ bytes: [UInt8]) throws {
    let ways: [(name: String, run: () throws -> Int)] = [
      ("libjpeg", { try Self.rows(of: bytes, .libraries) }),
      ("its pixels", { try Self.rows(of: bytes, .ownFirst) }),
      ("its pixels, two threads", { try Self.rows(of: bytes, .ownFirst, threads: 2) }),
      ("means", { try Self.means(of: bytes, threads: 1) }),
      ("means, two threads", { try Self.means(of: bytes, threads: 2) }),
    ]
    var least = Array(repeating: Double.infinity, count: ways.count)
    for _ in 0..<Self.rounds {
      for (index, way) in ways.enumerated() {
        let start = ContinuousClock.now
        XCTAssertGreaterThan(try way.run(), 0)
        least[index] = min(least[index], (ContinuousClock.now - start) / .milliseconds(1))
      }
    }
    let words = zip(ways, least).map { way, time in
      String(format: "\(way.name) %.1f ms (%.2f ×)", time, least[0] / time)
    }
    print("\(name), \(bytes.count / 1000) kB: \(words.joined(separator: ", "))")
  }

  private static func rows(
    of bytes: [UInt8], _ decoding: RowDecoding, threads: Int = 1
  ) throws -> Int {
    try bytes.withUnsafeBytes { bytes in
      var decoder = ImageDecoder(threads: threads)
      decoder.rows = decoding
      var reader = try ImageRowReader(bytes, decoder: decoder) { _ in .outline }
      return try drop { try reader.readRows(into: $0) }
    }
  }

  private static func means(of bytes: [UInt8], threads: Int) throws -> Int {
    var offset = 0
    let reader = try JPEGMeansReader(
      settings: JPEGMeansSettings(chroma: .means, threads: threads)
    ) { piece in
      let count = min(piece.count, bytes.count - offset)
      piece.copyBytes(from: bytes[offset..<offset + count])
      offset += count
      return count
    }
    return try drop { try reader.readRows(into: $0) }
  }

  /// Reads rows into one piece of memory; the number of rows.
  private static func drop(
    _ read: (UnsafeMutableRawBufferPointer) throws -> Int
  ) rethrows -> Int {
    let band = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 64)
    defer { band.deallocate() }
    var count = 0
    while true {
      let rows = try read(band)
      if rows == 0 { return count }
      count += rows
    }
  }
}
