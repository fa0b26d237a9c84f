internal import Pixels
internal import Testing

@testable import ShowHideCommand

@Suite("The order of a series")
struct SeriesOrderTests {
  private func picture(_ path: String, _ color: RGB8?, time: Double = 0) -> SeriesPicture {
    SeriesPicture(path: path, color: color, share: 1, time: time)
  }

  @Test("numbers in names count as numbers")
  func natural() {
    let names = ["img10", "img2", "img02", "img1b", "a", "img1", "img2b", "", "img010"]
    #expect(
      names.sorted(by: naturallyPrecedes)
        == ["", "a", "img1", "img1b", "img02", "img2", "img2b", "img010", "img10"])
  }

  @Test("hue goes around the circle from red, then greys from dark to light, then none")
  func hue() {
    let pictures = [
      picture("none", nil), picture("white", RGB8(red: 255, green: 255, blue: 255)),
      picture("rose", RGB8(red: 255, green: 0, blue: 30)),
      picture("blue", RGB8(red: 0, green: 0, blue: 255)),
      picture("black", RGB8(red: 0, green: 0, blue: 0)),
      picture("green", RGB8(red: 0, green: 255, blue: 0)),
      picture("red", RGB8(red: 255, green: 0, blue: 0)),
    ]
    #expect(
      SeriesPicture.Order.hue.sorted(pictures).map(\.path)
        == ["red", "green", "blue", "rose", "black", "white", "none"])
  }

  @Test("pictures of one time stay in the order of their names")
  func time() {
    let pictures = [
      picture("c", nil, time: 1), picture("b", nil, time: 2), picture("a", nil, time: 2),
    ]
    #expect(SeriesPicture.Order.time.sorted(pictures).map(\.path) == ["c", "a", "b"])
    #expect(SeriesPicture.Order.name.sorted(pictures).map(\.path) == ["a", "b", "c"])
  }
}
