internal import Pixels
internal import ShowHide
internal import Testing

@Suite("The threshold filter")
struct ChannelFilterTests {
  private let pixel = RGBA8(red: 100, green: 150, blue: 200, alpha: 77)

  @Test("everything passes by default")
  func all() {
    for outside in ChannelFilter.Outside.allCases {
      #expect(ChannelFilter(outside: outside).result(for: pixel) == pixel)
    }
  }

  @Test("ranges hold at both ends")
  func ends() {
    let filter = ChannelFilter(red: 100...100, green: 0...150, blue: 200...255, outside: .clear)
    #expect(filter.result(for: pixel) == pixel)
    for changed in [
      RGBA8(red: 99, green: 150, blue: 200, alpha: 77),
      RGBA8(red: 101, green: 150, blue: 200, alpha: 77),
      RGBA8(red: 100, green: 151, blue: 200, alpha: 77),
      RGBA8(red: 100, green: 150, blue: 199, alpha: 77),
    ] {
      #expect(filter.result(for: changed) == RGBA8(changed.color, alpha: 0))
    }
  }

  @Test("zero empties the channels outside alone; grey greys the pixel")
  func outside() {
    var filter = ChannelFilter(red: 101...255, blue: 0...199)
    #expect(filter.result(for: pixel) == RGBA8(red: 0, green: 150, blue: 0, alpha: 77))
    filter.outside = .grey
    #expect(filter.result(for: pixel) == RGBA8(red: 143, green: 143, blue: 143, alpha: 77))
    filter = ChannelFilter(green: 151...255)
    #expect(filter.result(for: pixel) == RGBA8(red: 100, green: 0, blue: 200, alpha: 77))
  }

  @Test("an image is filtered pixel by pixel, and its copies stay")
  func image() throws {
    let image = try ColorCube.everyColor()
    let filter = ChannelFilter(red: 10...200, green: 50...255, outside: .grey)
    var changed = image
    filter.apply(to: &changed)
    let isRight = image.withPixels { before in
      changed.withPixels { after in
        (0..<image.width).allSatisfy { after[$0, 0] == filter.result(for: before[$0, 0]) }
      }
    }
    #expect(isRight)
    #expect(image[0, 0].color == RGB8(red: 0, green: 0, blue: 0))
  }
}
