import DominantColor
internal import Hashing
import Pixels
import SyntheticImages
import Testing

@Suite("Sampling the content of images")
struct ImageContentTests {
  private static let sizes = [(17, 3), (64, 64), (100, 1), (1, 100), (301, 200), (1000, 800)]

  private func content(_ name: String, _ width: Int, _ height: Int) throws -> ImageContent {
    let image = try #require(SyntheticImage.named(name)).makeImage(width: width, height: height)
    return image.withPixels { ImageContent(glancingAt: $0) }
  }

  @Test("flat colour is plain; noise is busy", arguments: sizes)
  func extremes(width: Int, height: Int) throws {
    #expect(try content("flat", width, height) == .plain)
    #expect(try content("noise", width, height) == .busy)
  }

  @Test("photos, gradients and screenshots are busy, two colours are plain")
  func kinds() throws {
    #expect(try content("photo", 300, 200) == .busy)
    #expect(try content("gradient", 300, 200) == .busy)
    #expect(try content("screen", 300, 200) == .busy)
    let stripes = (0..<64 * 64).flatMap { index -> [UInt8] in
      index % 3 == 0 ? [0, 0, 0, 255] : [250, 250, 250, 255]
    }
    let content = try withPixels(of: stripes.span.bytes, width: 64, height: 64) {
      ImageContent(glancingAt: $0)
    }
    #expect(content == .plain)
  }

  @Test("the smallest images and the colours under transparency are plain")
  func small() throws {
    #expect(try content("noise", 1, 1) == .plain)
    #expect(try content("noise", 3, 1) == .plain)
    #expect(
      try ImageBuffer(width: 0, height: 0).withPixels { ImageContent(glancingAt: $0) } == .plain)
    var pixels: [UInt8] = []
    for index in 0..<1024 { pixels += [UInt8(index & 255), UInt8(index >> 2), 7, 127] }
    let hidden = pixels
    let content = try withPixels(of: hidden.span.bytes, width: 32, height: 32) {
      ImageContent(glancingAt: $0)
    }
    #expect(content == .plain)
  }

  @Test(
    "an image that is partly seen through is transparent, few colours or many",
    arguments: [(20, 20), (320, 240), (1732, 1155)])
  func transparent(width: Int, height: Int) throws {
    #expect(try content("alpha", width, height) == .transparent)
    // Noise in the upper half, nothing in the lower one; then the same fully opaque.
    for (alpha, expected) in [(UInt8(0), ImageContent.transparent), (128, .busy)] {
      var random = SplitMix64(seed: 5)
      var pixels: [UInt8] = []
      for row in 0..<32 {
        for _ in 0..<32 {
          pixels += (0..<3).map { _ in UInt8(truncatingIfNeeded: random.next()) }
          pixels.append(row < 16 ? 255 : alpha)
        }
      }
      let bytes = pixels
      let content = try withPixels(of: bytes.span.bytes, width: 32, height: 32) {
        ImageContent(glancingAt: $0)
      }
      #expect(content == expected)
    }
  }

  @Test("rows beyond the width are not looked at")
  func padding() throws {
    // One colour in the first 3 of 64 columns, noise in the rest.
    var random = SplitMix64(seed: 3)
    var pixels: [UInt8] = []
    for _ in 0..<40 {
      for column in 0..<64 {
        pixels +=
          column < 3
          ? [9, 9, 9, 255] : (0..<4).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      }
    }
    let bytes = pixels
    let content = try withPixels(of: bytes.span.bytes, width: 3, height: 40, bytesPerRow: 256) {
      ImageContent(glancingAt: $0)
    }
    #expect(content == .plain)
  }
}
