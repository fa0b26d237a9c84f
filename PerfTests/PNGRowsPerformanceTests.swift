import Files
import Foundation
import ImageCodecs
import Pixels
import SyntheticImages
import XCTest

/// Rows of 24-megapixel PNG files: `PNGRows` beside libpng, least times of rounds that take turns.
///
///     swift test -c release --scratch-path .build-testing --filter PerfTests.PNGRows
///
/// `FILE=photo.png` takes that file instead. Prints for people to look at; nothing here fails
/// because a machine is slow.
final class PNGRowsPerformanceTests: XCTestCase {
  private static let rounds = 9

  func testRowsBesideLibPNG() throws {
    if let path = ProcessInfo.processInfo.environment["FILE"] {
      return try measure(path, readFile(at: path))
    }
    for name in ["photo", "noise", "screen"] {
      let image = try XCTUnwrap(SyntheticImage.named(name)).makeImage(width: 6000, height: 4000)
      try measure(name, PNGEncoder(compressionLevel: 6).encode(image))
    }
  }

  private func measure(_ name: String, _ bytes: [UInt8]) throws {
    let ways: [(name: String, rows: RowDecoding, threads: Int)] = [
      ("libpng", .libraries, 1), ("ours", .ownFirst, 1), ("ours on two threads", .ownFirst, 2),
    ]
    var least = Array(repeating: Double.infinity, count: ways.count)
    for _ in 0..<Self.rounds {
      for (index, way) in ways.enumerated() {
        let start = ContinuousClock.now
        XCTAssertGreaterThan(try Self.rows(of: bytes, way.rows, way.threads), 0)
        least[index] = min(least[index], (ContinuousClock.now - start) / .milliseconds(1))
      }
    }
    let words = zip(ways, least).map { way, time in
      String(format: "\(way.name) %.1f ms (%.2f ×)", time, least[0] / time)
    }
    print("\(name), \(bytes.count / 1000) kB: \(words.joined(separator: ", "))")
  }

  /// Reads rows into one piece of memory; the number of rows.
  private static func rows(of bytes: [UInt8], _ rows: RowDecoding, _ threads: Int) throws -> Int {
    try bytes.withUnsafeBytes { bytes in
      var decoder = ImageDecoder(threads: threads)
      decoder.rows = rows
      var reader = try ImageRowReader(bytes, decoder: decoder)
      let band = UnsafeMutableRawBufferPointer.allocate(
        byteCount: 32 * reader.bytesPerRow, alignment: 64)
      defer { band.deallocate() }
      while try reader.readRows(into: band) > 0 {}
      return reader.nextRow
    }
  }
}
