import DominantColor
import FilePalettes
import ImageCodecs
import Pixels
import SyntheticImages
import Testing

@Suite("Bars of files")
struct FileBarsTests {
  /// A picture of many colours between bars above and below.
  private func still(top: Int, bottom: Int) throws -> ImageBuffer {
    let inner = try #require(SyntheticImage.named("photo")).makeImage(width: 240, height: 160)
    var image = try ImageBuffer(width: 240, height: 160 + top + bottom)
    for y in 0..<image.height {
      for x in 0..<240 {
        image[x, y] =
          top..<(top + 160) ~= y ? inner[x, y - top] : RGBA8(red: 0, green: 0, blue: 0)
      }
    }
    return image
  }

  private func reader(_ method: PaletteMethod? = nil) -> FilePaletteReader {
    FilePaletteReader(method: method)
  }

  @Test("the palette is that of the region between the bars", arguments: PaletteMethod.allCases)
  func files(method: PaletteMethod) throws {
    let image = try still(top: 48, bottom: 48)
    let region = PictureRegion(x: 0, y: 48, width: 240, height: 160)
    for bytes in [
      try PNGEncoder().encode(image), try JPEGEncoder().encode(image),
      try JPEGEncoder(isProgressive: true).encode(image),
    ] {
      try bytes.withUnsafeBytes { bytes in
        let found = try reader(method).palette(of: bytes)
        let bars = try #require(found.bars)
        #expect([bars.left, bars.top, bars.right, bars.bottom] == [0, 48, 0, 48])
        #expect(bars.columns == 0..<240 && bars.rows == 48..<208)
        #expect(bars.content == region)
        let expected = try FilePaletteReader(method: method, region: region).palette(of: bytes)
        #expect(found.palette == expected.palette)
        #expect(found.palette.tally.total == 240 * 160)
        var whole = reader(method)
        whole.leavesOutBars = false
        #expect(try whole.palette(of: bytes).bars == nil)
        #expect(try whole.palette(of: bytes).palette.tally.total == 240 * 256)
      }
    }
  }

  @Test("bars are told of the picture turned upright")
  func turned() throws {
    let image = try still(top: 40, bottom: 0)
    let bytes = try JPEGEncoder(orientation: .right).encode(image)
    let found = try bytes.withUnsafeBytes { try reader().palette(of: $0) }
    let bars = try #require(found.bars)
    #expect([bars.left, bars.top, bars.right, bars.bottom] == [0, 0, 40, 0])
    #expect(bars.columns == 0..<160 && bars.rows == 0..<240)
    #expect(found.palette.tally.total == 240 * 160)
  }

  @Test("a region is looked at as it is, and the background is looked for between the bars")
  func withOtherWishes() throws {
    let bytes = try PNGEncoder().encode(still(top: 48, bottom: 48))
    try bytes.withUnsafeBytes { bytes in
      var cut = reader()
      cut.region = PictureRegion(x: 0, y: 0, width: 240, height: 256)
      #expect(try cut.palette(of: bytes).bars == nil)
      var inner = reader()
      inner.leavesOutBackground = true
      let found = try inner.palette(of: bytes)
      #expect(found.bars?.top == 48)
      inner.leavesOutBars = false
      inner.region = found.bars?.content
      #expect(try inner.palette(of: bytes).background == found.background)
    }
  }

  @Test("a large JPEG with bars is looked at in full, whatever a sample would prove")
  func outline() throws {
    var image = try ImageBuffer(width: 2400, height: 1800)
    let inner = try #require(SyntheticImage.named("photo")).makeImage(width: 2400, height: 1400)
    for y in 0..<1800 {
      for x in 0..<2400 {
        let isInside = 200..<1600 ~= y
        image[x, y] = isInside ? inner[x, y - 200] : RGBA8(red: 0, green: 0, blue: 0)
      }
    }
    try JPEGEncoder().encode(image).withUnsafeBytes { bytes in
      let found = try reader(.histogram).palette(of: bytes)
      #expect(found.bars?.rows == 200..<1600 && found.isExact)
    }
  }

  @Test("a drawing of few colours has no bars")
  func fewColors() throws {
    var image = try ImageBuffer(width: 120, height: 100)
    for y in 0..<100 {
      for x in 0..<120 {
        image[x, y] =
          20..<80 ~= y
          ? RGBA8(red: x % 4 < 2 ? 200 : 90, green: y % 4 < 2 ? 40 : 140, blue: 60)
          : RGBA8(red: 255, green: 255, blue: 255)
      }
    }
    #expect(EdgeBars.found(in: image) == nil)
    let found = try PNGEncoder().encode(image).withUnsafeBytes { try reader().palette(of: $0) }
    #expect(found.bars == nil)
    #expect(found.distinctColors == 5)
  }
}
