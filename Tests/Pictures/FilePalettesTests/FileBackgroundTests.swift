import DominantColor
import FilePalettes
import ImageCodecs
import Pixels
import SyntheticImages
import Testing

@Suite("Backgrounds of files")
struct FileBackgroundTests {
  /// A disc on a gradient.
  private func shot() throws -> ImageBuffer {
    var image = try ImageBuffer(width: 301, height: 211)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let level = UInt8(120 + x / 4)
        let (dx, dy) = (x - 150, y - 100)
        image[x, y] =
          dx * dx + dy * dy < 3600
          ? RGBA8(red: 20, green: 90, blue: 200) : RGBA8(red: level, green: level, blue: level)
      }
    }
    return image
  }

  @Test("rows of a file give the background of its pixels, and the palette without it")
  func files() throws {
    let image = try shot()
    for bytes in [
      try PNGEncoder().encode(image), try JPEGEncoder().encode(image),
      try JPEGEncoder(isProgressive: true).encode(image),
    ] {
      let pixels = try ImageDecoder().decode(bytes).image
      for method in PaletteMethod.allCases {
        let expected = Dominant.paletteWithoutBackground(of: pixels, method: method)
        var reader = FilePaletteReader(method: method)
        try bytes.withUnsafeBytes { bytes in
          #expect(try reader.background(of: bytes) == expected.background)
          #expect(try reader.palette(of: bytes).background == nil)
          reader.leavesOutBackground = true
          let found = try reader.palette(of: bytes)
          #expect(found.palette == expected.palette)
          #expect(found.background == expected.background && found.isExact)
        }
      }
      #expect(Background.finding(in: pixels).background?.isGradient == true)
    }
  }

  @Test("a region has a background of its own")
  func region() throws {
    let bytes = try PNGEncoder().encode(shot())
    var reader = FilePaletteReader(region: PictureRegion(x: 130, y: 80, width: 40, height: 40))
    reader.leavesOutBackground = true
    let found = try bytes.withUnsafeBytes { try reader.palette(of: $0) }
    #expect(
      found.background?.background?.swatch.color == RGB8(red: 20, green: 90, blue: 200))
    #expect(found.palette.absence == .allFiltered)
  }

  @Test("few colours stay exact without the background, and pixels add up")
  func fewColors() throws {
    var image = try ImageBuffer(width: 50, height: 50)
    for y in 0..<50 {
      for x in 0..<50 {
        image[x, y] =
          20..<30 ~= x && 20..<30 ~= y
          ? RGBA8(red: UInt8(10 + 100 * (x % 2)), green: 0, blue: 0)
          : RGBA8(red: 255, green: 255, blue: 255)
      }
    }
    var reader = FilePaletteReader(keepsFewColors: true)
    reader.leavesOutBackground = true
    let found = try PNGEncoder().encode(image).withUnsafeBytes { try reader.palette(of: $0) }
    #expect(found.distinctColors == 2)
    #expect(found.palette.swatches.map(\.count) == [50, 50])
    #expect(found.palette.tally.filtered == 2400 && found.palette.tally.total == 2500)
  }
}
