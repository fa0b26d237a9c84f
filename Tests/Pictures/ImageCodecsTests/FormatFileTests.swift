internal import Files
internal import ImageCodecs
internal import Pixels
internal import Testing

@Suite("Formats beside PNG and JPEG decode to a reference decoder's pixels")
struct FormatFileTests {
  /// Decodes a file from memory and from disk, and compares with the reference.
  private func check(_ name: String, _ format: ImageFormat, within tolerance: Int) throws {
    let decoded = try ImageDecoder().decode(FormatFiles.bytes(name))
    #expect(decoded.header.format == format)
    #expect(decoded.missingRows == 0)
    let found = try FormatFiles.difference(decoded.image, FormatFiles.reference(name))
    #expect(found.map { $0 <= tolerance } == true, "\(name): \(found ?? -1)")
    let opened = try ImageDecoder().decode(ImageFile(opening: FormatFiles.path(name)))
    #expect(FormatFiles.difference(opened.image, decoded.image) == 0)
    #expect(try rows(of: name) == decoded.image.withPixels { Array(bytes(of: $0)) })
    #expect(try ImageDecoder().header(of: FormatFiles.bytes(name)) == decoded.header)
  }

  private func bytes(of view: PixelView) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: view.baseAddress, count: 4 * view.pixelCount)
  }

  /// The rows as they come seven at a time.
  private func rows(of name: String) throws -> [UInt8] {
    var reader = try ImageRowReader(ImageFile(opening: FormatFiles.path(name)))
    var all: [UInt8] = []
    var band = [UInt8](repeating: 0, count: 7 * reader.bytesPerRow)
    while true {
      let count = try band.withUnsafeMutableBytes { bytes throws(ImageCodecError) in
        try reader.readRows(into: bytes)
      }
      if count == 0 { return all }
      all += band[..<(count * reader.bytesPerRow)]
    }
  }

  @Test(
    "WebP", .enabled(if: FormatFiles.canRead(.webP), "libwebp is missing: install libwebp7"),
    arguments: [
      "lossy.webp", "lossless.webp", "alpha.webp", "lossless-alpha.webp", "animated.webp",
      "profile.webp", "one-color.webp",
    ])
  func webP(name: String) throws { try check(name, .webP, within: 0) }

  @Test(
    "A lossless WebP that says it has no alpha is opaque, whatever is stored as alpha",
    .enabled(if: FormatFiles.canRead(.webP), "libwebp is missing: install libwebp7"))
  func storedAlphaWithoutMeaning() throws {
    var bytes = try FormatFiles.bytes("lossless-alpha.webp")
    let pixels = try #require(
      (0..<bytes.count - 8).first { bytes[$0..<$0 + 4].elementsEqual("VP8L".utf8) })
    bytes[pixels + 12] &= ~0x10
    let decoded = try ImageDecoder().decode(bytes)
    #expect(!decoded.header.hasTransparency)
    let expected = try FormatFiles.reference("lossless-alpha.webp")
    decoded.image.withPixels { found in
      expected.withPixels { expected in
        for y in 0..<expected.height {
          for x in 0..<expected.width {
            var pixel = expected[x, y]
            pixel.alpha = 255
            #expect(found[x, y] == pixel)
          }
        }
      }
    }
  }

  @Test(
    "GIF",
    arguments: [
      "plain.gif", "interlaced.gif", "animated.gif", "transparent.gif", "wide-codes.gif",
    ])
  func gif(name: String) throws { try check(name, .gif, within: 0) }

  @Test(
    "BMP",
    arguments: [
      ("old.bmp", 0), ("bits1.bmp", 0), ("bits4.bmp", 0), ("bits8.bmp", 0), ("bits24.bmp", 0),
      ("down.bmp", 0), ("alpha.bmp", 0), ("runs4.bmp", 0), ("runs8.bmp", 0), ("bits32.bmp", 0),
      // Pillow rounds five bits down.
      ("bits16.bmp", 1), ("masks16.bmp", 1),
    ])
  func bmp(name: String, tolerance: Int) throws { try check(name, .bmp, within: tolerance) }

  @Test(
    "TIFF", .enabled(if: FormatFiles.canRead(.tiff), "libtiff is missing: install libtiff6"),
    arguments: [
      ("raw.tif", 0), ("lzw.tif", 0), ("adobe_deflate.tif", 0), ("packbits.tif", 0),
      ("palette.tif", 0), ("grey.tif", 0), ("bilevel.tif", 0), ("profile.tif", 0),
      ("pages.tif", 0), ("deep.tif", 1), ("tiled.tif", 0), ("straight.tif", 0), ("planes.tif", 0),
      ("big.tif", 0), ("turned.tif", 0), ("raw-tiles.tif", 0),
      // Rounding of inks, and of the cosine transform.
      ("cmyk.tif", 1), ("jpeg.tif", 3),
    ])
  func tiff(name: String, tolerance: Int) throws { try check(name, .tiff, within: tolerance) }

  @Test(
    "AVIF", .enabled(if: FormatFiles.canRead(.avif), "libheif is missing: install libheif1"),
    arguments: [("plain.avif", 2), ("alpha.avif", 12), ("profile.avif", 2), ("gain-map.avif", 2)])
  func avif(name: String, tolerance: Int) throws { try check(name, .avif, within: tolerance) }

  @Test(
    "HEIC", .enabled(if: FormatFiles.canRead(.heic), "libheif is missing: install libheif1"),
    arguments: [
      ("plain.heic", 2), ("alpha.heic", 12), ("profile.heic", 2), ("turned.heic", 2),
      ("p3-10.heic", 2), ("pq.heic", 2), ("gain-map.heic", 2),
    ])
  func heic(name: String, tolerance: Int) throws { try check(name, .heic, within: tolerance) }
}
