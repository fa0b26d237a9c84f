import DominantColor
import Pixels
import Testing

@Suite("Roles of a palette")
struct PaletteRolesTests {
  private func palette(_ colors: [(RGB8, UInt64)]) -> Palette {
    let total = colors.map(\.1).reduce(0, +)
    return Palette(
      method: .distinct,
      swatches: colors.map { Swatch(color: $0.0, count: $0.1, outOf: total) },
      tally: PixelTally(counted: total))
  }

  private let red = RGB8(red: 210, green: 30, blue: 40)
  private let grey = RGB8(red: 128, green: 128, blue: 128)
  private let night = RGB8(red: 20, green: 20, blue: 24)

  @Test("roles hold colours of the palette, the fullest of each")
  func filled() {
    let roles = palette([(night, 60), (red, 4), (grey, 36)]).roles
    #expect(roles[.vibrant]?.color == red)
    #expect(roles[.muted]?.color == grey)
    #expect(roles[.darkMuted]?.color == night)
    #expect(roles.accent?.color == red)
    #expect(roles.absence(of: .vibrant) == nil && roles.accentAbsence == nil)
  }

  @Test("a role that no colour has is absent, with a reason")
  func absent() {
    let roles = palette([(night, 60), (grey, 40)]).roles
    #expect(roles[.vibrant] == nil)
    #expect(
      roles.absence(of: .darkVibrant) == "no colour of the palette is strong and dark")
    #expect(roles.accent == nil)
    #expect(roles.accentAbsence == "no colour of the palette is strong")
    #expect(palette([]).roles.absence(of: .muted) == "the palette has no colours")
    #expect(palette([]).roles.accentAbsence == "the palette has no colours")
    let all = palette([(red, 90), (grey, 10)]).roles
    #expect(all.accentAbsence == "the only strong colour covers half of the picture or more")
  }
}
