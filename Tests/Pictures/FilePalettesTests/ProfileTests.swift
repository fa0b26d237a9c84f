internal import CommandTestSupport
internal import DominantColor
internal import FilePalettes
internal import Files
internal import ImageCodecs
internal import Pixels
internal import Testing

@Suite("Palettes of files with colour profiles")
struct ProfileTests {
  private func flat(_ color: RGB8, side: Int) throws -> ImageBuffer {
    var image = try ImageBuffer(width: side, height: side)
    image.withMutableBytes { bytes in
      let word = UInt32(color.red) | UInt32(color.green) << 8 | UInt32(color.blue) << 16
      bytes.bindMemory(to: UInt32.self).update(repeating: word | 0xFF00_0000)
    }
    return image
  }

  private func answer(_ bytes: [UInt8]) throws -> FilePalette {
    try bytes.withUnsafeBytes { try FilePaletteReader(method: .histogram).palette(of: $0) }
  }

  @Test("a file of Display P3 gives its colours in sRGB, read whole or in outline")
  func displayP3Files() throws {
    let image = try flat(RGB8(red: 204, green: 102, blue: 51), side: 40)
    let png = try answer(PNGEncoder(colorProfile: RGBSpace.displayP3.profile()).encode(image))
    let color = try #require(png.palette.dominant?.color)
    // From the primaries and curves by double-precision matrices: (219.2, 94.5, 31.5).
    #expect(color.deltaE00(to: RGB8(red: 219, green: 94, blue: 31)) < 0.7)
    #expect(png.warnings.isEmpty)
    let large = try flat(RGB8(red: 204, green: 102, blue: 51), side: 2048)
    let jpeg = try answer(JPEGEncoder(colorProfile: RGBSpace.displayP3.profile()).encode(large))
    #expect(!jpeg.isExact)
    #expect(try #require(jpeg.palette.dominant).color.deltaE00(to: color) < 1)
  }

  @Test("a profile that cannot be followed is a warning, and the pixels are taken as they are")
  func damaged() throws {
    let image = try flat(RGB8(red: 204, green: 102, blue: 51), side: 40)
    var profile = RGBSpace.displayP3.profile()
    profile.replaceSubrange(36..<40, with: [0, 0, 0, 0])
    let jpeg = try answer(
      JPEGEncoder(quality: 100, chromaSubsampling: .none, colorProfile: profile).encode(image))
    let plain = try answer(JPEGEncoder(quality: 100, chromaSubsampling: .none).encode(image))
    #expect(jpeg.palette == plain.palette)
    #expect(jpeg.warnings.count == 1 && plain.warnings.isEmpty)
  }

  /// A PNG that says more of its colours, without a profile.
  private func tagged(_ png: [UInt8], _ tags: [(String, [UInt8])]) -> [UInt8] {
    Array(png[..<33] + tags.flatMap { pngChunk($0, $1) } + png[33...])
  }

  @Test("colours by codes, gamma and chromaticities give what the same profile gives")
  func codes() throws {
    func number(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
    let adobe: [UInt32] = [31_270, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6_000]
    let cases: [(RGBSpace, [(String, [UInt8])])] = [
      (.displayP3, [("cICP", [12, 13, 0, 1])]),
      // The codes count more than the rest.
      (.displayP3, [("cICP", [12, 13, 0, 1]), ("gAMA", number(100_000))]),
      (.adobeRGB, [("gAMA", number(45_475)), ("cHRM", adobe.flatMap(number))]),
    ]
    for (space, tags) in cases {
      for color in [
        RGB8(red: 204, green: 102, blue: 51), RGB8(red: 10, green: 200, blue: 90),
        RGB8(red: 30, green: 30, blue: 220), RGB8(red: 90, green: 91, blue: 92),
      ] {
        let image = try flat(color, side: 40)
        let byProfile = try answer(PNGEncoder(colorProfile: space.profile()).encode(image))
        let byTags = try answer(tagged(PNGEncoder().encode(image), tags))
        #expect(byTags.warnings.isEmpty)
        let (expected, found) = try (
          #require(byProfile.palette.dominant), #require(byTags.palette.dominant)
        )
        #expect(found.color.deltaE00(to: expected.color) < 0.5, "\(space.name) \(color)")
      }
    }
  }

  @Test("light above white of paper is white, in PQ and HLG, and the answer says so")
  func highDynamicRange() throws {
    // Signals for 203 cd/m² and for 18 % of it (BT.2408, table 1; SMPTE ST 2084).
    for (codes, white) in [([9, 16, 0, 1], 148), ([9, 18, 0, 1], 191)] as [([UInt8], UInt8)] {
      for level in [white + 1, 255] {
        let image = try flat(RGB8(red: level, green: level, blue: level), side: 16)
        let found = try answer(tagged(PNGEncoder().encode(image), [("cICP", codes)]))
        let color = try #require(found.palette.dominant?.color)
        #expect(color.deltaE00(to: RGB8(red: 255, green: 255, blue: 255)) < 0.7, "\(color)")
        #expect(found.warnings.count == 1)
      }
      let dark = try flat(RGB8(red: white / 2, green: white / 2, blue: white / 2), side: 16)
      let found = try answer(tagged(PNGEncoder().encode(dark), [("cICP", codes)]))
      #expect(try #require(found.palette.dominant).color.red < 200)
    }
  }

  @Test(
    "the same colours in every format give the same palette, profile or codes",
    .enabled(
      if: ImageFormat.all.allSatisfy { $0.missingLibrary == nil },
      "libraries are missing: install libwebp7 libheif1 libtiff6"))
  func formats() throws {
    func dominant(_ name: String) throws -> RGB8 {
      let bytes = try readFile(at: Fixtures.path("Formats/" + name))
      let found = try answer(bytes)
      return try #require(found.palette.swatches.first { $0.color.red > 150 }).color
    }
    // A red disc of (200, 30, 40), as sRGB and as Display P3.
    let plain = RGB8(red: 200, green: 30, blue: 40)
    for name in ["lossless.webp", "lzw.tif", "plain.heic", "plain.avif"] {
      #expect(try dominant(name).deltaE00(to: plain) < 1, "\(name)")
    }
    let wide = try dominant("profile.webp")
    #expect(wide.deltaE00(to: plain) > 2)
    for name in ["profile.tif", "profile.heic", "profile.avif", "p3-10.heic"] {
      #expect(try dominant(name).deltaE00(to: wide) < 1, "\(name)")
    }
  }
}
