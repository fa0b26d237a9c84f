internal import CommandTestSupport
internal import Files
internal import Foundation
internal import ImageCodecs
internal import Pixels
internal import Testing

@Suite("showhide find and show, by words for many colours")
struct ColorFamilyCommandTests {
  private let showhide: BuiltShowHide

  init() throws { showhide = try BuiltShowHide() }

  /// Writes a picture of two colours, the first on three of four rows.
  private func write(_ name: String, _ first: String, _ second: String) throws {
    var image = try ImageBuffer(width: 8, height: 8)
    let colors = [try #require(RGB8(hex: first)), try #require(RGB8(hex: second))]
    for y in 0..<8 { for x in 0..<8 { image[x, y] = RGBA8(colors[y < 6 ? 0 : 1]) } }
    try showhide.write(PNGEncoder().encode(image), to: name)
  }

  private func find(_ arguments: [String]) throws -> [String] {
    let outcome = try showhide.run(["find"] + arguments + ["in", "--format", "paths", "--quiet"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return outcome.output.split(separator: "\n").map { String($0.dropFirst(3)) }
  }

  private func makePictures() throws {
    try write("in/wine.png", "#7b0323", "#ffffff")
    try write("in/sky.png", "#75bbfd", "#7b0323")
    try write("in/night.png", "#000133", "#04031a")
    try write("in/paper.png", "#e8e4dc", "#6e6a64")
    try showhide.write(readFile(at: Fixtures.path("Reports/bw-scan-cast.jpg")), to: "in/scan.jpg")
    #expect(try showhide.run(["index", "in"]).exitCode == 0)
  }

  @Test("pictures are found by words, by hues and without colours, those with most first")
  func finding() throws {
    try makePictures()
    #expect(try find(["red"]) == ["wine.png", "sky.png"])
    #expect(try find(["RED", "--share", "30%"]) == ["wine.png"])
    #expect(try find(["blue"]) == ["night.png", "sky.png"])
    #expect(try find(["green"]).isEmpty)
    #expect(try find(["pastel"]) == ["sky.png"])
    #expect(try find(["dark"]) == ["night.png", "wine.png"])
    #expect(try find(["hue:210"]) == ["sky.png"])
    #expect(try find(["hue:240", "--within", "5"]) == ["night.png"])
    #expect(try find(["--monochrome"]).sorted() == ["paper.png", "scan.jpg"])
    // With a distance it is the colour itself: CSS's red is far from wine.
    #expect(try find(["red", "--within", "10"]).isEmpty)
    #expect(try find(["wine red", "--within", "1"]) == ["wine.png", "sky.png"])
  }

  @Test("what was found has a share and the colour that matched, and no distance")
  func formats() throws {
    try makePictures()
    let table = try showhide.run(["find", "red", "in"])
    #expect(table.output.contains("75.0 %  #7b0323  in/wine.png"), "\(table.output)")
    #expect(!table.output.contains("ΔE00"))
    let json = try showhide.run(["find", "red", "in", "--format", "json"])
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(json.outputBytes)) as? [String: Any])
    let first = try #require((document["pictures"] as? [[String: Any]])?.first)
    #expect(first["deltaE00"] == nil && first["share"] as? Double == 0.75)
    #expect(first["matched"] as? String == "#7b0323")
    let page = try showhide.run(["find", "--monochrome", "in", "--format", "html"])
    #expect(page.output.contains("Monochrome pictures") && !page.output.contains("ΔE00"))
  }

  @Test("wrong combinations are told with what to do")
  func usage() throws {
    for (arguments, words) in [
      (["find", "pastl"], "Did you mean 'pastel'?"),
      (["find", "dark", "--within", "3"], "leave out --within"),
      (["find", "hue:400"], "hue:0 to hue:360"),
      (["find", "hue:40", "--within", "200"], "0 to 180 (degrees)"),
      (["find", "--monochrome", "--share", "4"], "--monochrome takes whole pictures"),
      (["find", "--monochrome", "--like", "a.png"], "leave one out"),
      (
        ["show", "a.png", "-o", "b.png", "--color", "vivid", "--tolerance", "3"],
        "leave out --tolerance"
      ),
      (["show", "a.png", "-o", "b.png", "--color", "pastl"], "Did you mean 'pastel'?"),
    ] {
      let outcome = try showhide.run(arguments)
      #expect(outcome.exitCode == 64 && outcome.errors.contains(words), "\(outcome.errors)")
    }
  }

  @Test("show keeps all that a word means, a name keeps its colour, and the share is told")
  func showing() throws {
    try write("two.png", "#7b0323", "#75bbfd")
    let red = try showhide.run(["show", "two.png", "-o", "red.png", "--color", "red"])
    #expect(red.output.contains("all that is called red, 75.0 % of the visible pixels"))
    let shown = try showhide.picture("red.png").image
    #expect(shown[0, 0] == RGBA8(red: 0x7b, green: 0x03, blue: 0x23, alpha: 255))
    let sky = shown[0, 7]
    #expect(sky.red == sky.green && sky.green == sky.blue)
    let one = try showhide.run(
      ["show", "two.png", "-o", "one.png", "--color", "red", "--tolerance", "10"])
    #expect(one.output.contains("near red (#ff0000), ± 10 %, 0.0 %"), "\(one.output)")
    #expect(one.errors.contains("0.0 % of the visible pixels have the colour"))
    let name = try showhide.run(["hide", "two.png", "-o", "name.png", "--color", "dusty rose"])
    #expect(name.output.contains("near dusty rose (#c0737a), ± 10 %"))
    // A background is the colour of a name.
    let behind = try showhide.run(
      ["show", "two.png", "-o", "b.jpg", "--color", "pastel", "--background", "white"])
    #expect(behind.exitCode == 0 && behind.output.contains("all that is called pastel, 25.0 %"))
  }
}
