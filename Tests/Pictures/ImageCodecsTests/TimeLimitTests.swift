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
    _ bytes: [UInt8], _ limits: DecodingLimits, allowsPartialImages: Bool = false,
    rows: RowDecoding = .ownFirst
  ) -> ImageCodecError? {
    codecError {
      var decoder = ImageDecoder(limits: limits, allowsPartialImages: allowsPartialImages)
      decoder.rows = rows
      return try decoder.decode(bytes)
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
    // Those that this project reads, and the libraries as well.
    for file in [plain[0], plain[2]] {
      for rows in [RowDecoding.ownFirst, .ownAlways, .libraries] {
        #expect(error(file, limits(4.5), rows: rows) == nil, "\(rows)")
        #expect(error(file, limits(3.5), rows: rows) == .limitExceeded(.seconds(limit: 3.5)))
      }
    }
  }

  @Test("a decoder that takes a file over has what is left of the time, not all of it")
  func takingOver() throws {
    // The last part of each cannot be read, which our decoders find after three quarters of the rows and
    // more, at three looks: the library then begins at the first row.
    let png = try PNGEncoder(compressionLevel: 1).encode(
      makeNoise(width: Self.side, height: Self.side, seed: 1, opaque: true))
    let jpeg = try JPEGEncoder().encode(
      makeNoise(width: Self.side, height: Self.side, seed: 1, opaque: true))
    for file in [png, jpeg] {
      let cut = Array(file.prefix(file.count * 15 / 16))
      for rows in [RowDecoding.ownFirst, .ownAlways] {
        func found(_ seconds: Double) -> ImageCodecError? {
          error(cut, limits(seconds), rows: rows)
        }
        guard case .truncated = found(20) else {
          Issue.record("It is cut: \(String(describing: found(20)))")
          continue
        }
        #expect(found(2.5) == .limitExceeded(.seconds(limit: 2.5)))
        // Alone the library would be done within four.
        #expect(found(4.5) == .limitExceeded(.seconds(limit: 4.5)))
        guard case .truncated = error(cut, limits(4.5), rows: .libraries) else {
          Issue.record("The library has time enough.")
          continue
        }
      }
    }
  }

  @Test("an outline, its tiles and all rows after them share one time")
  func outlines() throws {
    let file = try JPEGEncoder().encode(
      makeNoise(width: 2 * Self.side, height: 2 * Self.side, seed: 1, opaque: true))
    func error(_ seconds: Double, thenInFull: Bool) -> ImageCodecError? {
      codecError {
        try file.withUnsafeBytes { bytes in
          var reader = try ImageRowReader(bytes, decoder: ImageDecoder(limits: limits(seconds))) {
            _ in .sampledOutline(draws: 1000, seed: 1)
          }
          var rows = [UInt8](repeating: 0, count: 32 * reader.bytesPerRow)
          while try rows.withUnsafeMutableBytes({ try reader.readRows(into: $0) }) > 0 {}
          guard thenInFull else { return }
          reader = try reader.readerInFull()
          rows = [UInt8](repeating: 0, count: 256 * reader.bytesPerRow)
          while try rows.withUnsafeMutableBytes({ try reader.readRows(into: $0) }) > 0 {}
        }
      }
    }
    // Sixteen looks and the ends of eight calls, and then as many again.
    #expect(error(10, thenInFull: false) == .limitExceeded(.seconds(limit: 10)))
    #expect(error(26, thenInFull: false) == nil)
    #expect(error(26, thenInFull: true) == .limitExceeded(.seconds(limit: 26)))
    #expect(error(60, thenInFull: true) == nil)
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
