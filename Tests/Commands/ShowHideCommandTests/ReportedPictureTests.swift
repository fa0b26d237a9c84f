internal import CommandTestSupport
internal import DominantColor
internal import Files
internal import ImageCodecs
internal import OrderedJSON
internal import Pixels
internal import Testing

@Suite("Pictures made after public reports get the colours that people call right, as built")
struct ReportedPictureTests {
  private let showhide: BuiltShowHide

  init() throws { showhide = try BuiltShowHide() }

  private func copy(_ name: String) throws {
    try showhide.write(readFile(at: Fixtures.path("Reports/\(name)")), to: name)
  }

  private func image(_ name: String, _ options: [String] = []) throws -> JSONValue {
    try copy(name)
    let outcome = try showhide.run(["palette", name, "--format", "json"] + options)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return try #require(JSONValue(parsing: outcome.outputBytes)["images"]?.elements?.first)
  }

  /// Colours and their shares in tenths of a percent.
  private func swatches(_ image: JSONValue) throws -> [String] {
    try #require(image["swatches"]?.elements).map { swatch in
      let share = try #require(swatch["population"]?.number)
      return "\(try #require(swatch["color"]?.string)) \((share * 1000).rounded() / 10)"
    }
  }

  @Test(
    "flat art keeps its exact colours, and the answer says so",
    arguments: [
      ("two-close-brands.png", 2, ["#4285f4 53.3", "#428bec 46.7"]),
      (
        "design-greys.png", 6,
        ["#f0f0f0 16.7", "#f2f2f2 16.7", "#f4f4f4 16.7", "#f6f6f6 16.7", "#f8f8f8 16.7"]
          + ["#fafafa 16.7"]
      ),
    ])
  func flatArt(name: String, colors: Int, expected: [String]) throws {
    let image = try image(name)
    #expect(try swatches(image).sorted() == expected.sorted())
    #expect(image["distinctColors"]?.integer == colors)
    let table = try showhide.run(["palette", name])
    #expect(table.output.contains(", \(colors) colours, counted as they are\n"))
    // Whoever names a method gets it.
    let mean = try self.image(name, ["--method", "histogram"])
    #expect(mean["distinctColors"] == nil)
  }

  @Test("a logo on white shows both, without the colours of its soft edges")
  func logo() throws {
    let colors = try swatches(image("logo-on-white.png"))
    #expect(colors.first?.hasPrefix("#ffffff") == true)
    #expect(colors.contains { $0.hasPrefix("#2ab5c8") })
  }

  @Test("tones that run into each other are not flat art")
  func tones() throws {
    // 256 greys side by side, as a grey photo or a gradient has them.
    var image = try ImageBuffer(width: 256, height: 8)
    for y in 0..<8 {
      for x in 0..<256 {
        image[x, y] = RGBA8(red: UInt8(x), green: UInt8(x), blue: UInt8(x))
      }
    }
    try showhide.write(PNGEncoder().encode(image), to: "gradient.png")
    let outcome = try showhide.run(["palette", "gradient.png", "--format", "json"])
    #expect(!outcome.output.contains("distinctColors"))
  }

  @Test("a transparent colour key is not counted, and profiles are followed")
  func keysAndProfiles() throws {
    #expect(try swatches(image("rgb-colour-key.png")) == ["#0a783c 100.0"])
    #expect(try swatches(image("grey-colour-key.png")) == ["#c8c8c8 100.0"])
    #expect(try swatches(image("grey16.png")) == ["#808080 100.0"])
    #expect(try swatches(image("p3-red.png")).first?.hasPrefix("#d92a27") == true)
  }

  @Test("where there is no colour, the answer has the reason, and an option that changes it")
  func glass() throws {
    let image = try image("all-halftransparent.png")
    #expect(try swatches(image).isEmpty)
    #expect(image["absence"]?["reason"]?.string == "allTransparent")
    #expect(
      image["absence"]?["message"]?.string
        == "every pixel is less opaque than --minimum-alpha 128")
    let seen = try self.image("all-halftransparent.png", ["--minimum-alpha", "1"])
    #expect(try swatches(seen).first?.hasPrefix("#c82828") == true)
    #expect(seen["absence"] == nil)
    #expect(try showhide.run(["palette", "x.png", "--minimum-alpha", "256"]).exitCode == 64)
  }

  @Test(
    "bars are left out, shadows do not count, and colours of a wide gamut are those of sRGB",
    arguments: [
      ("letterbox.jpg", ["--without", "black", "--method", "histogram"], "#a17b60"),
      ("soft-shadow.png", [], "#e61e3c"),
    ])
  func first(name: String, options: [String], color: String) throws {
    #expect(try swatches(image(name, options)).first?.hasPrefix(color) == true)
  }

  @Test(
    "a HEIC of Display P3 gives the sRGB colour",
    .enabled(if: ImageFormat.heic.missingLibrary == nil, "libheif is missing: install libheif1"))
  func wideGamut() throws {
    let found = try swatches(image("p3-red.heic")).first.map { String($0.prefix(7)) }
    let color = try #require(found.flatMap { RGB8(hex: $0) })
    #expect(color.isWithin(3, of: RGB8(red: 0xD9, green: 0x2A, blue: 0x27)), "\(color)")
  }

  @Test(
    "small vivid things are among the colours that differ clearly",
    arguments: [
      ("dull-with-accents.jpg", [("#d61e2c", 1.05), ("#1478dc", 0.5)], 2),
      ("sky-house.jpg", [("#c6281e", 1.6), ("#eec72c", 0.4)], 3),
    ])
  func accents(name: String, wanted: [(String, Double)], others: Int) throws {
    let found = try swatches(image(name, ["--method", "distinct"])).map { swatch in
      let parts = swatch.split(separator: " ")
      return (
        color: try #require(RGB8(hex: String(parts[0]))), share: try #require(Double(parts[1]))
      )
    }
    #expect(found.count >= wanted.count + others)
    for (hex, share) in wanted {
      let color = try #require(RGB8(hex: hex))
      #expect(
        found.contains { abs($0.share - share) < 0.2 && $0.color.isWithin(6, of: color) }, "\(hex)")
    }
  }

  @Test("the sky's two blues are two colours, and the meadow is green")
  func skyAndMeadow() throws {
    let found = try swatches(image("sky-house.jpg", ["--method", "distinct"]))
      .map { try #require(RGB8(hex: String($0.prefix(7)))) }
    let blues = found.filter { ColorFamily.blue.contains($0) }.map { Int($0.red) }
    #expect((blues.max() ?? 0) - (blues.min() ?? 0) > 40)
    #expect(found.contains { ColorFamily.green.contains($0) })
  }

  @Test("a red flower is kept and skin beside it turns grey, with a narrow range of hues")
  func flowerAndSkin() throws {
    try copy("flower-and-skin.jpg")
    let outcome = try showhide.run(
      ["show", "flower-and-skin.jpg", "-o", "out.png", "--color", "hue:352", "--tolerance", "12"]
        + ["--feather", "4"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let before = try showhide.picture("flower-and-skin.jpg").image
    let after = try showhide.picture("out.png").image
    var (flower, skin, keptFlower, keptSkin) = (0, 0, 0, 0)
    for y in 0..<before.height {
      for x in 0..<before.width {
        let hue = OKLab(before[x, y].color).hue
        let isColored = OKLab(after[x, y].color).chroma > 0.02
        // In OKLCH the flower lies about 15 degrees, skin about 50.
        if OKLab(before[x, y].color).chroma > 0.1, hue < 25 {
          flower += 1
          keptFlower += isColored ? 1 : 0
        } else if (40...70).contains(hue), OKLab(before[x, y].color).chroma > 0.04 {
          skin += 1
          keptSkin += isColored ? 1 : 0
        }
      }
    }
    let size = before.width * before.height
    #expect(flower > size / 10 && keptFlower * 100 >= flower * 95)
    #expect(skin > size / 10 && keptSkin * 100 <= skin)
  }

  @Test("a colour beside eight others is told, and finds its picture")
  func ninth() throws {
    #expect(try swatches(image("eight-blues-and-red.png")).contains("#c81e28 10.4"))
    #expect(try showhide.run(["index", "."]).exitCode == 0)
    let found = try showhide.run(["find", "#c81e28", "--format", "paths"])
    #expect(found.output == "eight-blues-and-red.png\n")
  }

  @Test("a photo of few pixels is not flat art, and a file of a palette is")
  func fewPixels() throws {
    for (name, colors) in [("photo", 400), ("palette", 60)] {
      var image = try ImageBuffer(width: colors / 20, height: 20)
      var state: UInt64 = 1
      for y in 0..<20 {
        for x in 0..<image.width {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          let bits = state >> 40
          image[x, y] = RGBA8(
            red: UInt8(truncatingIfNeeded: bits), green: UInt8(truncatingIfNeeded: bits >> 8),
            blue: UInt8(truncatingIfNeeded: bits >> 16))
        }
      }
      try showhide.write(PNGEncoder().encode(image), to: "\(name).png")
      let outcome = try showhide.run(["palette", "\(name).png", "--format", "json"])
      #expect(outcome.output.contains("distinctColors") == (name == "palette"))
    }
  }

  @Test("an animation says that its first picture was taken")
  func animation() throws {
    try copy("apng.png")
    let outcome = try showhide.run(["palette", "apng.png"])
    #expect(outcome.output.contains("#dc1414"))
    #expect(outcome.errors.contains("frames. Only its first picture was taken."))
  }
}

extension RGB8 {
  /// Whether no channel differs by more than some levels.
  fileprivate func isWithin(_ levels: Int, of other: RGB8) -> Bool {
    abs(Int(red) - Int(other.red)) <= levels && abs(Int(green) - Int(other.green)) <= levels
      && abs(Int(blue) - Int(other.blue)) <= levels
  }
}
