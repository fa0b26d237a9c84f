internal import DominantColor
internal import Pixels
internal import Testing

@testable import ColorNames

@Suite("Names of colours")
struct ColorNamesTests {
  @Test("lists are whole, in order, and have no name twice")
  func lists() {
    #expect(ColorNameList.css.entries.count == 148)
    #expect(ColorNameList.xkcd.entries.count == 920)
    for list in ColorNameList.allCases {
      let names = list.entries.map(\.name)
      #expect(names == names.sorted())
      #expect(Set(names).count == names.count)
      #expect(names.allSatisfy { $0 == $0.lowercased() && !$0.isEmpty && $0.first != " " })
      #expect(list.entries.allSatisfy { $0.list == list })
    }
  }

  @Test("a name gives its colour in any case, that of CSS where both lists have it")
  func colors() {
    #expect(ColorNameList.css.color(named: "rebeccapurple")?.description == "#663399")
    #expect(ColorNameList.css.color(named: "YellowGreen")?.description == "#9acd32")
    #expect(ColorNameList.css.color(named: "dusty rose") == nil)
    #expect(NamedColor.color(named: "Dusty Rose")?.description == "#c0737a")
    #expect(NamedColor.color(named: "teal")?.description == "#008080")
    #expect(ColorNameList.xkcd.color(named: "teal")?.description == "#029386")
    #expect(NamedColor.color(named: "no such colour") == nil)
  }

  @Test("the nearest name is that of a scan with the difference itself", arguments: 0..<64)
  func nearest(seed: UInt32) {
    let value = seed &* 2_654_435_761
    let color = RGB8(
      red: UInt8(truncatingIfNeeded: value >> 24), green: UInt8(truncatingIfNeeded: value >> 16),
      blue: UInt8(truncatingIfNeeded: value >> 8))
    for list in ColorNameList.allCases {
      let nearest = list.nearest(to: color)
      let distances = list.entries.map { $0.color.deltaE00(to: color) }
      #expect(nearest.distance == distances.min())
      #expect(nearest.named == list.entries[distances.firstIndex(of: nearest.distance) ?? -1])
    }
  }

  @Test("every name's own colour is named without a difference")
  func exact() {
    for list in ColorNameList.allCases {
      for entry in list.entries {
        let nearest = list.nearest(to: entry.color)
        #expect(nearest.distance == 0 && nearest.named.color == entry.color)
      }
    }
  }

  @Test("contrast is that of WCAG's examples, and readable text always reaches 4.5")
  func contrast() {
    let black = RGB8(red: 0, green: 0, blue: 0)
    let white = RGB8(red: 255, green: 255, blue: 255)
    #expect(abs(ReadableText.contrast(black, white) - 21) < 1e-9)
    #expect(ReadableText.contrast(white, white) == 1)
    // WebAIM's contrast checker: #767676 on white is 4.54, #777777 is 4.48.
    let grey = RGB8(red: 0x76, green: 0x76, blue: 0x76)
    #expect(abs(ReadableText.contrast(grey, white) - 4.54) < 0.005)
    let lighter = RGB8(red: 0x77, green: 0x77, blue: 0x77)
    #expect(abs(ReadableText.contrast(lighter, white) - 4.48) < 0.005)
    #expect(ReadableText(on: black).color == white)
    #expect(ReadableText(on: white).color == black)
    for red in stride(from: 0, through: 255, by: 15) {
      for green in stride(from: 0, through: 255, by: 15) {
        for blue in stride(from: 0, through: 255, by: 15) {
          let color = RGB8(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
          #expect(ReadableText(on: color).contrast >= 4.5)
        }
      }
    }
  }
}
