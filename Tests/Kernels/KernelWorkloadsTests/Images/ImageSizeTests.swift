internal import Testing

@testable import KernelWorkloads

@Suite("Image sizes")
struct ImageSizeTests {
  @Test(
    "sizes are read as people write them",
    arguments: [
      ("24MP", ImageSize.pixelCount(24_000_000)), ("1.5mp", .pixelCount(1_500_000)),
      ("0.25MP", .pixelCount(250_000)), ("100 MP", .pixelCount(100_000_000)),
      ("6000x4000", .exact(width: 6000, height: 4000)),
      ("6000X4000", .exact(width: 6000, height: 4000)),
      ("6000×4000", .exact(width: 6000, height: 4000)), ("1x1", .exact(width: 1, height: 1)),
      ("1000MP", .pixelCount(1_000_000_000)),
    ])
  func reads(text: String, expected: ImageSize) throws {
    #expect(try ImageSize(parsing: text) == expected)
  }

  @Test(
    "what is no size is refused as such",
    arguments: [
      "", "MP", "24", "24M", "24MPX", "x", "6000x", "x4000", "6000x4000x3", "6000*4000", "-1MP",
      "-6x4", "nanMP", "infMP", "1e3MP", "1.2.3MP", "6000.5x4000", "²x2", "a.png",
    ])
  func malformed(text: String) {
    #expect(throws: ImageSize.ParseError.malformed(text)) { try ImageSize(parsing: text) }
  }

  @Test("sizes without pixels are refused", arguments: ["0MP", "0x5", "5x0", "0.0000001MP"])
  func empty(text: String) {
    #expect(throws: ImageSize.ParseError.empty(text)) { try ImageSize(parsing: text) }
  }

  @Test(
    "sizes beyond a gigapixel are refused, whatever the arithmetic",
    arguments: [
      "1001MP", "1000000x1000000", "4294967296x4294967296", "99999999999999999999x1",
      "9999999999999999999999MP",
    ])
  func tooLarge(text: String) {
    #expect(throws: ImageSize.ParseError.tooLarge(text)) { try ImageSize(parsing: text) }
  }

  @Test("every refusal names the text and what would do")
  func words() {
    #expect(
      ImageSize.ParseError.malformed("24MPX").description
        == "'24MPX' is not a size. Write megapixels, such as 24MP or 1.5MP, or width x height, "
        + "such as 6000x4000.")
    #expect(
      ImageSize.ParseError.empty("0MP").description
        == "A size of '0MP' has no pixels. The smallest is 1x1.")
    #expect(
      ImageSize.ParseError.tooLarge("2000MP").description
        == "A size of '2000MP' is too large. The largest is 1000MP (4 GB of pixels).")
  }

  @Test("megapixels take a photo's proportions, or the image's own")
  func dimensions() {
    #expect(ImageSize.pixelCount(24_000_000).dimensions() == (6000, 4000))
    #expect(ImageSize.pixelCount(1_500_000).dimensions() == (1500, 1000))
    #expect(ImageSize.pixelCount(1_000_000).dimensions(aspect: 1) == (1000, 1000))
    #expect(ImageSize.pixelCount(1).dimensions() == (1, 1))
    #expect(ImageSize.pixelCount(5).dimensions(aspect: 1000) == (71, 1))
    #expect(ImageSize.exact(width: 3, height: 9).dimensions(aspect: 2) == (3, 9))
  }
}
