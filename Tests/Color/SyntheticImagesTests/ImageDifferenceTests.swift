internal import Pixels
internal import SyntheticImages
internal import Testing

@Suite("Image differences")
struct ImageDifferenceTests {
  @Test("there is none between equal images")
  func equal() throws {
    let image = try ImageBuffer(width: 3, height: 2)
    #expect(ImageDifference(between: image, and: image) == nil)
    let empty = try ImageBuffer(width: 0, height: 0)
    #expect(ImageDifference(between: empty, and: empty) == nil)
  }

  @Test("names the first pixel, how many and how far")
  func pixels() throws {
    let first = try ImageBuffer(width: 3, height: 2)
    var second = first
    second[2, 0] = RGBA8(red: 1, green: 2, blue: 0, alpha: 0)
    second[1, 1] = RGBA8(red: 0, green: 0, blue: 0, alpha: 255)
    let difference = try #require(ImageDifference(between: first, and: second))
    #expect(
      difference.description
        == "2 pixels differ, by up to 255; the first at column 2, row 0: "
        + "#000000/0 against #010200/0.")
    let back = try #require(ImageDifference(between: second, and: first))
    guard case .pixels(let changes) = back.kind else {
      Issue.record("the images have one size")
      return
    }
    #expect(changes.x == 2 && changes.y == 0 && changes.count == 2 && changes.largest == 255)
    #expect(changes.first == RGBA8(red: 1, green: 2, blue: 0, alpha: 0))
  }

  @Test("names both sizes when they differ")
  func sizes() throws {
    let difference = ImageDifference(
      between: try ImageBuffer(width: 3, height: 2), and: try ImageBuffer(width: 2, height: 3))
    #expect(difference?.description == "The images are 3 × 2 and 2 × 3 pixels.")
  }
}

@Suite("Image checksums")
struct ImageChecksumTests {
  @Test("depend on every byte, on the order and on the shape, not on row padding")
  func sensitivity() throws {
    let image = try #require(SyntheticImage.named("noise")).makeImage(width: 6, height: 4)
    for x in 0..<6 {
      for y in 0..<4 {
        var changed = image
        changed[x, y].alpha ^= 1
        #expect(changed.checksum != image.checksum)
      }
    }
    let wide = try ImageBuffer(width: 6, height: 4)
    let tall = try ImageBuffer(width: 4, height: 6)
    #expect(wide.checksum != tall.checksum)
    let left = image.withPixels { $0.cropped(columns: 0..<3, rows: 0..<4).checksum }
    let copy = try image.withPixels { view in
      try ImageBuffer(copying: view.cropped(columns: 0..<3, rows: 0..<4))
    }
    #expect(left == copy.checksum)
  }

  @Test("of a 1 × 1 image follow from the definition")
  func definition() throws {
    let image = try ImageBuffer(width: 1, pixels: [RGBA8(red: 1, green: 2, blue: 3, alpha: 4)])
    var expected: UInt64 = 0xCBF2_9CE4_8422_2325
    for word: UInt64 in [1, 1, 0x0403_0201] {
      expected = (expected ^ word) &* 0x100_0000_01B3
    }
    #expect(image.checksum == expected)
  }
}
