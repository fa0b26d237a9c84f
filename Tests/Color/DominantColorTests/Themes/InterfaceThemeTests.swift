import DominantColor
import Pixels
import Testing

@Suite("Themes of interfaces")
struct InterfaceThemeTests {
  private func theme(_ colors: [RGB8]) throws -> InterfaceTheme {
    let total = UInt64(colors.count)
    return try #require(
      InterfaceTheme(
        of: Palette(
          method: .distinct, swatches: colors.map { Swatch(color: $0, count: 1, outOf: total) },
          tally: PixelTally(counted: total))))
  }

  private func rgb(_ red: Int, _ green: Int, _ blue: Int) -> RGB8 {
    RGB8(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
  }

  @Test("every pair keeps 4.5 : 1, whatever the palette, and sources are its colours")
  func contrast() throws {
    for red in stride(from: 0, through: 255, by: 51) {
      for green in stride(from: 0, through: 255, by: 51) {
        for blue in stride(from: 0, through: 255, by: 85) {
          let colors = [rgb(red, green, blue), rgb(blue, red, green)]
          let theme = try theme(colors)
          for scheme in [theme.light, theme.dark] {
            let grounds = [scheme[.background], scheme[.surface]].compactMap { $0?.color }
            #expect(grounds.count == 2 && scheme.colors.map(\.role) == ThemeRole.allCases)
            for color in scheme.colors {
              #expect(colors.contains(color.source))
              guard color.role != .background, color.role != .surface else { continue }
              let least = grounds.map { color.color.contrast(with: $0) }.min() ?? 0
              #expect(least >= (color.role == .text ? 7 : 4.5), "\(colors) \(color.role)")
              #expect(color.contrast == least)
            }
          }
        }
      }
    }
  }

  @Test("a colour that serves already is not moved, and hues are kept")
  func least() throws {
    let (navy, white) = (rgb(20, 40, 110), rgb(255, 255, 255))
    let theme = try theme([navy, white])
    #expect(theme.light[.background]?.color == white)
    #expect(theme.light[.primary]?.color == navy)
    let moved = try #require(theme.dark[.primary]).color
    let turn = abs(OKLab(moved).hue - OKLab(navy).hue)
    #expect(moved != navy && min(turn, 360 - turn) < 4)
  }

  @Test("APCA's own examples")
  func lightnessContrast() {
    // From the algorithm's published test values.
    #expect(abs(rgb(0x88, 0x88, 0x88).lightnessContrast(on: rgb(255, 255, 255)) - 63.06) < 0.01)
    #expect(abs(rgb(255, 255, 255).lightnessContrast(on: rgb(0x88, 0x88, 0x88)) + 68.54) < 0.01)
    #expect(abs(rgb(0, 0, 0).lightnessContrast(on: rgb(0xaa, 0xaa, 0xaa)) - 58.15) < 0.01)
    #expect(abs(rgb(0xaa, 0xaa, 0xaa).lightnessContrast(on: rgb(0, 0, 0)) + 56.24) < 0.01)
    #expect(rgb(9, 9, 9).lightnessContrast(on: rgb(9, 9, 9)) == 0)
  }

  @Test("OKLab and back is the same colour; outside of sRGB there is none")
  func roundTrip() {
    for red in stride(from: 0, through: 255, by: 15) {
      for green in stride(from: 0, through: 255, by: 17) {
        for blue in stride(from: 0, through: 255, by: 5) {
          let color = rgb(red, green, blue)
          #expect(RGB8(OKLab(color)) == color)
        }
      }
    }
    #expect(RGB8(OKLab(lightness: 0.6, a: 0.4, b: 0)) == nil)
  }

  @Test("an empty palette makes no theme")
  func empty() {
    #expect(
      InterfaceTheme(of: Palette(method: .distinct, swatches: [], tally: PixelTally())) == nil)
  }
}
