@testable internal import ImageCodecs
internal import Pixels
internal import Testing

@Suite("EXIF orientation is found and applied")
struct OrientationTests {
  /// Where a stored pixel is shown, written out from the standard's table.
  private func shownPlace(
    of orientation: ImageOrientation, x: Int, y: Int, width: Int, height: Int
  ) -> (x: Int, y: Int) {
    switch orientation {
    case .up: (x, y)
    case .upMirrored: (width - 1 - x, y)
    case .down: (width - 1 - x, height - 1 - y)
    case .downMirrored: (x, height - 1 - y)
    case .leftMirrored: (y, x)
    case .right: (height - 1 - y, x)
    case .rightMirrored: (height - 1 - y, width - 1 - x)
    case .left: (y, width - 1 - x)
    }
  }

  @Test("Every orientation moves every pixel to its place", arguments: ImageOrientation.allCases)
  func moves(orientation: ImageOrientation) throws {
    for (width, height) in [(1, 1), (1, 5), (4, 1), (3, 2), (65, 70), (64, 64), (130, 3)] {
      let stored = try makeNoise(width: width, height: height, seed: 5, opaque: false)
      let upright = try orientation.upright(stored)
      let size = orientation.uprightSize(width: width, height: height)
      #expect(upright.width == size.width && upright.height == size.height)
      var wrong = 0
      for y in 0..<height {
        for x in 0..<width {
          let place = shownPlace(of: orientation, x: x, y: y, width: width, height: height)
          if upright[place.x, place.y] != stored[x, y] { wrong += 1 }
        }
      }
      #expect(wrong == 0)
    }
  }

  @Test("An image without pixels can be turned", arguments: ImageOrientation.allCases)
  func empty(orientation: ImageOrientation) throws {
    let upright = try orientation.upright(ImageBuffer(width: 0, height: 3))
    #expect(upright.pixelCount == 0)
    #expect(upright.width == (orientation.swapsSides ? 3 : 0))
  }

  private func parse(_ bytes: [UInt8]) -> ImageOrientation? {
    bytes.withUnsafeBytes { ExifFields($0).orientation }
  }

  private func makeExif(orientation: ImageOrientation) -> [UInt8] {
    var block = ExifBlock()
    block.set(orientation)
    return block.bytes()
  }

  @Test("What is written is read", arguments: ImageOrientation.allCases)
  func roundTrip(orientation: ImageOrientation) {
    #expect((parse(makeExif(orientation: orientation)) ?? .up) == orientation)
  }

  @Test("Both byte orders and all whole-number types are read")
  func types() {
    let little: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0]
    #expect(parse(little + [0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]) == .right)
    #expect(parse(little + [0x12, 1, 4, 0, 1, 0, 0, 0, 8, 0, 0, 0]) == .left)
    #expect(parse(little + [0x12, 1, 1, 0, 1, 0, 0, 0, 3, 0, 0, 0]) == .down)
    // An entry before it, and an offset that leaves a gap.
    let gap: [UInt8] = [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 10, 9, 9, 0, 2]
    let other: [UInt8] = [1, 0, 0, 3, 0, 0, 0, 1, 0, 7, 0, 0]
    #expect(parse(gap + other + [1, 0x12, 0, 3, 0, 0, 0, 1, 0, 5, 0, 0]) == .leftMirrored)
  }

  @Test("Nonsense is no orientation")
  func nonsense() {
    let good = makeExif(orientation: .right)
    for count in 0..<20 { #expect(parse(Array(good[..<count])) == nil) }
    for value in [0, 9, 255] as [UInt8] {
      var bytes = good
      bytes[19] = value
      #expect(parse(bytes) == nil)
    }
    var far = good
    far[4] = 0xFF  // the directory lies beyond the end
    #expect(parse(far) == nil)
    var many = good
    many[8] = 0xFF  // more entries than bytes
    many[10] = 0x02
    #expect(parse(many) == nil)
    var text = good
    text[13] = 2  // a text, not a number
    #expect(parse(text) == nil)
    var none = good
    none[17] = 0  // no value
    #expect(parse(none) == nil)
  }
}
