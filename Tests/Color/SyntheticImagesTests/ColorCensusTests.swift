internal import Pixels
internal import SyntheticImages
internal import Testing

@Suite("Colour census")
struct ColorCensusTests {
  private let red = RGB8(red: 255, green: 0, blue: 0)
  private let green = RGB8(red: 0, green: 255, blue: 0)
  private let blue = RGB8(red: 0, green: 0, blue: 255)

  @Test("counts exact colours, most frequent first and ties by colour")
  func counts() throws {
    let image = try ImageBuffer(width: 3, colors: [red, blue, green, blue, blue, red])
    let census = ColorCensus(of: image)
    #expect(census.entries.map(\.pixel.color) == [blue, red, green])
    #expect(census.entries.map(\.count) == [3, 2, 1])
    #expect(census.pixelCount == 6)
    let tied = ColorCensus(of: try ImageBuffer(width: 3, colors: [red, blue, green]))
    #expect(tied.entries.map(\.pixel.color) == [blue, green, red])
  }

  @Test("tells alpha apart unless a rule says which pixels count")
  func visibility() throws {
    let image = try ImageBuffer(
      width: 4, pixels: [RGBA8(red), RGBA8(red, alpha: 200), RGBA8(red, alpha: 3), RGBA8(blue)])
    #expect(ColorCensus(of: image).entries.map(\.pixel.alpha) == [255, 3, 200, 255])
    let visible = ColorCensus(of: image, countedBy: VisibilityRule())
    #expect(visible.entries.map(\.pixel) == [RGBA8(red), RGBA8(blue)])
    #expect(visible.entries.map(\.count) == [2, 1])
    #expect(visible.pixelCount == 3)
  }

  @Test("is equal for the same pixels in another order, and not for others")
  func equality() throws {
    let first = ColorCensus(of: try ImageBuffer(width: 4, colors: [red, red, blue, green]))
    let second = ColorCensus(of: try ImageBuffer(width: 2, colors: [green, red, blue, red]))
    let third = ColorCensus(of: try ImageBuffer(width: 2, colors: [green, blue, blue, red]))
    #expect(first == second)
    #expect(first.differences(from: second).isEmpty)
    #expect(first != third)
  }

  @Test("words its differences, largest first")
  func differences() throws {
    let first = ColorCensus(of: try ImageBuffer(width: 5, colors: [red, red, red, blue, green]))
    let half = RGBA8(green, alpha: 7)
    let second = ColorCensus(
      of: try ImageBuffer(width: 5, pixels: [half, half, RGBA8(red), RGBA8(blue), RGBA8(green)]))
    #expect(
      first.differences(from: second).map(\.description) == [
        "#00ff00/7 0 pixels here, 2 there", "#ff0000 3 pixels here, 1 there",
      ])
  }

  @Test("of no pixels is empty")
  func empty() throws {
    let census = ColorCensus(of: try ImageBuffer(width: 0, height: 3))
    #expect(census.entries.isEmpty)
    #expect(census.pixelCount == 0)
  }

  @Test("adds up to the image for noise and for runs", arguments: ["noise", "screen"])
  func total(name: String) throws {
    let image = try #require(SyntheticImage.named(name)).makeImage(width: 83, height: 41)
    let census = ColorCensus(of: image)
    #expect(census.entries.reduce(0) { $0 + $1.count } == 83 * 41)
    #expect(Set(census.entries.map(\.pixel)).count == census.entries.count)
  }
}
