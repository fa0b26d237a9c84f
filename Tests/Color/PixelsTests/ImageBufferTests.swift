import Pixels
import Testing

@Suite("Image buffers")
struct ImageBufferTests {
  @Test("a new image is transparent black, small or on huge pages")
  func startsEmpty() throws {
    for (width, height) in [(0, 0), (0, 7), (7, 0), (1, 1), (33, 5), (1024, 1024)] {
      let image = try ImageBuffer(width: width, height: height)
      #expect(image.pixelCount == width * height)
      #expect(image.byteCount == 4 * image.pixelCount)
      #expect(image.bytesPerRow == 4 * width)
      image.withPixels { view in
        #expect(view.isEmpty == (width * height == 0))
        for y in 0..<height where y % 97 == 0 {
          for x in 0..<width {
            #expect(view[x, y] == RGBA8(red: 0, green: 0, blue: 0, alpha: 0))
          }
        }
      }
    }
  }

  @Test("large images start on a huge page")
  func alignment() throws {
    // As many pixels as a huge page has, one more, and some; all of them can be written.
    for width in [1 << 19, 1 << 19 | 1, 1 << 20, 1_500_001] {
      var image = try ImageBuffer(width: width, height: 1)
      image[width - 1, 0] = RGBA8(red: 1, green: 2, blue: 3)
      image.withPixels { view in
        #expect(UInt(bitPattern: view.baseAddress) % (2 << 20) == 0)
      }
      #expect(image[width - 1, 0] == RGBA8(red: 1, green: 2, blue: 3))
    }
  }

  @Test("copies share until one is written to")
  func copyOnWrite() throws {
    let red = RGBA8(red: 255, green: 0, blue: 0)
    for side in [3, 1000] {
      var first = try ImageBuffer(width: side, height: side)
      first[1, 2] = red
      var second = first
      #expect(first == second)
      second[2, 1] = red
      #expect(first != second)
      #expect(first[2, 1].alpha == 0)
      #expect(second[1, 2] == red)
      second.withMutableBytes { _ = $0.initializeMemory(as: UInt8.self, repeating: 7) }
      #expect(second[0, 0] == RGBA8(red: 7, green: 7, blue: 7, alpha: 7))
      #expect(first[1, 2] == red)
    }
  }

  @Test("images of unlike shape differ")
  func shapes() throws {
    #expect(try ImageBuffer(width: 2, height: 3) != ImageBuffer(width: 3, height: 2))
    #expect(try ImageBuffer(width: 2, height: 3) == ImageBuffer(width: 2, height: 3))
  }

  @Test("impossible shapes are refused with their numbers")
  func refusals() {
    #expect(throws: ImageGeometryError.negativeSize(width: -1, height: 4)) {
      try ImageBuffer(width: -1, height: 4)
    }
    #expect(throws: ImageGeometryError.tooLarge(width: .max, height: 2)) {
      try ImageBuffer(width: .max, height: 2)
    }
    // Representable, but more than any machine maps.
    let side = 1 << 30
    #expect(throws: ImageGeometryError.tooLarge(width: side, height: side)) {
      try ImageBuffer(width: side, height: side)
    }
    for error in [
      ImageGeometryError.negativeSize(width: -3, height: 5), .tooLarge(width: 70_000, height: 5),
      .rowsOverlap(bytesPerRow: 3, needed: 8), .tooFewBytes(needed: 12, given: 11),
    ] {
      #expect(error.description.hasSuffix("."))
    }
    #expect(ImageGeometryError.tooFewBytes(needed: 12, given: 11).description.contains("12"))
  }

  @Test("copying a padded view drops the padding")
  func copiesViews() throws {
    let bytes = (0..<UInt8(2 * 12)).map { $0 }
    let image = try withPixels(of: bytes.span.bytes, width: 2, height: 2, bytesPerRow: 12) {
      try ImageBuffer(copying: $0)
    }
    #expect(image[1, 0] == RGBA8(red: 4, green: 5, blue: 6, alpha: 7))
    #expect(image[0, 1] == RGBA8(red: 12, green: 13, blue: 14, alpha: 15))
    let empty = try withPixels(of: bytes.span.bytes, width: 0, height: 2) {
      try ImageBuffer(copying: $0)
    }
    #expect(empty.pixelCount == 0)
  }
}
