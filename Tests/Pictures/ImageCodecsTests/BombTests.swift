internal import CLibrary
internal import ImageCodecs
internal import Pixels
internal import Testing

@Suite("Decompression bombs are refused early, with the name of the limit")
struct BombTests {
  private func png(_ header: [UInt8], _ chunks: [(String, [UInt8])]) -> [UInt8] {
    chunks.reduce(
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk(named: Array("IHDR".utf8), header)
    ) { $0 + chunk(named: Array($1.0.utf8), $1.1) }
  }

  /// A zlib stream a thousandth as long as what it inflates to: the pixels of a large black PNG.
  private static let bomb: Result<[UInt8], any Error> = Result {
    let black = try PNGEncoder(compressionLevel: 9).encode(
      ImageBuffer(width: 4200, height: 4200))
    return pixelData(of: black)
  }

  /// The compressed data of a PNG's chunks of pixels.
  private static func pixelData(of file: [UInt8]) -> [UInt8] {
    var (data, offset) = ([UInt8](), 8)
    while offset + 12 <= file.count {
      let length = file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      if file[offset + 4..<offset + 8].elementsEqual("IDAT".utf8) {
        data += file[offset + 8..<offset + 8 + length]
      }
      offset += 12 + length
    }
    return data
  }

  @Test("nine kilobytes that claim 65500 × 65500 pixels, of either format")
  func claimedPixels() throws {
    let padding = [UInt8](repeating: 7, count: 9000)
    let small = png(
      bigEndian(65_500) + bigEndian(65_500) + [8, 6, 0, 0, 0], [("IDAT", padding)])
    var jpeg = try JPEGEncoder().encode(makeGradient(width: 64, height: 64))
    let frame = try #require(
      jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xDC, 0xFF, 0xDC])
    for bytes in [small, jpeg + padding] {
      let error = codecError { try ImageDecoder().decode(bytes) }
      #expect(
        error
          == .limitExceeded(.pixels(width: 65_500, height: 65_500, limit: 400_000_000)))
    }
  }

  #if os(Linux)
    @Test("rows that never come take no memory: seconds and a gigabyte for a file of 200 bytes")
    func missingRows() throws {
      let small = try PNGEncoder().encode(makeGradient(width: 32, height: 64))
      let data = Self.pixelData(of: small)
      let claimed = png(
        bigEndian(32) + bigEndian(8_000_000) + small[24..<29],
        [("IDAT", data), ("IEND", [])])
      let decoded = try ImageDecoder(allowsPartialImages: true).decode(claimed)
      #expect(decoded.missingRows == 8_000_000 - 64)
      let resident = try decoded.image.withPixels { pixels in
        // Only those of the image: other tests' memory may lie right behind it.
        var pages = [UInt8](repeating: 0, count: 4 * 32 * 8_000_000 / 4096)
        let start = UInt(bitPattern: pixels.row(0)) & ~4095
        let memory = try #require(UnsafeMutableRawPointer(bitPattern: start))
        try #require(mincore(memory, pages.count << 12, &pages) == 0)
        return pages.filter { $0 & 1 != 0 }.count
      }
      // All of it is 250,000 pages. What is read at once is 4 MB.
      #expect(resident < 3000)
    }
  #endif

  @Test("a compressed profile that inflates to more than its limit is refused, its pixels are not")
  func profileBomb() throws {
    let bomb = try Self.bomb.get()
    #expect(bomb.count < 100_000)
    // A profile begins with its size: this one's stands, stored, before 70 MB of compressed zeros.
    let head = bigEndian(70_000_000) + [UInt8](repeating: 0, count: 128)
    let profile = [0x78, 0x01, 0x00, 132, 0, 123, 255] + head + bomb.dropFirst(2)
    let bytes = png(
      bigEndian(1) + bigEndian(1) + [8, 0, 0, 0, 0],
      [("iCCP", Array("bomb\0\0".utf8) + profile), ("IDAT", storedZeros(2)), ("IEND", [])])
    #expect(codecError { try ImageDecoder().decode(bytes) } == nil)
    #expect(
      codecError { try ImageDecoder().colorProfile(of: bytes) }
        == .limitExceeded(.metadataBytes(limit: 16_000_000)))
  }

  @Test("compressed text is never inflated", arguments: ["zTXt", "iTXt", "tEXt", "abCd"])
  func textBomb(name: String) throws {
    let bomb = try Self.bomb.get()
    let head: [UInt8] =
      name == "iTXt" ? Array("bomb\0\u{1}\0en\0bomb\0".utf8) : Array("bomb\0\0".utf8)
    let chunks = Array(repeating: (name, head + bomb), count: 20)
    let bytes = png(
      bigEndian(1) + bigEndian(1) + [8, 0, 0, 0, 0],
      chunks + [("IDAT", storedZeros(2))] + chunks + [("IEND", [])])
    // Inflating forty times 70 MB would take far more than the time that is left.
    var limits = DecodingLimits(memoryBytes: 1000)
    limits.seconds = 10
    let decoded = try ImageDecoder(limits: limits).decode(bytes)
    #expect(decoded.warnings.isEmpty)
    #expect(decoded.image.pixelCount == 1)
  }

  @Test("a row of a hundred million pixels counts, with what libpng needs for it")
  func wideRow() throws {
    let bytes = png(
      bigEndian(100_000_000) + bigEndian(1) + [16, 6, 0, 0, 0], [("IDAT", storedZeros(10))])
    // The image, 4 bytes a pixel; the row as stored and the one before, 8 each.
    let needed = 100_000_000 * (4 + 8 + 8)
    let error = codecError {
      try ImageDecoder(limits: DecodingLimits(memoryBytes: needed - 1)).decode(bytes)
    }
    #expect(
      error == .limitExceeded(.memoryBytes(needed: needed, limit: needed - 1)))
  }
}
