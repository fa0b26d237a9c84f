internal import CommandTestSupport
internal import ImageCodecs
internal import OrderedJSON
internal import Pixels
internal import Testing

@Suite("showhide palette --gamut, as built")
struct DisplayP3CommandTests {
  private let showhide: BuiltShowHide

  init() throws {
    showhide = try BuiltShowHide()
    var image = try ImageBuffer(width: 40, height: 40)
    for y in 0..<40 {
      for x in 0..<40 {
        image[x, y] =
          y < 30
          ? RGBA8(red: 255, green: 0, blue: 0) : RGBA8(red: 234, green: 51, blue: 35)
      }
    }
    let profile = RGBSpace.displayP3.profile()
    try showhide.write(PNGEncoder(colorProfile: profile).encode(image), to: "wide.png")
  }

  private func output(_ options: [String]) throws -> String {
    let outcome = try showhide.run(["palette", "wide.png"] + options)
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    return outcome.output
  }

  @Test("CSS has sRGB first, and Display P3 where the browser knows it")
  func css() throws {
    #expect(
      try output(["--gamut", "p3", "--format", "css"]) == """
        :root {
          /* wide.png */
          --wide-1: #ff0000;
          --wide-2: #ff0000;
        }

        @supports (color: color(display-p3 0 0 0)) {
          :root {
            --wide-1: color(display-p3 1.0000 0.0000 0.0000);
            --wide-2: color(display-p3 0.9176 0.2000 0.1373);
          }
        }

        """)
    #expect(try output(["--format", "css"]).contains("display-p3") == false)
  }

  @Test("JSON, CSV and the table say both")
  func others() throws {
    let document = try JSONValue(
      parsing: Array(output(["--gamut", "P3", "--format", "json"]).utf8))
    let swatches = try #require(document["images"]?.elements?.first?["swatches"]?.elements)
    #expect(swatches.map { $0["color"]?.string } == ["#ff0000", "#ff0000"])
    #expect(
      swatches.map { $0["displayP3"]?["css"]?.string } == [
        "color(display-p3 1.0000 0.0000 0.0000)", "color(display-p3 0.9176 0.2000 0.1373)",
      ])
    #expect(swatches.map { $0["displayP3"]?["inSRGB"] } == [.bool(false), .bool(true)])
    #expect(
      swatches[0]["displayP3"]?["components"]?.elements?.map(\.number) == [1, 0, 0])
    let csv = try output(["--gamut", "p3", "--format", "csv"])
    #expect(csv.hasPrefix("path,rank,color,count,population,displayP3\r\n"))
    #expect(csv.contains("wide.png,1,#ff0000,1200,0.75,color(display-p3 1.0000 0.0000 0.0000)\r\n"))
    #expect(try output(["--gamut", "p3"]).contains("color(display-p3 0.9176 0.2000 0.1373)"))
    #expect(try output(["--gamut", "srgb"]) == output([]))
  }

  @Test("an unknown gamut is a usage error that names the known ones")
  func unknown() throws {
    let outcome = try showhide.run(["palette", "wide.png", "--gamut", "p4"])
    #expect(outcome.exitCode == 64)
    #expect(outcome.errors.contains("srgb") && outcome.errors.contains("p3"), "\(outcome.errors)")
  }
}
