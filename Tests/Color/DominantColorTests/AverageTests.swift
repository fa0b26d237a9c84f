internal import DominantColor
internal import Foundation
internal import ImageCodecs
internal import Pixels
internal import Testing

@Suite("The mean colour of a picture")
struct AverageTests {
  /// Linear light of an encoded channel, 0 to 1 (IEC 61966-2-1).
  private func light(_ level: Double) -> Double {
    let value = level / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// Noise, a quarter of it transparent.
  private func image(seed: UInt64) throws -> ImageBuffer {
    var image = try ImageBuffer(width: 13, height: 9)
    var state = seed
    for y in 0..<9 {
      for x in 0..<13 {
        // Knuth's MMIX generator, of which the upper bits are good.
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let bits = state >> 32
        image[x, y] = RGBA8(
          red: UInt8(truncatingIfNeeded: bits), green: UInt8(truncatingIfNeeded: bits >> 8),
          blue: UInt8(truncatingIfNeeded: bits >> 16), alpha: bits >> 24 & 3 == 0 ? 0 : 255)
      }
    }
    return image
  }

  @Test("means are those of double precision, and parts add up", arguments: 0..<20)
  func means(seed: UInt64) throws {
    let image = try image(seed: seed)
    var (whole, upper, lower) = (AverageColor(), AverageColor(), AverageColor())
    image.withPixels { pixels in
      whole.add(pixels)
      upper.add(pixels.cropped(columns: 0..<13, rows: 0..<4))
      lower.add(pixels.cropped(columns: 0..<13, rows: 4..<9))
    }
    lower.merge(upper)
    #expect(whole == lower)
    var reds: [Double] = []
    for y in 0..<9 {
      for x in 0..<13 where image[x, y].alpha > 0 { reds.append(Double(image[x, y].red)) }
    }
    let levels = reds.reduce(0, +) / Double(reds.count)
    let ofLevels = try #require(whole.ofLevels)
    #expect(abs(Double(ofLevels.red) - levels) <= 0.5)
    let mean = reds.map(light).reduce(0, +) / Double(reds.count)
    let ofLight = try #require(whole.ofLight)
    #expect(
      light(Double(ofLight.red) - 0.501) <= mean && mean <= light(Double(ofLight.red) + 0.501))
    #expect(whole.tally.counted == UInt64(reds.count))
  }

  @Test("a picture of one colour has it as its mean, and none has none")
  func single() throws {
    #expect(AverageColor().ofLight == nil && AverageColor().ofLevels == nil)
    for level in UInt8.min...UInt8.max {
      var image = try ImageBuffer(width: 3, height: 1)
      let color = RGB8(red: level, green: 255 - level, blue: 7)
      for x in 0..<3 { image[x, 0] = RGBA8(color) }
      var average = AverageColor()
      image.withPixels { average.add($0) }
      #expect(average.ofLight == color && average.ofLevels == color)
    }
  }
}
