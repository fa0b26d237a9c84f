internal import CommandTestSupport
internal import ImageCodecs
internal import Pixels
internal import SyntheticImages
internal import Testing

@Suite(
  "WebP files that are written",
  .enabled(if: FormatFiles.canRead(.webP), "libwebp is missing: install libwebp7"))
struct WebPEncoderTests {
  @Test("a picture comes back nearly as it was, the nearer the higher the quality")
  func quality() throws {
    let image = try makeGradient(width: 61, height: 37)
    let sizes = try [20, 60, 95].map { quality in
      let bytes = try ImageFormat.webP.encode(image, ImageEncoding(quality: quality))
      let decoded = try ImageDecoder().decode(bytes)
      #expect(decoded.header.format == .webP && !decoded.header.hasTransparency)
      if quality == 95 { #expect(largestDifference(decoded.image, image) <= 8) }
      return bytes.count
    }
    #expect(sizes == sizes.sorted())
  }

  @Test("more effort gives a smaller file; without a wish it is the usual one")
  func effort() throws {
    let image = try #require(SyntheticImage.named("photo")).makeImage(width: 256, height: 192)
    let files = try [1, 4, 7, 9].map { effort in
      try ImageFormat.webP.encode(image, ImageEncoding(effort: effort))
    }
    let usual = try ImageFormat.webP.encode(image, ImageEncoding())
    #expect(files[2] == usual)
    #expect(files[3].count < files[0].count)
    #expect(Set(files).count == 4)
    for file in files {
      #expect(try largestDifference(ImageDecoder().decode(file).image, image) < 90)
    }
    let outside = try [0, 10].map { try ImageFormat.webP.encode(image, ImageEncoding(effort: $0)) }
    #expect(outside == [files[0], files[3]])
  }

  @Test("transparency, profile and orientation are kept")
  func metadata() throws {
    let image = try makeImage(width: 20, height: 10) { x, y in
      RGBA8(red: 200, green: 30, blue: 40, alpha: x < 10 ? 0 : 255)
    }
    let profile = RGBSpace.displayP3.profile()
    let bytes = try ImageFormat.webP.encode(
      image, ImageEncoding(orientation: .right, colorProfile: profile))
    let decoded = try ImageDecoder().decode(bytes)
    #expect(decoded.header.orientation == .right)
    #expect(decoded.header.hasTransparency)
    #expect(try ImageDecoder().colorProfile(of: bytes) == profile)
    decoded.image.withPixels { view in
      for x in 0..<20 { #expect(view[x, 5].alpha == (x < 10 ? 0 : 255)) }
    }
    let plain = try ImageFormat.webP.encode(image)
    #expect(try ImageDecoder().decode(plain).image == decoded.image)
  }

  @Test("rows in any portions give the same file")
  func portions() throws {
    let image = try makeGradient(width: 33, height: 30)
    let writer = try ImageRowWriter(.webP, width: 33, height: 30, isOpaque: true)
    var bytes: [UInt8] = []
    for range in [0..<1, 1..<14, 14..<30] {
      bytes += try rows(range, of: image).withPixels { try writer.write($0) }
    }
    bytes += try writer.finish()
    #expect(try bytes == ImageFormat.webP.encode(image))
  }

  @Test("a side that the format cannot hold, and a format that is only read, are errors")
  func refusals() throws {
    let wide = try ImageBuffer(width: 16_384, height: 1)
    guard case .cannotEncode(.webP, _)? = codecError({ try ImageFormat.webP.encode(wide) }) else {
      Issue.record("written")
      return
    }
    let small = try ImageBuffer(width: 1, height: 1)
    for format in ImageFormat.all where !format.isWritable {
      guard case .cannotEncode(format, _)? = codecError({ try format.encode(small) }) else {
        Issue.record("\(format) written")
        continue
      }
    }
  }
}
