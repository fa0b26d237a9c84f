internal import Pixels
internal import Testing

@testable import KernelWorkloads

@Suite("Bilinear resampling")
struct BilinearResamplingTests {
  private func image(_ width: Int, _ pixels: [RGBA8]) throws -> ImageBuffer {
    var image = try ImageBuffer(width: width, height: pixels.count / width)
    for (index, pixel) in pixels.enumerated() { image[index % width, index / width] = pixel }
    return image
  }

  private func grey(_ level: UInt8, alpha: UInt8 = 255) -> RGBA8 {
    RGBA8(red: level, green: level, blue: level, alpha: alpha)
  }

  @Test("the same size gives the same pixels")
  func identity() throws {
    let pixels = (0..<35).map { RGBA8(red: UInt8($0 * 7), green: UInt8($0), blue: 255 - UInt8($0)) }
    let original = try image(7, pixels)
    #expect(try original.resampled(width: 7, height: 5) == original)
  }

  @Test("one colour stays that colour at any size")
  func flat() throws {
    let color = RGBA8(red: 201, green: 3, blue: 254)
    let original = try image(2, [color, color, color, color])
    for (width, height) in [(1, 1), (3, 5), (17, 2), (64, 64)] {
      let result = try original.resampled(width: width, height: height)
      for y in 0..<height { for x in 0..<width { #expect(result[x, y] == color) } }
    }
  }

  @Test("between two pixels lie their mixtures, and beyond them themselves")
  func ramp() throws {
    let result = try image(2, [grey(0), grey(200)]).resampled(width: 4, height: 1)
    #expect((0..<4).map { result[$0, 0].red } == [0, 50, 150, 200])
  }

  @Test("between four pixels both ways count")
  func square() throws {
    let result = try image(2, [grey(0), grey(100), grey(100), grey(200)])
      .resampled(width: 1, height: 1)
    #expect(result[0, 0] == grey(100))
  }

  @Test("the colour under a transparent pixel does not leak")
  func transparency() throws {
    let hidden = RGBA8(red: 255, green: 0, blue: 255, alpha: 0)
    let result = try image(2, [grey(80), hidden]).resampled(width: 4, height: 1)
    #expect(
      (0..<4).map { result[$0, 0] }
        == [grey(80), grey(80, alpha: 191), grey(80, alpha: 64), grey(0, alpha: 0)])
  }

  @Test("nothing stays nothing")
  func empty() throws {
    let result = try ImageBuffer(width: 0, height: 4).resampled(width: 2, height: 2)
    #expect(result[0, 0] == grey(0, alpha: 0))
  }
}
