internal import FilePalettes
internal import ImageCodecs
internal import Pixels
internal import Testing

@Suite("BlurHash")
struct BlurHashTests {
  private func pixel(_ x: Int, _ y: Int) -> RGBA8 {
    RGBA8(
      red: UInt8(truncatingIfNeeded: x * 19), green: UInt8(truncatingIfNeeded: y * 28),
      blue: UInt8(truncatingIfNeeded: x * y * 7))
  }

  private func image(_ width: Int, _ height: Int) throws -> ImageBuffer {
    var image = try ImageBuffer(width: width, height: height)
    for y in 0..<height { for x in 0..<width { image[x, y] = pixel(x, y) } }
    return image
  }

  private func hash(_ image: ImageBuffer, _ across: Int, _ down: Int) -> String? {
    var hash = BlurHash(width: image.width, height: image.height, across: across, down: down)
    image.withPixels { hash.add($0, column: 0, row: 0) }
    return hash.text
  }

  /// Made with the Python package blurhash 1.1.5 (Lorenz Diener, MIT), an independent implementation.
  @Test(
    "texts are those of another implementation",
    arguments: [
      (13, 9, 4, 3, "LmF=]k2+sPouunR%jwjKfwfTfTfS"), (13, 9, 1, 1, "00F=]k"),
      (8, 20, 3, 5, "cV9TJIGia?mSacfSd=e?fUl[aQfTd@e@fQ"), (1, 1, 2, 2, "A00000fQfQfQ"),
      (30, 10, 9, 1, "8cGJ7[KHFEBgA-}9SIkVFE"),
      (
        13, 9, 9, 9,
        "|mF=]k2+sPouSJxaN_xYN@unR%jwjKb0jGa^jJa{fwfTfTfSfNfOfTfRfRxpSijrj:a~j^a_j=a~eAfAfNfAf"
          + "Tf4fPf8fSx@Sejrj^a]j=b1j=a{eGf4fTf4fSfAfNf8fOx@Sdjuj=a|j=a_j^a~eAf9fOf8fRf9fRf5fR"
      ),
    ])
  func texts(width: Int, height: Int, across: Int, down: Int, expected: String) throws {
    #expect(hash(try image(width, height), across, down) == expected)
  }

  @Test(
    "a file gives the text of its pixels, of a region too, and every orientation that of the upright picture"
  )
  func files() throws {
    let image = try image(30, 20)
    let file = try PNGEncoder().encode(image)
    let expected = hash(image, 4, 3)
    let whole = try file.withUnsafeBytes { try FilePaletteReader().blurHash(of: $0) }
    #expect(whole == expected)
    let region = PictureRegion(x: 3, y: 4, width: 9, height: 10)
    let cut = try file.withUnsafeBytes { try FilePaletteReader(region: region).blurHash(of: $0) }
    var part = BlurHash(width: 9, height: 10)
    image.withPixels { part.add($0.cropped(columns: 3..<12, rows: 4..<14), column: 0, row: 0) }
    #expect(cut == part.text)
    for orientation in ImageOrientation.allCases {
      var turned = BlurHash(width: 30, height: 20, orientation: orientation)
      // In two bands, as readers give them.
      image.withPixels { pixels in
        turned.add(pixels.cropped(columns: 0..<30, rows: 0..<7), column: 0, row: 0)
        turned.add(pixels.cropped(columns: 0..<30, rows: 7..<20), column: 0, row: 7)
      }
      #expect(turned.text == hash(try orientation.upright(image), 4, 3), "\(orientation)")
    }
  }

  @Test("what does not count has the mean colour, and without pixels there is no text")
  func transparency() throws {
    var image = try ImageBuffer(width: 4, height: 2)
    for x in 0..<4 {
      image[x, 0] = RGBA8(red: 200, green: 60, blue: 50)
      image[x, 1] = RGBA8(red: 0, green: 255, blue: 0, alpha: 9)
    }
    var flat = try ImageBuffer(width: 4, height: 2)
    for y in 0..<2 { for x in 0..<4 { flat[x, y] = RGBA8(red: 200, green: 60, blue: 50) } }
    #expect(hash(image, 4, 3) == hash(flat, 4, 3))
    #expect(hash(image, 0, 99)?.count == 4 + 2 * 9)
    for x in 0..<4 { image[x, 0].alpha = 0 }
    #expect(hash(image, 4, 3) == nil)
  }
}
