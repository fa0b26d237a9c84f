internal import CommandTestSupport
internal import ImageCodecs
internal import Pixels
internal import Testing

@Suite(
  "AVIF files that are written",
  .enabled(
    if: ImageFormat.avif.missingToWrite == nil && FormatFiles.canRead(.avif),
    "libheif or its encoder is missing: install libheif1 and, on newer systems, libheif-plugin-aomenc"
  ))
struct AVIFEncoderTests {
  @Test("a picture comes back nearly as it was, the nearer the higher the quality")
  func quality() throws {
    let image = try makeGradient(width: 61, height: 37)
    let sizes = try [20, 60, 95].map { quality in
      let bytes = try ImageFormat.avif.encode(image, ImageEncoding(quality: quality))
      let decoded = try ImageDecoder().decode(bytes)
      #expect(decoded.header.format == .avif && !decoded.header.hasTransparency)
      #expect(decoded.warnings.isEmpty)
      if quality == 95 { #expect(largestDifference(decoded.image, image) <= 8) }
      return bytes.count
    }
    #expect(sizes == sizes.sorted())
  }

  @Test(
    "colour is the mean of the pixels that share it, at odd edges too",
    arguments: [JPEGEncoder.ChromaSubsampling.half, .none])
  func chroma(sampling: JPEGEncoder.ChromaSubsampling) throws {
    // Columns of two colours of nearly one brightness; the last column is alone.
    let colors = [RGBA8(red: 200, green: 60, blue: 60), RGBA8(red: 60, green: 110, blue: 160)]
    let image = try makeImage(width: 33, height: 17) { x, _ in colors[x % 2] }
    let bytes = try ImageFormat.avif.encode(
      image, ImageEncoding(quality: 100, chromaSubsampling: sampling))
    let decoded = try ImageDecoder().decode(bytes).image
    decoded.withPixels { view in
      for (x, y) in [(8, 3), (9, 3), (20, 16), (21, 16), (32, 3), (32, 16)] {
        let wanted =
          sampling == .none || x == 32
          ? (Int(colors[x % 2].red), Int(colors[x % 2].blue)) : (130, 110)
        // Brightness is each pixel's own, and moves both channels alike.
        let difference = Int(view[x, y].red) - Int(view[x, y].blue)
        #expect(abs(difference - (wanted.0 - wanted.1)) <= 12, "\(x), \(y)")
      }
    }
  }

  @Test("transparency and profile are kept")
  func metadata() throws {
    let image = try makeImage(width: 20, height: 10) { x, y in
      RGBA8(red: 200, green: 30, blue: 40, alpha: x < 10 ? 0 : 255)
    }
    let profile = RGBSpace.displayP3.profile()
    let bytes = try ImageFormat.avif.encode(image, ImageEncoding(colorProfile: profile))
    let decoded = try ImageDecoder().decode(bytes)
    #expect(decoded.header.hasTransparency)
    #expect(try ImageDecoder().colorProfile(of: bytes) == profile)
    decoded.image.withPixels { view in
      for x in 0..<20 where x < 8 || x >= 12 {
        #expect(abs(Int(view[x, 5].alpha) - (x < 10 ? 0 : 255)) <= 3)
      }
      #expect(abs(Int(view[17, 5].red) - 200) <= 4)
    }
    let plain = try ImageFormat.avif.encode(image)
    #expect(try ImageDecoder().colorProfile(of: plain) == nil)
  }

  @Test("rows in any portions, and any number of threads, give the same file")
  func portions() throws {
    let image = try makeGradient(width: 333, height: 300)
    let whole = try ImageFormat.avif.encode(image)
    for threads in [1, 4] {
      let writer = try ImageRowWriter(.avif, width: 333, height: 300, isOpaque: true)
      var bytes: [UInt8] = []
      for range in [0..<1, 1..<140, 140..<300] {
        bytes += try rows(range, of: image).withPixels { try writer.write($0, threads: threads) }
      }
      bytes += try writer.finish()
      #expect(bytes == whole, "\(threads) threads")
    }
  }

  @Test("a picture of one pixel, and a side that the format cannot hold")
  func sizes() throws {
    let small = try makeImage(width: 1, height: 1) { _, _ in RGBA8(red: 90, green: 90, blue: 90) }
    let decoded = try ImageDecoder().decode(ImageFormat.avif.encode(small))
    #expect((decoded.image.width, decoded.image.height) == (1, 1))
    let wide = try ImageBuffer(width: 65_537, height: 1)
    guard case .cannotEncode(.avif, _)? = codecError({ try ImageFormat.avif.encode(wide) }) else {
      Issue.record("written")
      return
    }
  }
}
