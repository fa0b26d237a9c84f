internal import Files

import DominantColor
import FilePalettes
import Foundation
import ImageCodecs
import Pixels
import SyntheticImages
import XCTest

/// From a 24-megapixel file to its colours, beside decoding the same file's rows and dropping them:
/// the least CPU time of rounds that take turns.
///
///     swift test -c release --scratch-path .build-testing --filter PerfTests.FilePalette
///
/// `FILE=photo.jpg` takes that file instead of the synthetic photo's. Prints for people to look at;
/// nothing here fails because a machine is slow.
final class FilePalettePerformanceTests: XCTestCase {
  private static let rounds = 9

  func testFilesBesideTheirRows() throws {
    if let path = ProcessInfo.processInfo.environment["FILE"] {
      return try measure(path, bytes: readFile(at: path))
    }
    let image = try XCTUnwrap(SyntheticImage.named("photo")).makeImage(width: 6000, height: 4000)
    try measure("baseline JPEG", bytes: JPEGEncoder().encode(image))
    try measure("progressive JPEG", bytes: JPEGEncoder(isProgressive: true).encode(image))
    try measure("PNG", bytes: PNGEncoder(compressionLevel: 3).encode(image))
  }

  /// `FOLDER=photos` prints for each JPEG there whether a sample settles it, what that costs, and how
  /// far it is from every pixel counted.
  func testSamplesOfAFolder() throws {
    guard let folder = ProcessInfo.processInfo.environment["FOLDER"] else { return }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    var (settled, total) = (0, 0)
    for name in names where name.hasSuffix(".jpg") {
      let file = try ImageFile(opening: folder + "/" + name)
      var (fast, exact) = (Double.infinity, Double.infinity)
      var answers: [FilePalette] = []
      for _ in 0..<3 {
        answers = []
        fast = min(
          fast,
          try Self.milliseconds {
            answers.append(try FilePaletteReader(method: .histogram).palette(of: file))
          })
        exact = min(
          exact,
          try Self.milliseconds {
            answers.append(
              try FilePaletteReader(method: .histogram, isExact: true).palette(of: file))
          })
      }
      guard let found = answers[0].palette.dominant, let truth = answers[1].palette.dominant else {
        continue
      }
      total += 1
      settled += answers[0].isExact ? 0 : 1
      let bound = answers[0].estimate.map { String(format: "at most %.2f", $0.colorDifference) }
      let words = [fast, exact, found.color.deltaE00(to: truth.color)].map {
        String(format: "%.2f", $0)
      }
      print(
        "\(name): \(words[0]) ms, every pixel \(words[1]) ms, ΔE00 \(words[2])",
        bound ?? "by every pixel")
    }
    print("\(settled) of \(total) settled by a sample")
  }

  private func measure(_ name: String, bytes: [UInt8]) throws {
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appending(path: UUID().uuidString)
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let open = try ImageFile(opening: file.path)
    var (rows, fast, exact) = (Double.infinity, Double.infinity, Double.infinity)
    var isExact = true
    for _ in 0..<Self.rounds {
      rows = min(rows, try Self.milliseconds { try Self.dropRows(of: open) })
      fast = min(
        fast,
        try Self.milliseconds {
          isExact = try FilePaletteReader(method: .histogram).palette(of: open).isExact
        })
      exact = min(
        exact,
        try Self.milliseconds {
          _ = try FilePaletteReader(method: .histogram, isExact: true).palette(of: open)
        })
    }
    let words = [rows, exact, fast].map { String(format: "%.1f ms", $0) }
    print(
      "\(name): rows alone \(words[0]), every pixel counted \(words[1]), "
        + "as usual \(words[2])\(isExact ? "" : " by a sample")")
    XCTAssertGreaterThan(rows, 0)
  }

  /// Decodes all rows in bands that stay in the cache.
  private static func dropRows(of file: ImageFile) throws {
    var reader = try ImageRowReader(file)
    let band = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(1 << 17, reader.bytesPerRow), alignment: 64)
    defer { band.deallocate() }
    while try reader.readRows(into: band) > 0 {}
  }

  private static func milliseconds(_ body: () throws -> Void) throws -> Double {
    let start = clock()
    try body()
    return 1000 * Double(clock() - start) / Double(CLOCKS_PER_SEC)
  }
}
