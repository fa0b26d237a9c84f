internal import ImageCodecs
internal import Pixels
internal import Testing

@Suite("Large JPEG files are compressed in strips")
struct JPEGStripsTests {
  /// 1.2 megapixels whose rows and columns end within a block.
  private static let image = Result {
    try makeImage(width: 1_203, height: 1_001) { x, y in
      RGBA8(
        red: UInt8(truncatingIfNeeded: x), green: UInt8(truncatingIfNeeded: x &* y >> 7),
        blue: UInt8(truncatingIfNeeded: y &* y >> 5), alpha: 255)
    }
  }

  @Test("They hold the pixels of a file made in one piece", arguments: [true, false])
  func pixels(halvesChroma: Bool) throws {
    let image = try Self.image.get()
    var encoder = JPEGEncoder(quality: 92, chromaSubsampling: halvesChroma ? .half : .none)
    let inStrips = try encoder.encode(image, threads: 2)
    // Progressive files are made in one piece, and hold the same coefficients in other scans.
    encoder.isProgressive = true
    let whole = try encoder.encode(image, threads: 2)
    let decoded = try ImageDecoder().decode(inStrips)
    #expect(largestDifference(decoded.image, try ImageDecoder().decode(whole).image) == 0)
    #expect(decoded.warnings == [])
    #expect(!decoded.header.isProgressive)
  }

  @Test("The bytes depend neither on threads nor on how many rows come at a time")
  func sameBytes() throws {
    let image = try Self.image.get()
    let expected = try JPEGEncoder(quality: 75).encode(image)
    for threads in [2, 3, 8] {
      #expect(try JPEGEncoder(quality: 75).encode(image, threads: threads) == expected)
    }
    for rowsAtATime in [1, 5, 16, 96, 97, 333, 1_000] {
      let writer = try ImageRowWriter(
        .jpeg, width: image.width, height: image.height, isOpaque: true,
        encoding: ImageEncoding(quality: 75))
      var bytes: [UInt8] = []
      try image.withPixels { view in
        for start in stride(from: 0, to: view.height, by: rowsAtATime) {
          bytes += try writer.write(
            view.rows(start..<min(start + rowsAtATime, view.height)), threads: 2)
        }
      }
      bytes += try writer.finish()
      #expect(bytes == expected, "\(rowsAtATime) rows at a time")
    }
  }

  @Test("A restart marker stands between two strips, in the order of the standard")
  func markers() throws {
    let bytes = try JPEGEncoder(orientation: .right).encode(try Self.image.get(), threads: 2)
    let markers = zip(bytes, bytes.dropFirst())
      .filter { first, second in first == 0xFF && (0xD0...0xD7).contains(second) }
      .map { $0.1 }
    #expect(markers.count > 7)
    #expect(markers == markers.indices.map { UInt8(0xD0 + $0 % 8) })
    #expect(bytes.suffix(2) == [0xFF, 0xD9])
    #expect(try ImageDecoder().decode(bytes).header.orientation == .right)
  }

  @Test(
    "Strips end where a row of MCUs does, whatever the sides",
    arguments: [
      (65_500, 17), (17, 65_500), (1_024, 1_024), (32_768, 32), (2_048, 513),
    ])
  func sides(width: Int, height: Int) throws {
    let image = try ImageBuffer(width: width, height: height)
    let background = RGB8(red: 200, green: 30, blue: 90)
    for subsampling in [JPEGEncoder.ChromaSubsampling.half, .none] {
      let encoder = JPEGEncoder(
        quality: 100, chromaSubsampling: subsampling, background: background)
      let decoded = try ImageDecoder().decode(try encoder.encode(image, threads: 2))
      #expect(decoded.warnings == [])
      #expect(decoded.image.width == width && decoded.image.height == height)
      // Nothing is stored but one colour, in every strip.
      decoded.image.withPixels { view in
        for y in [0, height / 2, height - 1] {
          for x in [0, width / 2, width - 1] {
            let pixel = view[x, y]
            #expect(abs(Int(pixel.red) - 200) <= 1 && abs(Int(pixel.blue) - 90) <= 1)
          }
        }
      }
    }
  }

  @Test("A transparent pixel in a later strip is refused")
  func transparency() throws {
    let writer = try ImageRowWriter(.jpeg, width: 2_048, height: 1_024, isOpaque: true)
    let opaque = try makeImage(width: 2_048, height: 64) { _, _ in
      RGBA8(red: 1, green: 2, blue: 3, alpha: 255)
    }
    let transparent = try ImageBuffer(width: 2_048, height: 64)
    _ = try opaque.withPixels { try writer.write($0, threads: 2) }
    #expect(throws: ImageCodecError.self) {
      try transparent.withPixels { try writer.write($0, threads: 2) }
    }
  }
}
