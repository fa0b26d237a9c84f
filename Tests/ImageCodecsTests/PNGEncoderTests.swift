internal import ImageCodecs
internal import Pixels
internal import Testing

@Suite("PNG files come back as the same pixels")
struct PNGEncoderTests {
  @Test("Any size, opaque or not, at any compression level", arguments: [0, 1, 6, 9])
  func roundTrip(level: Int) throws {
    for (width, height) in [(1, 1), (1, 9), (9, 1), (17, 13), (64, 64)] {
      for opaque in [true, false] {
        let image = try makeNoise(width: width, height: height, seed: 7, opaque: opaque)
        let bytes = try PNGEncoder(compressionLevel: level).encode(image)
        let decoded = try ImageDecoder().decode(bytes)
        #expect(decoded.image == image)
        #expect(decoded.warnings == [])
        #expect(decoded.header.hasTransparency == !opaque)
        #expect(decoded.header.bitDepth == 8)
      }
    }
  }

  @Test("Colours under transparent pixels are kept")
  func hiddenColours() throws {
    let image = try makeImage(width: 3, height: 3) { x, y in
      RGBA8(red: UInt8(x * 80), green: UInt8(y * 80), blue: 7, alpha: 0)
    }
    #expect(try ImageDecoder().decode(PNGEncoder().encode(image)).image == image)
  }

  @Test("A large image, and higher effort gives a smaller file")
  func large() throws {
    let image = try makeGradient(width: 1500, height: 700)
    let quick = try PNGEncoder(compressionLevel: 0).encode(image)
    let small = try PNGEncoder(compressionLevel: 9).encode(image)
    #expect(try ImageDecoder().decode(quick).image == image)
    #expect(try ImageDecoder().decode(small).image == image)
    #expect(small.count < quick.count / 4)
  }

  @Test("Levels outside 0 to 9 are taken as the nearest")
  func clamped() throws {
    let image = try makeGradient(width: 20, height: 20)
    #expect(
      try PNGEncoder(compressionLevel: 99).encode(image)
        == PNGEncoder(compressionLevel: 9).encode(image))
    #expect(
      try PNGEncoder(compressionLevel: -5).encode(image)
        == PNGEncoder(compressionLevel: 0).encode(image))
  }

  @Test("Orientation and colour profile are kept", arguments: ImageOrientation.allCases)
  func metadata(orientation: ImageOrientation) throws {
    let profile = try #require(
      try ImageDecoder().colorProfile(of: Corpus.bytes("png/ljt-monkey16.png")))
    let image = try makeGradient(width: 5, height: 4)
    let bytes = try PNGEncoder(orientation: orientation, colorProfile: profile).encode(image)
    let decoded = try ImageDecoder().decode(bytes)
    #expect(decoded.image == image)
    #expect(decoded.header.orientation == orientation)
    #expect(try ImageDecoder().colorProfile(of: bytes) == profile)
  }

  @Test("What cannot be written is an error with a message")
  func refusals() throws {
    let nothing = try ImageBuffer(width: 0, height: 5)
    #expect(
      codecError { try PNGEncoder().encode(nothing) }
        == .cannotEncode(.png, reason: "it has no pixels"))
    let image = try makeGradient(width: 2, height: 2)
    let error = codecError { try PNGEncoder(colorProfile: [1, 2, 3]).encode(image) }
    guard case .cannotEncode(.png, let reason)? = error else {
      Issue.record("a profile of three bytes was written")
      return
    }
    #expect(reason.contains("profile"))
  }
}
