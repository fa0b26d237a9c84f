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
  }

  @Test("A profile is kept as it is, also where libpng would refuse it")
  func anyProfile() throws {
    let image = try makeGradient(width: 2, height: 2)
    for profile: [UInt8] in [[1, 2, 3], [UInt8](repeating: 7, count: 300_000)] {
      let bytes = try PNGEncoder(colorProfile: profile).encode(image)
      let decoded = try ImageDecoder().decode(bytes)
      #expect(decoded.image == image && decoded.warnings == [])
      #expect(try ImageDecoder().colorProfile(of: bytes) == profile)
    }
  }

  @Test("The bytes are the same whatever the number of threads, and in whatever pieces rows come")
  func threadsAndPieces() throws {
    for opaque in [true, false] {
      let image = try makeNoise(width: 701, height: 1003, seed: 3, opaque: opaque)
      let bytes = try PNGEncoder().encode(image)
      #expect(try ImageDecoder().decode(bytes).image == image)
      #expect(try PNGEncoder().encode(image, threads: 3) == bytes)
      for step in [1, 374, 500, 1003] {
        let writer = try ImageRowWriter(
          .png, width: image.width, height: image.height, isOpaque: opaque)
        var pieces: [UInt8] = []
        try image.withPixels { view in
          for top in stride(from: 0, to: image.height, by: step) {
            let rows = PixelView(
              baseAddress: view.row(top), width: view.width,
              height: min(step, image.height - top))
            pieces += try writer.write(rows, threads: 2)
          }
        }
        pieces += try writer.finish()
        let decoded = try ImageDecoder().decode(pieces)
        #expect(decoded.image == image && decoded.warnings == [])
      }
    }
  }

  @Test("What says something of the colours is kept")
  func colorTags() throws {
    let bytes = try Corpus.bytes("png/valid/ccwn3p08.png")
    let source = try ImageDecoder().decode(bytes)
    #expect(source.header.colorTags.chunks.keys.sorted() == ["cHRM", "gAMA"])
    let copy = try PNGEncoder(colorTags: source.header.colorTags).encode(source.image)
    #expect(try ImageDecoder().header(of: copy).colorTags == source.header.colorTags)
  }
}
