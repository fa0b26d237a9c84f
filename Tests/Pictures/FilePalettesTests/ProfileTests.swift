internal import CommandTestSupport
internal import DominantColor
internal import FilePalettes
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
    try bytes.withUnsafeBytes { try FilePaletteReader().palette(of: $0) }
  }

  @Test("a file of Display P3 gives its colours in sRGB, read whole or in outline")
  func displayP3Files() throws {
    let image = try flat(RGB8(red: 204, green: 102, blue: 51), side: 40)
    let png = try answer(PNGEncoder(colorProfile: RGBSpace.displayP3.profile()).encode(image))
    let color = try #require(png.palette.dominant?.color)
    // From the primaries and curves by double-precision matrices: (219.2, 94.5, 31.5).
    #expect(color.deltaE00(to: RGB8(red: 219, green: 94, blue: 31)) < 0.7)
    #expect(png.warnings.isEmpty)
    let large = try flat(RGB8(red: 204, green: 102, blue: 51), side: 1500)
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
}
