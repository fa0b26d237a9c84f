internal import ImageCodecs
internal import Pixels
internal import Testing

/// The clock is looked at every quarter of a million pixels, and this one moves on by a second each
/// time: a picture of a megapixel takes four.
@Suite("Decoding stops at its time limit")
struct TimeLimitTests {
  private static let side = 1024

  private func limits(_ seconds: Double, aLook step: Double = 1) -> DecodingLimits {
    var limits = DecodingLimits(seconds: seconds)
    limits.clock = .stepping(seconds: step)
    return limits
  }

  private func error(
    _ bytes: [UInt8], _ limits: DecodingLimits, allowsPartialImages: Bool = false
  ) -> ImageCodecError? {
    codecError {
      try ImageDecoder(limits: limits, allowsPartialImages: allowsPartialImages).decode(bytes)
    }
  }

  /// A file of every kind that is read in a way of its own.
  private static func files() throws -> [[UInt8]] {
    let image = try makeGradient(width: side, height: side)
    return [
      try PNGEncoder(compressionLevel: 1).encode(image),
      interlacedPNG(side: side),
      try JPEGEncoder().encode(image),
      try JPEGEncoder(isProgressive: true).encode(image),
    ]
  }

  @Test("a megapixel within four seconds passes, and is refused in three, whatever the format")
  func everyFormat() throws {
    for file in try Self.files() {
      // A progressive picture takes a megapixel's time for each scan too.
      #expect(error(file, limits(100)) == nil)
      #expect(error(file, limits(3)) == .limitExceeded(.seconds(limit: 3)))
    }
    let plain = try Self.files()
    for file in [plain[0], plain[2]] { #expect(error(file, limits(4.5)) == nil) }
  }

  @Test("scans take time before the first row comes")
  func scans() throws {
    let progressive = try #require(Self.files().last)
    // Ten scans of a megapixel before its rows.
    #expect(error(progressive, limits(39)) == .limitExceeded(.seconds(limit: 39)))
    #expect(error(progressive, limits(60)) == nil)
    let error = codecError {
      try progressive.withUnsafeBytes { bytes in
        let reader = try ImageRowReader(bytes, decoder: ImageDecoder(limits: limits(3)))
        return reader.nextRow
      }
    }
    #expect(error == .limitExceeded(.seconds(limit: 3)))
  }

  @Test("what came before the time was over is not handed out as a partial image")
  func partial() throws {
    for file in try Self.files() {
      #expect(error(file, limits(2), allowsPartialImages: true) != nil)
    }
  }

  @Test("what a caller does between rows takes none of the time")
  func rows() throws {
    let file = try PNGEncoder(compressionLevel: 1).encode(
      makeGradient(width: Self.side, height: Self.side))
    // Every look, at a call's beginning and its end, moves the clock; what passes between an end
    // and the next beginning is the caller's. So 1024 calls take a second each, and not two.
    let rows = try file.withUnsafeBytes { bytes in
      var reader = try ImageRowReader(bytes, decoder: ImageDecoder(limits: limits(1500)))
      var row = [UInt8](repeating: 0, count: reader.bytesPerRow)
      while try row.withUnsafeMutableBytes({ try reader.readRows(into: $0) }) > 0 {}
      return reader.nextRow
    }
    #expect(rows == Self.side)
  }

  @Test("rows that come a few at a time, each within a look, are counted together")
  func fewRows() throws {
    let file = try PNGEncoder(compressionLevel: 1).encode(
      makeGradient(width: Self.side, height: Self.side))
    let error = codecError {
      try file.withUnsafeBytes { bytes in
        var reader = try ImageRowReader(bytes, decoder: ImageDecoder(limits: limits(3)))
        var rows = [UInt8](repeating: 0, count: 100 * reader.bytesPerRow)
        while try rows.withUnsafeMutableBytes({ try reader.readRows(into: $0) }) > 0 {}
      }
    }
    #expect(error == .limitExceeded(.seconds(limit: 3)))
  }

  @Test("no number and infinity are no limit; nothing is none at all")
  func extremes() throws {
    let file = try JPEGEncoder().encode(makeGradient(width: Self.side, height: Self.side))
    #expect(error(file, limits(.infinity, aLook: 1e9)) == nil)
    #expect(error(file, limits(.nan, aLook: 1)) == nil)
    #expect(error(file, limits(-1, aLook: 1)) == .limitExceeded(.seconds(limit: -1)))
    #expect(error(file, limits(1e30, aLook: 1)) == nil)
  }

  @Test("the error says what to do")
  func words() {
    #expect(
      ImageCodecError.limitExceeded(.seconds(limit: 60)).description
        == "Decoding takes more processor time than the limit of 60 seconds. "
        + "Raise the limit if you trust the source.")
    #expect(
      ImageCodecError.limitExceeded(.seconds(limit: 0.25)).description.contains("0.25 seconds"))
  }

  @Test("by default a clock of the system counts, and a minute is enough for these")
  func systemClock() throws {
    for file in try Self.files() { #expect(error(file, DecodingLimits()) == nil) }
    let file = try JPEGEncoder().encode(makeGradient(width: Self.side, height: Self.side))
    #expect(
      error(file, DecodingLimits(seconds: 1e-9)) == .limitExceeded(.seconds(limit: 1e-9)))
  }
}

/// A black square, one bit a pixel, in the seven passes of Adam7, its data stored as they are.
private func interlacedPNG(side: Int) -> [UInt8] {
  // Columns and rows from one pixel of a pass to the next, and where the first one is.
  let passes = [
    (8, 8, 0, 0), (8, 8, 4, 0), (4, 8, 0, 4), (4, 4, 2, 0), (2, 4, 0, 2), (2, 2, 1, 0),
    (1, 2, 0, 1),
  ]
  let count = passes.reduce(0) { sum, pass in
    let width = (side - pass.2 + pass.0 - 1) / pass.0
    let height = (side - pass.3 + pass.1 - 1) / pass.1
    return sum + height * (1 + (width + 7) / 8)
  }
  let header = bigEndian(UInt32(side)) + bigEndian(UInt32(side)) + [1, 0, 0, 0, 1]
  return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk(named: Array("IHDR".utf8), header)
    + chunk(named: Array("IDAT".utf8), storedZeros(count)) + chunk(named: Array("IEND".utf8), [])
}

/// A zlib stream of zeros in stored blocks (RFC 1950 and 1951).
func storedZeros(_ count: Int) -> [UInt8] {
  var stream: [UInt8] = [0x78, 0x01]
  var left = count
  while left > 0 {
    let step = min(left, 65_535)
    left -= step
    let size = [UInt8(step & 0xFF), UInt8(step >> 8)]
    stream += [left == 0 ? 1 : 0] + size + size.map { ~$0 } + [UInt8](repeating: 0, count: step)
  }
  // Adler-32 of zeros: 1 in the low half, their number in the high one.
  return stream + bigEndian(UInt32(count % 65_521) << 16 | 1)
}
