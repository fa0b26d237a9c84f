internal import CommandTestSupport
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

  @Test("an animation says that its first picture was taken")
  func animation() throws {
    try copy("apng.png")
    let outcome = try showhide.run(["palette", "apng.png"])
    #expect(outcome.output.contains("#dc1414"))
    #expect(outcome.errors.contains("frames. Only its first picture was taken."))
  }
}
