internal import FilePalettes
internal import ImageCodecs
internal import OrderedJSON
internal import Pixels
internal import Testing

@testable import ShowHideCommand

@Suite("A part of a picture, in its upright coordinates")
struct RegionTests {
  private let showhide: BuiltShowHide

  init() throws { showhide = try BuiltShowHide() }

  /// A picture of 12 × 8 with a colour of its own for each pixel.
  private func image() throws -> ImageBuffer {
    var image = try ImageBuffer(width: 12, height: 8)
    for y in 0..<8 {
      for x in 0..<12 {
        image[x, y] = RGBA8(red: UInt8(20 * x), green: UInt8(30 * y), blue: 255)
      }
    }
    return image
  }

  @Test("Stored pixels are those of the upright picture, however it is turned")
  func orientations() throws {
    let image = try image()
    let region = PictureRegion(x: 1, y: 2, width: 3, height: 4)
    for orientation in ImageOrientation.allCases {
      let bytes = try PNGEncoder(orientation: orientation).encode(image)
      let header = try ImageDecoder().decode(bytes).header
      let upright = try orientation.upright(image)
      let stored = region.storedPixels(of: header)
      let expected = Set((2..<6).flatMap { y in (1..<4).map { upright[$0, y].color } })
      let found = Set(stored.rows.flatMap { y in stored.columns.map { image[$0, y].color } })
      #expect(found == expected, "\(orientation)")
    }
  }

  @Test("Percentages take what they cover in part, and what lies outside is cut off")
  func percentages() {
    let middle = PictureRegion(x: 25, y: 25, width: 50, height: 50, unit: .percent)
    #expect(middle.pixels(width: 10, height: 8) == (2..<8, 2..<6))
    let all = PictureRegion(x: 0, y: 0, width: 100, height: 200, unit: .percent)
    #expect(all.pixels(width: 3, height: 7) == (0..<3, 0..<7))
    let outside = PictureRegion(x: 12, y: 0, width: 5, height: 5)
    #expect(outside.pixels(width: 12, height: 8).columns.isEmpty)
    let odd = PictureRegion(x: .nan, y: -.infinity, width: .infinity, height: .nan)
    #expect(odd.pixels(width: 12, height: 8).rows.isEmpty)
    #expect(
      PictureRegion(x: 7, y: 0, width: 7, height: 1, unit: .percent)
        .pixels(width: 300, height: 100) == (21..<42, 0..<1))
  }

  @Test("palette counts the pixels of the region and no others")
  func palette() throws {
    let image = try image()
    try showhide.write(PNGEncoder(orientation: .right).encode(image), to: "a.png")
    let outcome = try showhide.run(
      ["palette", "a.png", "--region", "2,3,4,5", "--format", "json", "--count", "64"])
    let answer = try #require(
      JSONValue(parsing: outcome.outputBytes)["images"]?.elements?.first)
    #expect(answer["visible"]?.integer == 20 && answer["distinctColors"]?.integer == 20)
    let upright = try ImageOrientation.right.upright(image)
    let expected = (3..<8).flatMap { y in (2..<6).map { upright[$0, y].color.description } }
    let colors = try #require(answer["swatches"]?.elements).compactMap { $0["color"]?.string }
    #expect(colors.sorted() == expected.sorted())
    let outside = try showhide.run(["palette", "a.png", "--region", "50,0,4,4"])
    #expect(
      outside.exitCode == 0 && outside.output.contains("the region lies outside of the picture"))
    #expect(outside.errors.contains("lies outside of the picture, which has 8 × 12 pixels"))
  }

  @Test("show greys all outside of the region, hide keeps it; together they are the picture")
  func effects() throws {
    let image = try image()
    try showhide.write(PNGEncoder().encode(image), to: "a.png")
    let outcome = try showhide.run([
      "both", "a.png", "-o", "x.png", "--color", "hue:0", "--tolerance", "180", "--feather", "0",
      "--region", "3,2,5,4",
    ])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.hasSuffix("hue 0° ± 180°, 100.0 % of the visible pixels\n"))
    let (shown, hidden) = (
      try showhide.picture("x-show.png").image, try showhide.picture("x-hide.png").image
    )
    for y in 0..<8 {
      for x in 0..<12 {
        let isInside = (3..<8).contains(x) && (2..<6).contains(y)
        #expect((shown[x, y] == image[x, y]) == isInside, "\(x) \(y)")
        #expect((hidden[x, y] == image[x, y]) != isInside, "\(x) \(y)")
      }
    }
  }

  @Test("show says which share the colour has, and warns where there is none of it")
  func share() throws {
    var image = try ImageBuffer(width: 10, height: 10)
    for y in 0..<10 {
      for x in 0..<10 {
        image[x, y] =
          x < 3 ? RGBA8(red: 0, green: 128, blue: 128) : RGBA8(red: 200, green: 0, blue: 0)
      }
    }
    try showhide.write(PNGEncoder().encode(image), to: "a.png")
    let found = try showhide.run(["show", "a.png", "-o", "x.png", "--color", "teal"])
    #expect(
      found.output
        == "a.png → x.png: all that is called teal, 30.0 % of the visible pixels\n")
    #expect(found.errors.isEmpty)
    let named = try showhide.run(["show", "a.png", "-o", "z.png", "--color", "Dusty rose"])
    #expect(named.output.contains("near Dusty rose (#c0737a), ± 10 %"))
    let missing = try showhide.run(["hide", "a.png", "-o", "y.png", "--color", "hue:120"])
    #expect(missing.exitCode == 0)
    #expect(missing.errors.contains("0.0 % of the visible pixels have the colour of --color."))
  }

  @Test("a region that is none is told with two that are")
  func usage() throws {
    for text in ["1,2,3", "a,b,c,d", "1,2,0,4", "10%,20,30%,40%", "-1,0,5,5", "100%,0%,5%,5%"] {
      let outcome = try showhide.run(["palette", "a.png", "--region=\(text)"])
      #expect(outcome.exitCode == 64, "\(text): \(outcome.errors)")
      #expect(outcome.errors.contains("--region"))
    }
  }
}
