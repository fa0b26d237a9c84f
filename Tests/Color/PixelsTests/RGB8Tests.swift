import Pixels
import Testing

@Suite("Colours")
struct RGB8Tests {
  @Test("hex text is read in six or three digits, with or without a hash")
  func readsHex() {
    let orange = RGB8(red: 0xFF, green: 0x99, blue: 0x00)
    for text in ["#ff9900", "ff9900", "#F90", "f90", "#FF9900"] {
      #expect(RGB8(hex: text) == orange, "\(text)")
    }
  }

  @Test(
    "anything else is refused",
    arguments: [
      "", "#", "#12", "#1234", "#12345", "#1234567", "#gg0000", "+12345", "# 12345", "１２３",
    ])
  func refuses(text: String) {
    #expect(RGB8(hex: text) == nil)
  }

  @Test("the description is what hex reads back, for every channel value")
  func roundTrip() {
    for value in UInt8.min...UInt8.max {
      let color = RGB8(red: value, green: 255 - value, blue: value / 2)
      #expect(RGB8(hex: color.description) == color)
    }
  }

  @Test("order is by red, then green, then blue")
  func order() {
    let colors = [(0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0)].map {
      RGB8(red: UInt8($0.0), green: UInt8($0.1), blue: UInt8($0.2))
    }
    #expect(colors.reversed().sorted() == colors)
  }

  @Test("a pixel is its colour and alpha, opaque unless told otherwise")
  func pixels() {
    let color = RGB8(red: 1, green: 2, blue: 3)
    #expect(RGBA8(color) == RGBA8(red: 1, green: 2, blue: 3, alpha: 255))
    #expect(RGBA8(color, alpha: 9).color == color)
    #expect(RGBA8(color, alpha: 9).alpha == 9)
  }
}
