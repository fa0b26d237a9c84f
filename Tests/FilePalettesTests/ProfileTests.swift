internal import CLittleCMS
internal import DominantColor
internal import FilePalettes
internal import ImageCodecs
internal import Pixels
internal import Testing

@Suite("Palettes of files with colour profiles")
struct ProfileTests {
  /// A profile of Display P3's primaries.
  private func displayP3() -> [UInt8] {
    var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
    var primaries = cmsCIExyYTRIPLE(
      Red: cmsCIExyY(x: 0.680, y: 0.320, Y: 1), Green: cmsCIExyY(x: 0.265, y: 0.690, Y: 1),
      Blue: cmsCIExyY(x: 0.150, y: 0.060, Y: 1))
    let curve = cmsBuildParametricToneCurve(
      nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    var curves = [curve, curve, curve]
    let made = cmsCreateRGBProfile(&white, &primaries, &curves)
    defer {
      cmsCloseProfile(made)
      cmsFreeToneCurve(curve)
    }
    var count: cmsUInt32Number = 0
    cmsSaveProfileToMem(made, nil, &count)
    var bytes = [UInt8](repeating: 0, count: Int(count))
    cmsSaveProfileToMem(made, &bytes, &count)
    return bytes
  }

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
    let png = try answer(PNGEncoder(colorProfile: displayP3()).encode(image))
    let color = try #require(png.palette.dominant?.color)
    // From the primaries and curves by double-precision matrices: (219.2, 94.5, 31.5).
    #expect(color.deltaE00(to: RGB8(red: 219, green: 94, blue: 31)) < 0.7)
    #expect(png.warnings.isEmpty)
    let large = try flat(RGB8(red: 204, green: 102, blue: 51), side: 1500)
    let jpeg = try answer(JPEGEncoder(colorProfile: displayP3()).encode(large))
    #expect(!jpeg.isExact)
    #expect(try #require(jpeg.palette.dominant).color.deltaE00(to: color) < 1)
  }

  @Test("a profile that cannot be followed is a warning, and the pixels are taken as they are")
  func damaged() throws {
    let image = try flat(RGB8(red: 204, green: 102, blue: 51), side: 40)
    var profile = displayP3()
    profile.replaceSubrange(36..<40, with: [0, 0, 0, 0])
    let jpeg = try answer(
      JPEGEncoder(quality: 100, chromaSubsampling: .none, colorProfile: profile).encode(image))
    let plain = try answer(JPEGEncoder(quality: 100, chromaSubsampling: .none).encode(image))
    #expect(jpeg.palette == plain.palette)
    #expect(jpeg.warnings.count == 1 && plain.warnings.isEmpty)
  }
}
