internal import CImageShims
internal import Hashing
internal import Testing

@Suite("The checksum of chunks is zlib's")
struct ChunkChecksumTests {
  // Pieces of under 64 bytes are zlib's own work on every processor.
  @Test("of long pieces, as of short ones put together", arguments: [0, 7, UInt32.max])
  func longPieces(before: UInt32) {
    var generator = SplitMix64(seed: 10)
    let bytes = (0..<2000).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    for count in Array(1...300) + [1000, 1023, 1024, 1983] {
      let piece = Array(bytes[(count % 17)...].prefix(count))
      let whole = piece.withUnsafeBufferPointer {
        cimage_crc32(before, $0.baseAddress, $0.count)
      }
      let together = stride(from: 0, to: count, by: 13).reduce(before) { sum, start in
        Array(piece[start...].prefix(13)).withUnsafeBufferPointer {
          cimage_crc32(sum, $0.baseAddress, $0.count)
        }
      }
      #expect(whole == together, "\(count) bytes")
    }
  }
}
