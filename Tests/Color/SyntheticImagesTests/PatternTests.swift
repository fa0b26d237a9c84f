internal import Pixels
internal import SyntheticImages
internal import Testing

@Suite("Small images and patterns")
struct PatternTests {
  private let red = RGB8(red: 255, green: 0, blue: 0)
  private let green = RGB8(red: 0, green: 255, blue: 0)
  private let blue = RGB8(red: 0, green: 0, blue: 255)
  private let white = RGB8(red: 255, green: 255, blue: 255)

  /// The colours of an image, row by row.
  private func rows(_ image: ImageBuffer) -> [[RGB8]] {
    (0..<image.height).map { y in (0..<image.width).map { x in image[x, y].color } }
  }

  @Test("two by two shows its colours in reading order")
  func twoByTwo() throws {
    let image = try ImageBuffer.twoByTwo(red, green, blue, white)
    #expect(rows(image) == [[red, green], [blue, white]])
    #expect(image[1, 1].alpha == 255)
  }

  @Test("three by three shows five of the first colour and four of the second")
  func threeByThree() throws {
    let image = try ImageBuffer.threeByThree(red, blue)
    #expect(rows(image) == [[red, blue, red], [blue, red, blue], [red, blue, red]])
  }

  @Test("an array of pixels becomes whole rows, alpha kept")
  func fromArray() throws {
    let pixels = (0..<6).map { RGBA8(red: $0, green: 1, blue: 2, alpha: 40 * $0) }
    let image = try ImageBuffer(width: 3, pixels: pixels)
    #expect(image.height == 2)
    #expect((0..<6).map { image[$0 % 3, $0 / 3] } == pixels)
    #expect(try ImageBuffer(width: 5, colors: []).height == 0)
    #expect(try ImageBuffer(width: 0, colors: []).pixelCount == 0)
  }

  @Test("an array that does not fill its rows is refused with the numbers")
  func raggedArray() {
    #expect(throws: ImageGeometryError.tooFewBytes(needed: 16, given: 12)) {
      try ImageBuffer(width: 2, colors: [red, green, blue])
    }
    #expect(throws: ImageGeometryError.rowsOverlap(bytesPerRow: 0, needed: 4)) {
      try ImageBuffer(width: 0, colors: [red])
    }
    #expect(throws: ImageGeometryError.negativeSize(width: -2, height: 0)) {
      try ImageBuffer(width: -2, colors: [red])
    }
  }

  @Test("a given colour fills an image")
  func flatColor() throws {
    let kind = SyntheticImage.flat(green)
    #expect(rows(try kind.makeImage(width: 2, height: 1)) == [[green, green]])
    #expect(kind.truth(width: 2, height: 1)?.color == green)
  }

  @Test("a checkerboard changes colour at every square")
  func checkerboard() throws {
    let image = try SyntheticImage.checkerboard(red, blue, tile: 2).makeImage(width: 5, height: 3)
    #expect(
      rows(image) == [
        [red, red, blue, blue, red], [red, red, blue, blue, red], [blue, blue, red, red, blue],
      ])
  }

  @Test("a periodic pattern repeats its list, shifted from row to row")
  func periodic() throws {
    let list = [red, green, blue]
    let stripes = try SyntheticImage.periodic(list).makeImage(width: 4, height: 2)
    #expect(rows(stripes) == [[red, green, blue, red], [red, green, blue, red]])
    let shifted = try SyntheticImage.periodic(list, rowShift: -1).makeImage(width: 3, height: 4)
    #expect(
      rows(shifted) == [
        [red, green, blue], [blue, red, green], [green, blue, red], [red, green, blue],
      ])
  }

  @Test("a cornered winner has its exact share in its corner; the rival never has more")
  func cornered() throws {
    for isLowerRight in [false, true] {
      let scene = CornerScene(
        winner: red, winnerFraction: 0.1, rival: blue, rivalFraction: 0.09,
        isLowerRight: isLowerRight)
      let kind = SyntheticImage.cornered(scene)
      let image = try kind.makeImage(width: 203, height: 101, seed: 6)
      let census = ColorCensus(of: image)
      func count(_ color: RGB8) -> Int {
        census.entries.first { $0.pixel == RGBA8(color) }?.count ?? 0
      }
      #expect(count(red) == 2051, "10 % of 20,503 pixels, rounded up")
      #expect(kind.truth(width: 203, height: 101)?.count == 2051)
      #expect((1600...1846).contains(count(blue)))
      #expect(image[isLowerRight ? 202 : 0, isLowerRight ? 100 : 0].color == red)
      #expect(image[isLowerRight ? 0 : 202, isLowerRight ? 0 : 100].color != red)
      // All of the winner lies in a rectangle of its own size: two thirds of the rows have none.
      let rowsWithWinner = rows(image).count { $0.contains(red) }
      #expect(rowsWithWinner <= 33)
    }
  }

  @Test("a cornered winner of every share keeps to its image")
  func corneredShares() throws {
    for fraction in [0, 0.001, 0.5, 1] {
      for isLowerRight in [false, true] {
        for (width, height) in [(1, 1), (1, 9), (9, 1), (16, 5)] {
          let scene = CornerScene(
            winner: red, winnerFraction: fraction, rival: blue, rivalFraction: 0,
            isLowerRight: isLowerRight)
          let image = try SyntheticImage.cornered(scene).makeImage(width: width, height: height)
          let expected = Int((fraction * Double(width * height)).rounded(.up))
          #expect(rows(image).joined().count { $0 == red } == expected)
        }
      }
    }
  }
}
