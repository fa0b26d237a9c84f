internal import ImageCodecs
internal import Pixels
internal import Testing

@Suite("Costs of a file are checked before they arise, and share one budget")
struct CostTests {
  /// A JPEG whose header says other sides.
  private func claiming(_ side: UInt8, in jpeg: [UInt8], marker: UInt8) throws -> [UInt8] {
    let frame = try #require(
      jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == marker })
    var bytes = jpeg
    bytes.replaceSubrange(frame + 5..<frame + 9, with: [side, 0, side, 0])
    return bytes
  }

  @Test("A few kilobytes cannot hold what a progressive header claims")
  func progressiveBomb() throws {
    let small = try JPEGEncoder(isProgressive: true).encode(makeGradient(width: 64, height: 64))
    let bomb = try claiming(0x40, in: small, marker: 0xC2)
    let error = codecError { try ImageDecoder().decode(bomb) }
    #expect(error == .tooFewBytes(.jpeg, width: 16_384, height: 16_384, count: bomb.count))
    let reader = codecError { try bomb.withUnsafeBytes { _ = try ImageRowReader($0) } }
    #expect(reader == error)
  }

  @Test("Nor what a PNG's header claims, beyond what deflate can make of a byte")
  func pngBomb() throws {
    func header(_ side: UInt32) -> [UInt8] {
      let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      return head
        + chunk(named: Array("IHDR".utf8), bigEndian(side) + bigEndian(side) + [8, 6, 0, 0, 0])
        + chunk(named: Array("IDAT".utf8), [UInt8](repeating: 7, count: 9000))
    }
    let bomb = header(10_000)
    #expect(
      codecError { try ImageDecoder().decode(bomb) }
        == .tooFewBytes(.png, width: 10_000, height: 10_000, count: bomb.count))
  }

  @Test("A picture as uniform as can be is no bomb, in each format")
  func uniform() throws {
    let image = try ImageBuffer(width: 5000, height: 5000)
    var white = image
    white.withMutableBytes { bytes in
      for index in bytes.indices { bytes[index] = 255 }
    }
    for bytes in [
      try PNGEncoder(compressionLevel: 9).encode(white),
      try JPEGEncoder(quality: 1).encode(white),
      try JPEGEncoder(quality: 1, isProgressive: true).encode(white),
    ] {
      #expect(codecError { try ImageDecoder().decode(bytes) } == nil)
    }
  }

  @Test("Readers share a budget: what is in use is refused until it is given back")
  func budget() throws {
    let bytes = try PNGEncoder().encode(makeGradient(width: 100, height: 100))
    var limits = DecodingLimits()
    limits.budget = MemoryBudget(byteCount: 60_000)
    let decoder = ImageDecoder(limits: limits)
    do {
      let first = try decoder.decode(bytes)
      let error = codecError { try decoder.decode(bytes) }
      guard case .memoryInUse = error else {
        Issue.record("\(error?.description ?? "no error")")
        return
      }
      #expect(first.image.width == 100)
    }
    #expect(codecError { try decoder.decode(bytes) } == nil)
    limits.budget = MemoryBudget(byteCount: 30_000)
    let never = codecError { try ImageDecoder(limits: limits).decode(bytes) }
    guard case .limitExceeded(.memoryBytes(_, limit: 30_000)) = never else {
      Issue.record("\(never?.description ?? "no error")")
      return
    }
  }

  @Test("Limits and what exceeds them are said in the same unit")
  func units() {
    let error = ImageCodecError.limitExceeded(
      .memoryBytes(needed: 1_234_567_890, limit: 1_000_000_000))
    #expect(
      error.description
        == "Decoding needs 1234.6 MB of memory, above the limit of 1000 MB. Raise the limit if you "
        + "trust the source.")
  }
}
