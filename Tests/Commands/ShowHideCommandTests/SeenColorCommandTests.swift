internal import DominantColor
internal import FilePalettes
internal import Files
internal import ImageCodecs
internal import Pixels
internal import Testing

@Suite("Pictures of other colour spaces are judged as they are seen, as built")
struct SeenColorCommandTests {
  private let showhide: BuiltShowHide

  init() throws { showhide = try BuiltShowHide() }

  /// Stripes: more leaves than flowers, whose numbers in a wide space are those of other colours.
  private func stripes(_ convert: (RGBA8) -> RGBA8) throws -> ImageBuffer {
    var image = try ImageBuffer(width: 40, height: 30)
    for y in 0..<30 {
      for x in 0..<40 {
        let color =
          x < 24
          ? RGBA8(red: 40, green: 130, blue: 120)
          : x < 32 ? RGBA8(red: 200, green: 60, blue: 30) : RGBA8(red: 128, green: 128, blue: 128)
        image[x, y] = convert(color)
      }
    }
    return image
  }

  @Test("a copy in Display P3 has the hue, the words and the accent of the original")
  func displayP3() throws {
    let profile = RGBSpace.displayP3.profile()
    let plain = try stripes { $0 }
    let conversion = try #require(GamutConversion(RGBSpace.sRGB.profile(), to: .displayP3))
    var wide = plain
    conversion.convert(&wide)
    #expect(wide != plain)
    try showhide.write(PNGEncoder().encode(plain), to: "plain.png")
    try showhide.write(PNGEncoder(colorProfile: profile).encode(wide), to: "wide.png")
    for options in [[], ["--color", "accent"], ["--color", "teal"], ["--color", "red"]] {
      let one = try showhide.run(["show", "plain.png", "-o", "a.png", "--force"] + options)
      let other = try showhide.run(["show", "wide.png", "-o", "b.png", "--force"] + options)
      #expect(one.exitCode == 0 && other.exitCode == 0, "\(one.errors)\(other.errors)")
      let share = one.output.split(separator: ",").last
      #expect(share == other.output.split(separator: ",").last, "\(options)")
      let (a, b) = (try showhide.picture("a.png").image, try showhide.picture("b.png").image)
      for x in 0..<40 {
        #expect((a[x, 3] == plain[x, 3]) == (b[x, 3] == wide[x, 3]), "\(options), column \(x)")
      }
      #expect(try ImageDecoder().colorProfile(of: showhide.read("b.png")) == profile)
    }
    let accent = try showhide.run(["show", "wide.png", "-o", "c.png", "--color", "accent"]).output
    let roles = try showhide.run([
      "palette", "wide.png", "--roles", "--method", "distinct", "--format", "json",
    ]).output
    let color = try #require(accent.split(separator: "(").last?.prefix(7))
    #expect(roles.contains(color), "\(accent)\(roles)")
  }

  @Test("a colour that palette prints is found, whatever says the space of the numbers")
  func printedColors() throws {
    let plain = try stripes { $0 }
    let bytes = try PNGEncoder().encode(plain)
    let tags: [[UInt8]] = [
      pngChunk("cICP", [12, 13, 0, 1]), pngChunk("gAMA", [0, 1, 0x86, 0xA0]),
    ]
    for tag in tags {
      try showhide.write(Array(bytes[..<33] + tag + bytes[33...]), to: "in.png")
      let colors = try showhide.run(["palette", "in.png", "--count", "1"]).output
      let color = try #require(colors.split(separator: " ").first { $0.hasPrefix("#") })
      let shown = try showhide.run([
        "show", "in.png", "-o", "o.png", "--force", "--color", String(color), "--tolerance", "3",
      ])
      #expect(shown.output.contains("60.0 %"), "\(shown.output)\(shown.errors)")
      #expect(try showhide.picture("o.png").image[3, 3] == plain[3, 3])
    }
  }
}
