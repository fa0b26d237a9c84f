internal import ImageCodecs
internal import Pixels
internal import Testing

@Suite("Rows read a few at a time are those of the whole image")
struct RowReaderTests {
  private static let files = [
    "png/valid/basn2c08.png", "png/valid/basi6a16.png", "png/valid/basn0g01.png",
    "jpeg/ljt-testorig.jpg", "jpeg/testorig-prog.jpg", "jpeg/testorig-cmyk.jpg",
    "corrupt/testorig-noeoi.jpg",
  ]

  /// Reads everything in bands, and says what the reader saw.
  private func readAll(
    _ bytes: [UInt8], rowsAtATime: Int, decoder: ImageDecoder = ImageDecoder()
  ) throws -> (pixels: [UInt8], missingRows: Int, warnings: [ImageWarning]) {
    try bytes.withUnsafeBytes { bytes in
      var reader = try ImageRowReader(bytes, decoder: decoder)
      // Half a row more than asked for: only whole rows may be used.
      var band = [UInt8](
        repeating: 0xAA, count: rowsAtATime * reader.bytesPerRow + reader.bytesPerRow / 2)
      var pixels: [UInt8] = []
      while true {
        let count = try band.withUnsafeMutableBytes { band in try reader.readRows(into: band) }
        if count == 0 { break }
        #expect(count <= rowsAtATime)
        pixels += band[..<(count * reader.bytesPerRow)]
        #expect(band[(rowsAtATime * reader.bytesPerRow)...].allSatisfy { $0 == 0xAA })
        #expect(reader.nextRow * reader.bytesPerRow == pixels.count)
      }
      return (pixels, reader.missingRows, reader.warnings)
    }
  }

  private func bytes(of image: ImageBuffer) -> [UInt8] {
    image.withPixels { view in
      Array(UnsafeRawBufferPointer(start: view.baseAddress, count: 4 * view.pixelCount))
    }
  }

  @Test("Bands of any height give the same pixels", arguments: files, [1, 2, 7, 16, 1000])
  func bands(file: String, rowsAtATime: Int) throws {
    let file = try Corpus.bytes(file)
    let whole = try ImageDecoder().decode(file)
    let read = try readAll(file, rowsAtATime: rowsAtATime)
    #expect(read.pixels == bytes(of: whole.image))
    #expect(read.missingRows == 0)
    #expect(read.warnings == whole.warnings)
  }

  @Test("A cut file gives its whole rows, then the error")
  func cut() throws {
    let file = try Corpus.bytes("corrupt/testorig-trunc60.jpg")
    #expect(
      codecError { try readAll(file, rowsAtATime: 5) }
        == .truncated(.jpeg, rows: 64, height: 149))
  }

  @Test(
    "A cut file as a partial image ends after its whole rows",
    arguments: ["corrupt/testorig-trunc60.jpg", "corrupt/testorig-prog-trunc50.jpg"])
  func partial(name: String) throws {
    let file = try Corpus.bytes(name)
    let decoder = ImageDecoder(allowsPartialImages: true)
    let whole = try decoder.decode(file)
    let read = try readAll(file, rowsAtATime: 5, decoder: decoder)
    #expect(read.missingRows == whole.missingRows)
    let arrived = 4 * whole.image.width * (whole.image.height - whole.missingRows)
    #expect(read.pixels == Array(bytes(of: whole.image)[..<arrived]))
    #expect(Set(read.warnings) == Set(whole.warnings))
  }

  @Test("A cut interlaced file as a partial image ends after its whole rows")
  func partialInterlaced() throws {
    let file = try splittingPixelData(of: Corpus.bytes("png/valid/basi6a16.png"), every: 64)
    let cut = Array(file[..<(file.count * 9 / 10)])
    let decoder = ImageDecoder(allowsPartialImages: true)
    let whole = try decoder.decode(cut)
    #expect(whole.missingRows > 0)
    let read = try readAll(cut, rowsAtATime: 3, decoder: decoder)
    #expect(read.missingRows == whole.missingRows)
    let arrived = 4 * whole.image.width * (whole.image.height - whole.missingRows)
    #expect(read.pixels == Array(bytes(of: whole.image)[..<arrived]))
    #expect(codecError { try readAll(cut, rowsAtATime: 3) } != nil)
  }
}
