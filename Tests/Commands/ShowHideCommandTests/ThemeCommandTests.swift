internal import DominantColor
internal import ImageCodecs
internal import OrderedJSON
internal import Pixels
internal import Testing

@Suite("showhide theme, as built")
struct ThemeCommandTests {
  private let showhide: BuiltShowHide

  init() throws {
    showhide = try BuiltShowHide()
    var image = try ImageBuffer(width: 30, height: 30)
    for y in 0..<30 {
      for x in 0..<30 {
        image[x, y] =
          x < 12
          ? RGBA8(red: 236, green: 232, blue: 224)
          : y < 20 ? RGBA8(red: 60, green: 50, blue: 46) : RGBA8(red: 210, green: 40, blue: 30)
      }
    }
    try showhide.write(PNGEncoder().encode(image), to: "a.png")
    try showhide.write(
      PNGEncoder().encode(try ImageBuffer(width: 4, height: 4)), to: "clear.png")
  }

  @Test("formats for programs, as recorded", arguments: ["css", "tokens", "swift", "android"])
  func formats(format: String) throws {
    let outcome = try showhide.run(["theme", "a.png", "--format", format])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try outcome.output == recorded(outcome.output, "theme.\(format).txt"))
  }

  @Test("JSON says what the library says")
  func json() throws {
    let outcome = try showhide.run(["theme", "a.png", "--format", "json"])
    let document = try JSONValue(parsing: outcome.outputBytes)
    let palette = Dominant.palette(of: try showhide.picture("a.png").image, method: .distinct)
    let theme = try #require(InterfaceTheme(of: palette))
    for (name, scheme) in [("light", theme.light), ("dark", theme.dark)] {
      for color in scheme.colors {
        let found = document[name]?[color.role.rawValue]
        #expect(found?["color"]?.string == color.color.description)
        #expect(found?["contrast"]?.number == color.contrast)
      }
    }
  }

  @Test("errors say what is wrong, and files are never half written")
  func errors() throws {
    let clear = try showhide.run(["theme", "clear.png"])
    #expect(clear.exitCode == 65 && clear.errors.contains("every pixel is transparent"))
    #expect(try showhide.run(["theme", "a.png", "--format", "sass"]).exitCode == 64)
    #expect(try showhide.run(["theme", "missing.png"]).exitCode == 66)
    #expect(try showhide.run(["theme", "a.png", "-o", "theme.css"]).exitCode == 0)
    let again = try showhide.run(["theme", "a.png", "-o", "theme.css"])
    #expect(again.exitCode == 73 && again.errors.contains("--force"))
  }
}
