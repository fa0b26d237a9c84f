import ColorNames
import DominantColor
import Pixels
import Testing

@Suite("Names of colours that are shown together")
struct PaletteNameTests {
  private func color(_ hex: String) throws -> RGB8 { try #require(RGB8(hex: hex)) }

  @Test("a colour alone has its nearest name, with the list and the distance")
  func alone() throws {
    for hex in ["#008080", "#1f3b4d", "#ffffff", "#8b0000", "#123456"] {
      let color = try color(hex)
      let name = PaletteName.names(of: [color])
      let nearest = [ColorNameList.css.nearest(to: color), ColorNameList.xkcd.nearest(to: color)]
        .min { $0.distance < $1.distance }
      #expect(name.map(\.nearest) == [try #require(nearest)])
      #expect(name[0].name == nearest?.named.name)
    }
  }

  @Test("two near colours get two names, the nearer one the name of both")
  func pair() throws {
    let (exact, near) = (try color("#008080"), try color("#04807e"))
    let names = PaletteName.names(of: [near, exact])
    #expect(names[1].name == "teal" && names[1].nearest.distance == 0)
    #expect(names[0].name != "teal")
    let own = CIELAB(near).deltaE00(to: CIELAB(names[0].nearest.named.color))
    #expect(names[0].nearest.distance == own)
  }

  @Test("gray is no other name than grey, nor cyan than aqua")
  func spellings() throws {
    let greys = PaletteName.names(of: [try color("#808080"), try color("#818181")])
    #expect(Set(greys.map(\.name)).intersection(["gray", "grey"]).count == 1)
    // "lightgray" of CSS and "light grey" of the survey: the "g" of "light" comes before.
    let tones = ["#cdd1d9", "#b3bfbe", "#bfc9cb", "#a9a9a9", "#95a3a6"]
    let lights = PaletteName.names(of: try tones.map { try color($0) }).map(\.name)
    #expect(lights[0] == "lightgray" && lights[1] != "light grey", "\(lights)")
    let cyans = PaletteName.names(of: [try color("#00ffff"), try color("#01fefe")])
    #expect(cyans[0].nearest.named.color != cyans[1].nearest.named.color)
  }

  @Test("64 colours of one tone, equal ones too, have 64 names, the same in each run")
  func many() throws {
    let colors = (0..<64).map { index in
      let level = UInt8(90 + index / 4)
      return RGB8(red: 30, green: level, blue: level)
    }
    let names = PaletteName.names(of: colors)
    #expect(Set(names.map(\.name)).count == 64)
    #expect(PaletteName.names(of: colors) == names)
    #expect(PaletteName.names(of: []).isEmpty)
  }

  @Test("where no other name is near, a colour is darker or lighter than the one that has the name")
  func compared() {
    // Far from all names: what is next is more than 5 farther away, for some colours of this grid.
    var comparisons = 0
    for red in stride(from: 0, through: 250, by: 50) {
      for green in stride(from: 0, through: 250, by: 50) {
        for blue in stride(from: 0, through: 250, by: 50) {
          let one = RGB8(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
          let other = RGB8(red: UInt8(red), green: UInt8(green + 4), blue: UInt8(blue))
          let names = PaletteName.names(of: [one, other])
          #expect(names[0].name != names[1].name)
          for (name, isOne) in zip(names, [true, false]) where name.name != name.nearest.named.name
          {
            comparisons += 1
            let (own, holder) = isOne ? (one, other) : (other, one)
            let isDarker = CIELAB(own).lightness < CIELAB(holder).lightness
            #expect(name.name == (isDarker ? "darker " : "lighter ") + name.nearest.named.name)
          }
        }
      }
    }
    #expect(comparisons > 0)
  }
}
