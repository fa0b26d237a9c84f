internal import CommandTestSupport
internal import DominantColor
internal import FilePalettes
internal import ImageCodecs
internal import Pixels
internal import Testing

@Suite("Palettes in Display P3")
struct DisplayP3Tests {
  /// Columns of colours, each as wide as the others.
  private func columns(_ colors: [RGB8], side: Int = 40) throws -> ImageBuffer {
    var image = try ImageBuffer(width: side, height: side)
    for y in 0..<side {
      for x in 0..<side {
        let color = colors[x * colors.count / side]
        image[x, y] = RGBA8(red: color.red, green: color.green, blue: color.blue)
      }
    }
    return image
  }

  private func answer(
    _ image: ImageBuffer, _ space: RGBSpace?, gamut: ColorGamut = .displayP3,
    _ change: (inout FilePaletteReader) -> Void = { _ in }
  ) throws -> FilePalette {
    var reader = FilePaletteReader(keepsFewColors: true)
    reader.gamut = gamut
    change(&reader)
    let bytes = try PNGEncoder(colorProfile: space?.profile() ?? []).encode(image)
    return try bytes.withUnsafeBytes { try reader.palette(of: $0) }
  }

  @Test("colours outside of sRGB stay apart from those on its surface, and are exactly the file's")
  func wide() throws {
    let colors = [RGB8(red: 255, green: 0, blue: 0), RGB8(red: 234, green: 51, blue: 35)]
    let image = try columns(colors)
    let squeezed = try answer(image, .displayP3, gamut: .sRGB)
    #expect(squeezed.palette.swatches.map(\.color) == [RGB8(red: 255, green: 0, blue: 0)])
    #expect(squeezed.displayP3 == nil)
    let found = try answer(image, .displayP3)
    #expect(Set(try #require(found.displayP3).map(\.levels)) == Set(colors))
    #expect(found.distinctColors == 2 && found.isExact)
    #expect(found.palette.swatches.map(\.color.red) == [255, 255])
    #expect(found.palette.swatches.map(\.count) == [800, 800])
    for (wide, swatch) in zip(try #require(found.displayP3), found.palette.swatches) {
      #expect(wide.sRGB == swatch.color)
      #expect(wide.isInSRGB == (wide.levels == colors[1]))
    }
  }

  @Test("a file of sRGB gives its colours as they are, and the same in Display P3")
  func plain() throws {
    let colors = [RGB8(red: 212, green: 84, blue: 36), RGB8(red: 0, green: 0, blue: 255)]
    let image = try columns(colors)
    for space in [nil, RGBSpace.sRGB] {
      let found = try answer(image, space)
      #expect(try found.palette == answer(image, space, gamut: .sRGB).palette)
      #expect(found.displayP3 == found.palette.swatches.map { DisplayP3Color(sRGB: $0.color) })
    }
  }

  @Test("means differ from Little CMS by less than 0.5, and large files are counted whole")
  func means() throws {
    let conversion = try #require(GamutConversion(RGBSpace.displayP3.profile()))
    for red in stride(from: 0, through: 255, by: 51) {
      for green in stride(from: 0, through: 255, by: 51) {
        for blue in stride(from: 0, through: 255, by: 51) {
          let color = RGB8(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
          var pixel = [color.red, color.green, color.blue, 255]
          pixel.withUnsafeMutableBytes { conversion.convert($0) }
          let expected = RGB8(red: pixel[0], green: pixel[1], blue: pixel[2])
          #expect(DisplayP3Color(levels: color).sRGB.deltaE00(to: expected) < 0.5, "\(color)")
        }
      }
    }
    let large = try columns([RGB8(red: 204, green: 102, blue: 51)], side: 1500)
    let bytes = try JPEGEncoder(colorProfile: RGBSpace.displayP3.profile()).encode(large)
    var reader = FilePaletteReader()
    reader.gamut = .displayP3
    let found = try bytes.withUnsafeBytes { try reader.palette(of: $0) }
    #expect(found.isExact && found.estimate == nil)
    let levels = try #require(found.displayP3?.first?.levels)
    #expect(levels.deltaE00(to: RGB8(red: 204, green: 102, blue: 51)) < 0.7)
  }

  @Test("places and the background are found in the colours that are counted")
  func surroundings() throws {
    let colors = [
      RGB8(red: 255, green: 0, blue: 0), RGB8(red: 234, green: 51, blue: 35),
      RGB8(red: 20, green: 60, blue: 200), RGB8(red: 255, green: 0, blue: 0),
    ]
    let image = try columns(colors)
    let bytes = try PNGEncoder(colorProfile: RGBSpace.displayP3.profile()).encode(image)
    var reader = FilePaletteReader(keepsFewColors: true)
    reader.gamut = .displayP3
    try bytes.withUnsafeBytes { bytes in
      let found = try reader.palette(of: bytes)
      let places = try reader.places(of: found, in: bytes)
      for (wide, place) in zip(try #require(found.displayP3), places) {
        let index = try #require(colors.firstIndex(of: wide.levels))
        #expect(place?.columns == (index == 0 ? 0..<40 : index * 10..<index * 10 + 10))
      }
    }
    var framed = try columns([RGB8(red: 20, green: 60, blue: 200)])
    for y in 0..<40 {
      for x in 0..<40 where min(x, y, 39 - x, 39 - y) < 10 {
        framed[x, y] = RGBA8(red: 255, green: 0, blue: 0)
      }
    }
    let found = try answer(framed, .displayP3) { $0.leavesOutBackground = true }
    #expect(found.displayP3?.map(\.levels) == [RGB8(red: 20, green: 60, blue: 200)])
    #expect(found.background?.background?.swatch.color == RGB8(red: 255, green: 0, blue: 0))
    #expect(found.background?.background?.swatch.count == 1200)
  }
}
