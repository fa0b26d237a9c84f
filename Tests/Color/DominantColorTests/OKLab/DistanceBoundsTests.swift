internal import DominantColor
internal import Pixels
internal import Testing

@Suite("Bounds of distances within a box of colours")
struct DistanceBoundsTests {
  #if DEBUG
    /// Debug builds look at every 37th box.
    private static let step = 37
  #else
    private static let step = 1
  #endif

  static let origins = [
    RGB8(red: 0, green: 0, blue: 0), RGB8(red: 255, green: 255, blue: 255),
    RGB8(red: 0, green: 128, blue: 128), RGB8(red: 200, green: 40, blue: 90),
    RGB8(red: 3, green: 0, blue: 250),
  ]

  @Test("no colour of an 8-level box is outside, and the bounds are of use", arguments: origins)
  func boxes(origin: RGB8) {
    let distance = ColorDistance(from: origin)
    var (wrong, boxes, width) = (0, 0, 0)
    for index in stride(from: 0, to: 1 << 15, by: Self.step) {
      let lowest = RGB8(
        red: UInt8(index >> 10 & 31) * 8, green: UInt8(index >> 5 & 31) * 8,
        blue: UInt8(index & 31) * 8)
      let highest = RGB8(
        red: lowest.red + 7, green: lowest.green + 7, blue: lowest.blue + 7)
      let bounds = distance.thousandthsBounds(from: lowest, to: highest)
      boxes += 1
      width += bounds.count
      for red in lowest.red...highest.red {
        for green in lowest.green...highest.green {
          for blue in lowest.blue...highest.blue {
            let found = distance.thousandths(to: RGB8(red: red, green: green, blue: blue))
            wrong += bounds.contains(found) ? 0 : 1
          }
        }
      }
    }
    #expect(wrong == 0)
    // Boxes are about 30 thousandths across; those with an edge in the dark much more.
    #expect(width / boxes < 120)
  }

  @Test("a single colour is bounded to a few thousandths")
  func point() {
    let origin = RGB8(red: 200, green: 40, blue: 90)
    let other = RGB8(red: 10, green: 220, blue: 130)
    let distance = ColorDistance(from: origin)
    let bounds = distance.thousandthsBounds(from: other, to: other)
    #expect(bounds.contains(distance.thousandths(to: other)) && bounds.count <= 5)
  }
}
