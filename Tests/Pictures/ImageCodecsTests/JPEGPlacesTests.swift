internal import Pixels
internal import SyntheticImages
internal import Testing

@testable import ImageCodecs

/// What an outline hands on to the reading in full that follows it.
@Suite("Places of a JPEG's blocks after an outline")
struct JPEGPlacesTests {
  /// Sizes that do and do not fill their last MCUs: 4000 × 3000 is one of those that do not.
  static let sizes = [(640, 480), (632, 476), (647, 473), (40, 472), (641, 16)]

  @Test(
    "are kept whether or not the picture fills its last MCUs", arguments: sizes,
    [true, false])
  func kept(size: (width: Int, height: Int), isSubsampled: Bool) throws {
    let encoder =
      isSubsampled
      ? JPEGEncoder(quality: 80) : JPEGEncoder(quality: 80, chromaSubsampling: .none)
    let file = try encoder.encode(makeGradient(width: size.width, height: size.height))
    let image = try ImageDecoder().decode(file).image
    try file.withUnsafeBytes { bytes in
      let source = try JPEGRowSource(EncodedBytes(bytes), limits: DecodingLimits())
      let failure = try source.start(
        .sampledOutline(draws: 64, seed: 1), rows: .ownAlways, threads: 1)
      #expect(failure == nil && source.rowStep == 8)
      let (width, height) = ((size.width + 7) / 8, (size.height + 7) / 8)
      var outline = [UInt8](repeating: 0, count: 4 * width * height)
      let read = outline.withUnsafeMutableBytes { target in
        target.baseAddress.map {
          source.readRows(into: $0, bytesPerRow: 4 * width, count: height).rows
        }
      }
      #expect(read == height)
      #expect(source.blockPlaces != nil, "\(size)")

      // The rows that follow are the same as without.
      _ = try source.start(.full, rows: .ownAlways, threads: 1)
      var full = try ImageBuffer(width: size.width, height: size.height)
      let rows = full.withMutableBytes { target in
        target.baseAddress.map {
          source.readRows(into: $0, bytesPerRow: 4 * size.width, count: size.height).rows
        }
      }
      #expect(rows == size.height)
      #expect(full == image)
    }
  }
}
