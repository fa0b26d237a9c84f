import DominantColor
import Pixels
import Testing

@Suite("Roles of swatches")
struct SwatchRoleTests {
  static func swatch(_ hex: String, _ count: UInt64 = 1) throws -> Swatch {
    Swatch(color: try #require(RGB8(hex: hex)), count: count, outOf: 100)
  }

  @Test(
    "follow lightness and chroma",
    arguments: [
      ("#ff0000", SwatchRole.vibrant), ("#ffff00", .lightVibrant), ("#0000c0", .darkVibrant),
      ("#000000", .darkMuted), ("#ffffff", .lightMuted), ("#808080", .muted),
      ("#8a6a60", .muted), ("#f0e0e0", .lightMuted), ("#203028", .darkMuted),
    ])
  func roles(hex: String, role: SwatchRole) throws {
    #expect(try Self.swatch(hex).role == role)
  }

  @Test("change exactly at the limits of the rule")
  func limits() {
    for lightness in [0.2, 0.449, 0.45, 0.6, 0.749, 0.75, 0.9] {
      for chroma in [0, 0.0999, 0.1, 0.2] {
        let name = SwatchRole(OKLab(lightness: lightness, a: 0, b: -chroma)).rawValue.lowercased()
        #expect(name.hasSuffix(chroma < 0.1 ? "muted" : "vibrant"))
        #expect(name.hasPrefix("light") == (lightness >= 0.75))
        #expect(name.hasPrefix("dark") == (lightness < 0.45))
      }
    }
  }

  @Test("find the swatch with most pixels")
  func swatchForRole() throws {
    let swatches = try [Self.swatch("#ff0000", 50), Self.swatch("#e01010", 30)]
    let palette = Palette(method: .kmeans, swatches: swatches, tally: PixelTally(counted: 100))
    #expect(palette.swatch(for: .vibrant) == swatches[0])
    #expect(palette.swatch(for: .darkMuted) == nil)
  }

  @Test("leave out what is too near to a swatch with more pixels")
  func separated() throws {
    let swatches = try [
      Self.swatch("#ff0000", 50), Self.swatch("#fe0201", 30), Self.swatch("#00ff00", 20),
    ]
    let palette = Palette(method: .kmeans, swatches: swatches, tally: PixelTally(counted: 100))
    #expect(palette.separated(by: 0.02).swatches == [swatches[0], swatches[2]])
    #expect(palette.separated(by: 0) == palette)
    #expect(palette.separated(by: 2).swatches == [swatches[0]])
    #expect(palette.separated(by: 0.02).tally == palette.tally)
  }

  @Test("come with the contrast ratios of WCAG 2")
  func contrast() throws {
    let (black, white) = try (Self.swatch("#000000"), Self.swatch("#ffffff"))
    #expect(abs(black.contrastWithWhite - 21) < 1e-9)
    #expect(abs(white.contrastWithBlack - 21) < 1e-9)
    #expect(black.contrastWithBlack == 1)
    // The well-known grey that just passes on white.
    #expect(abs(try Self.swatch("#767676").contrastWithWhite - 4.54) < 0.005)
    #expect(abs(try Self.swatch("#ff0000").contrastWithWhite - 3.998) < 0.001)
  }

  @Test("come with OKLCH: lightness, chroma and hue of the primaries")
  func okLCH() throws {
    let expected = [
      ("#ff0000", 0.62796, 0.25768, 29.234), ("#00ff00", 0.86644, 0.29483, 142.495),
      ("#0000ff", 0.45201, 0.31321, 264.052),
    ]
    for (hex, lightness, chroma, hue) in expected {
      let color = try Self.swatch(hex).okLab
      #expect(abs(color.lightness - lightness) < 1e-4)
      #expect(abs(color.chroma - chroma) < 1e-4)
      #expect(abs(color.hue - hue) < 0.01)
    }
    #expect(try Self.swatch("#8080ff").okLab.hue > 180)
  }
}
