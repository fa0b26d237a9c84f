internal import ColorNames
internal import DominantColor
internal import Foundation
internal import Pixels
internal import Testing

@Suite("Families of colours")
struct ColorFamilyTests {
  /// Names of the survey that contain any basic family's word, with those words.
  private static let names: [(color: RGB8, words: Set<ColorFamily>)] =
    ColorNameList.xkcd.entries.compactMap { entry in
      let words = entry.name.split { $0 == " " || $0 == "/" }
      let families = Set(words.compactMap { ColorFamily(named: String($0)) }.filter(\.isBasic))
      return families.isEmpty ? nil : (entry.color, families)
    }

  /// How many names of the survey contain a family's word; of them those within its region (recall); of
  /// all names with a basic word within the region those with this word (precision).
  private static func agreement(
    _ family: ColorFamily
  ) -> (named: Int, recall: Double, precision: Double) {
    let named = names.filter { $0.words.contains(family) }
    let within = names.filter { family.contains($0.color) }
    let both = Double(named.count { family.contains($0.color) })
    return (named.count, both / Double(named.count), both / Double(within.count))
  }

  @Test(
    "regions agree with the names of the survey: recall and precision of at least 0.9",
    arguments: [
      (ColorFamily.red, 42), (.orange, 29), (.yellow, 46), (.green, 174), (.blue, 126),
      (.purple, 57), (.pink, 57), (.brown, 45), (.black, 2), (.grey, 38),
    ])
  func agreement(family: ColorFamily, count: Int) {
    let figures = Self.agreement(family)
    #expect(figures.named == count)
    #expect(figures.recall >= 0.9, "\(family): \(figures)")
    #expect(figures.precision >= 0.9, "\(family): \(figures)")
  }

  /// Whether a name says blue-green: by a word of its own, or by both in any form.
  private static func isBlueGreen(_ name: String) -> Bool {
    func has(_ parts: [String]) -> Bool { parts.contains { name.contains($0) } }
    return has(["teal", "turquoise", "aqua", "cyan"])
      || has(["blue", "bluish"]) && has(["green"])
  }

  @Test("teal agrees with all names of blue-greens, and white has two names only")
  func exceptions() {
    let word = Self.agreement(.teal)
    #expect(word.named == 14 && word.recall == 1, "\(word)")
    let entries = ColorNameList.xkcd.entries
    let named = entries.filter { Self.isBlueGreen($0.name) }
    let found = named.count { ColorFamily.teal.contains($0.color) }
    #expect(named.count == 59 && Double(found) >= 0.94 * Double(named.count))
    let basic = Set(Self.names.map(\.color))
    let within = entries.filter {
      ColorFamily.teal.contains($0.color)
        && (basic.contains($0.color) || Self.isBlueGreen($0.name))
    }
    #expect(Double(within.count { Self.isBlueGreen($0.name) }) >= 0.9 * Double(within.count))
    let white = Self.agreement(.white)
    #expect(white.named == 2 && white.recall == 1, "\(white)")
  }

  @Test("the colour that the survey calls by a word is of its family, and few colours have three")
  func sanity() throws {
    for family in ColorFamily.allCases where family.isBasic {
      let color = try #require(ColorNameList.xkcd.color(named: family.rawValue))
      #expect(family.contains(color), "\(family)")
    }
    var counts = [Int: Int]()
    var whole = 0
    for red in stride(from: 0, through: 255, by: 15) {
      for green in stride(from: 0, through: 255, by: 15) {
        for blue in stride(from: 0, through: 255, by: 15) {
          let color = Self.rgb(red, green, blue)
          let families = ColorFamily.allCases.filter { $0.isBasic && $0.contains(color) }
          counts[families.count, default: 0] += 1
          whole += 1
        }
      }
    }
    #expect(Double(counts[0, default: 0]) < 0.05 * Double(whole), "\(counts)")
    #expect(Double(counts[1, default: 0]) > 0.8 * Double(whole), "\(counts)")
    #expect(Double(counts.filter { $0.key > 2 }.values.reduce(0, +)) < 0.02 * Double(whole))
  }

  @Test("words are read in any case, gray too")
  func words() {
    #expect(ColorFamily(named: "RED") == .red && ColorFamily(named: "gray") == .grey)
    #expect(ColorFamily(named: "Pastel") == .pastel && ColorFamily(named: "dusty rose") == nil)
    #expect(ColorFamily.allCases.count { $0.isBasic } == 12)
  }

  @Test("regions of lightness and chroma alone are those of OKLab in double precision")
  func doubles() {
    for red in stride(from: 0, through: 255, by: 5) {
      for green in stride(from: 0, through: 255, by: 17) {
        for blue in stride(from: 0, through: 255, by: 15) {
          let color = Self.rgb(red, green, blue)
          let lab = OKLab(color)
          // Fixed-point components are right to 4 · 10⁻⁵.
          let dark = 1000 * (lab.lightness - 0.47)
          if abs(dark) > 0.05 { #expect(ColorFamily.dark.contains(color) == (dark < 0)) }
          if dark > 0 {
            let way = ColorFamily.dark.thousandths(to: color)
            #expect(abs(Double(way) - (dark + 0.5)) <= 0.6, "\(color)")
          }
          let bounds = [lab.lightness - 0.955, 0.036 - lab.chroma]
          if bounds.allSatisfy({ abs($0) > 1e-4 }) {
            #expect(ColorFamily.white.contains(color) == bounds.allSatisfy { $0 > 0 })
          }
        }
      }
    }
  }

  @Test("a hue's sides are where OKLCH has them")
  func hues() {
    // Blues of middle lightness and chroma lie between 187 and 288 degrees.
    for degrees in 0..<360 {
      let angle = Double(degrees) * .pi / 180
      let lab = OKLab(lightness: 0.6, a: 0.085 * cos(angle), b: 0.085 * sin(angle))
      guard let color = RGB8(lab) else { continue }
      let hue = OKLab(color).hue
      guard [178, 187, 288].allSatisfy({ abs(hue - $0) > 0.2 }) else { continue }
      #expect(ColorFamily.blue.contains(color) == (178...288).contains(hue), "\(hue)")
    }
  }

  @Test(
    "distances begin at the region's edge and change no faster than the colour",
    arguments: ColorFamily.allCases)
  func distances(family: ColorFamily) {
    for red in stride(from: 0, through: 250, by: 25) {
      for green in stride(from: 0, through: 250, by: 25) {
        for blue in stride(from: 0, through: 250, by: 25) {
          let color = Self.rgb(red, green, blue)
          let away = family.thousandths(to: color)
          #expect((away == 0) == family.contains(color))
          for next in [Self.rgb(red + 5, green, blue), Self.rgb(red, green + 3, blue + 5)] {
            let step = ColorDistance(from: color).thousandths(to: next)
            let change = abs(family.thousandths(to: next) - away)
            #expect(Double(change) <= 1.415 * Double(step) + 2, "\(color) \(next)")
          }
        }
      }
    }
  }

  @Test(
    "boxes that are judged whole have no colour that says otherwise",
    arguments: ColorFamily.allCases)
  func boxes(family: ColorFamily) {
    var (within, beyond) = (0, 0)
    for place in stride(from: 0, to: 1 << 15, by: 37) {
      let low = Self.rgb(8 * (place & 31), 8 * (place >> 5 & 31), 8 * (place >> 10))
      let high = Self.rgb(Int(low.red) + 7, Int(low.green) + 7, Int(low.blue) + 7)
      let judged = family.judge(from: low, to: high, beyond: 30)
      within += judged == .within ? 1 : 0
      beyond += judged == .beyond ? 1 : 0
      guard judged != .open else { continue }
      for corner in 0..<8 {
        let color = RGB8(
          red: corner & 1 == 0 ? low.red : high.red,
          green: corner & 2 == 0 ? low.green : high.green,
          blue: corner & 4 == 0 ? low.blue : high.blue)
        let away = family.thousandths(to: color)
        #expect(judged == .within ? away == 0 : away > 30, "\(color)")
      }
    }
    #expect(beyond > 50, "\(beyond)")
    #expect(![.green, .blue, .purple, .dark, .light].contains(family) || within > 20, "\(within)")
  }

  private static func rgb(_ red: Int, _ green: Int, _ blue: Int) -> RGB8 {
    RGB8(red: UInt8(clamping: red), green: UInt8(clamping: green), blue: UInt8(clamping: blue))
  }
}
