internal import ImageCodecs
internal import Pixels
internal import Testing

@Suite("JPEG files come back as nearly the same pixels")
struct JPEGEncoderTests {
  @Test("Quality 100 without subsampling stays within 4 levels", arguments: [false, true])
  func roundTrip(isProgressive: Bool) throws {
    let encoder = JPEGEncoder(
      quality: 100, chromaSubsampling: .none, isProgressive: isProgressive)
    for (width, height) in [(1, 1), (1, 9), (9, 1), (17, 13), (64, 64), (227, 149)] {
      let image = try makeGradient(width: width, height: height)
      let decoded = try ImageDecoder().decode(try encoder.encode(image))
      #expect(decoded.image.width == width && decoded.image.height == height)
      #expect(largestDifference(decoded.image, image) <= 4)
      #expect(decoded.warnings == [])
      #expect(decoded.header.isProgressive == isProgressive)
    }
  }

  @Test("Lower quality and halved colour make smaller files")
  func sizes() throws {
    let image = try ImageDecoder().decode(Corpus.bytes("jpeg/ljt-testorig.jpg")).image
    let best = try JPEGEncoder(quality: 100, chromaSubsampling: .none).encode(image)
    let usual = try JPEGEncoder().encode(image)
    let worst = try JPEGEncoder(quality: 10).encode(image)
    #expect(best.count > 2 * usual.count)
    #expect(usual.count > 2 * worst.count)
    #expect(largestDifference(try ImageDecoder().decode(best).image, image) <= 8)
    #expect(try JPEGEncoder(quality: 1000).encode(image) == JPEGEncoder(quality: 100).encode(image))
    #expect(try JPEGEncoder(quality: -1).encode(image) == JPEGEncoder(quality: 1).encode(image))
  }

  @Test("A large image")
  func large() throws {
    let image = try makeGradient(width: 1500, height: 700)
    let bytes = try JPEGEncoder(quality: 95).encode(image)
    #expect(largestDifference(try ImageDecoder().decode(bytes).image, image) <= 8)
  }

  @Test("Transparency is refused, or flattened on a background")
  func transparency() throws {
    let image = try makeImage(width: 16, height: 16) { x, _ in
      RGBA8(red: 200, green: 100, blue: 0, alpha: x < 8 ? 0 : 128)
    }
    #expect(
      codecError { try JPEGEncoder().encode(image) }
        == .cannotEncode(
          .jpeg, reason: "it has transparent pixels; choose a background, or write a PNG"))
    let encoder = JPEGEncoder(
      quality: 100, chromaSubsampling: .none, background: RGB8(red: 0, green: 0, blue: 255))
    let flat = try ImageDecoder().decode(try encoder.encode(image)).image
    // 128 of 255 parts of the colour over 127 of the background, rounded.
    let expected = try makeImage(width: 16, height: 16) { x, _ in
      x < 8
        ? RGBA8(red: 0, green: 0, blue: 255) : RGBA8(red: 100, green: 50, blue: 127)
    }
    #expect(largestDifference(flat, expected) <= 3)
  }

  @Test("Orientation and colour profile are kept", arguments: ImageOrientation.allCases)
  func metadata(orientation: ImageOrientation) throws {
    // Longer than two markers hold, so that it is cut into parts and put together again.
    let profile = (0..<150_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let image = try makeGradient(width: 5, height: 4)
    let bytes = try JPEGEncoder(orientation: orientation, colorProfile: profile).encode(image)
    let decoded = try ImageDecoder().decode(bytes)
    #expect(decoded.header.orientation == orientation)
    #expect(decoded.warnings == [])
    #expect(try ImageDecoder().colorProfile(of: bytes) == profile)
  }

  @Test("What cannot be written is an error with a message")
  func refusals() throws {
    let nothing = try ImageBuffer(width: 0, height: 5)
    #expect(
      codecError { try JPEGEncoder().encode(nothing) }
        == .cannotEncode(.jpeg, reason: "it has no pixels"))
    let wide = try ImageBuffer(width: 65_536, height: 1)
    #expect(
      codecError { try JPEGEncoder(background: RGB8(red: 0, green: 0, blue: 0)).encode(wide) }?
        .description
        == "The picture cannot be written as JPEG: 65536 × 1 pixels are more than the 65500 a side "
        + "that the format holds; write a PNG.")
    let image = try makeGradient(width: 2, height: 2)
    let profile = [UInt8](repeating: 0, count: 255 * 65_519 + 1)
    guard
      case .cannotEncode? = codecError({ try JPEGEncoder(colorProfile: profile).encode(image) })
    else {
      Issue.record("a profile above the format's limit was written")
      return
    }
  }
}
