internal import DominantColor
internal import Pixels
internal import SyntheticImages
internal import Testing

@Suite("The hues with the most chroma")
struct VividRangeTests {
  private let lavender = RGB8(red: 214, green: 205, blue: 226)
  private let pepper = RGB8(red: 190, green: 24, blue: 30)

  private func hues(_ colors: [(RGB8, Int)], _ scale: HueScale = HueScale()) throws -> HueHistogram
  {
    var hues = HueHistogram(scale)
    for (color, count) in colors {
      let image = try ImageBuffer(width: 1, colors: Array(repeating: color, count: count))
      image.withPixels { hues.add($0, rule: VisibilityRule()) }
    }
    return hues
  }

  @Test("a vivid thing before a pale ground of three times its pixels is the picture's colour")
  func vividOverPale() throws {
    let hues = try hues([(lavender, 750), (pepper, 250)])
    let range = try #require(hues.mostVividRange(tolerance: 20))
    #expect(hues.dominant?.bin == hues.scale.bin(of: lavender))
    #expect(range.center == hues.scale.bin(of: pepper))
    #expect(hues.count(in: range) == 250)
  }

  @Test(
    "one hue is the middle of its range, at every tolerance", arguments: [0, 1, 20, 179, 180, 900])
  func oneHue(tolerance: Int) throws {
    for color in [pepper, RGB8(red: 20, green: 60, blue: 200), RGB8(red: 255, green: 0, blue: 2)] {
      let hues = try hues([(color, 3)])
      let range = try #require(hues.mostVividRange(tolerance: tolerance))
      #expect(range.center == hues.scale.bin(of: color))
      #expect(range.tolerance == tolerance)
      #expect(hues.count(in: range) == 3)
    }
  }

  @Test("without a hue there is no range")
  func greys() throws {
    #expect(HueHistogram(HueScale()).mostVividRange(tolerance: 20) == nil)
    let grey = RGB8(red: 80, green: 80, blue: 80)
    #expect(try hues([(grey, 9)]).mostVividRange(tolerance: 20) == nil)
  }

  /// The definition, pixel by pixel.
  private func weights(
    _ view: PixelView, _ scale: HueScale, _ tolerance: Int
  ) -> [UInt64] {
    var weights = Array(repeating: UInt64(0), count: scale.binCount)
    for y in 0..<view.height {
      for x in 0..<view.width {
        let pixel = view[x, y]
        guard VisibilityRule().verdict(on: pixel) == .counted,
          let bin = scale.bin(of: pixel.color)
        else { continue }
        let channels = [pixel.color.red, pixel.color.green, pixel.color.blue].map { UInt64($0) }
        let chroma = (channels.max() ?? 0) - (channels.min() ?? 0)
        for middle in weights.indices {
          let distance = scale.distance(from: bin, to: middle)
          if distance <= tolerance { weights[middle] += chroma * UInt64(tolerance + 1 - distance) }
        }
      }
    }
    return weights
  }

  @Test(
    "it is what counting pixel by pixel gives",
    arguments: SyntheticImage.all.map(\.name), [6, 12, 360])
  func definition(name: String, bins: Int) throws {
    let image = try #require(SyntheticImage.named(name)).makeImage(width: 45, height: 31)
    let scale = HueScale(binCount: bins)
    var hues = HueHistogram(scale)
    image.withPixels { hues.add($0, rule: VisibilityRule()) }
    for tolerance in [0, 2] + (bins > 40 ? [20] : []) {
      let expected = image.withPixels { weights($0, scale, tolerance) }
      let most = try #require(expected.max())
      let range = hues.mostVividRange(tolerance: tolerance)
      #expect(range?.center == (most == 0 ? nil : expected.firstIndex(of: most)))
    }
  }
}
