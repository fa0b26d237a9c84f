internal import ImageCodecs
internal import Pixels
internal import Testing

@Suite("Limits are checked before memory is taken, and errors name them")
struct LimitTests {
  private func error(_ file: String, _ limits: DecodingLimits) throws -> ImageCodecError? {
    let bytes = try Corpus.bytes(file)
    return codecError { try ImageDecoder(limits: limits).decode(bytes) }
  }

  @Test("Declared pixels above 400 megapixels are refused by default")
  func bombs() throws {
    #expect(
      try error("corrupt/testorig-huge-sof.jpg", DecodingLimits())
        == .limitExceeded(.pixels(width: 60_000, height: 60_000, limit: 400_000_000)))
    let png = try error("corrupt/png-header-1000000x1000000.png", DecodingLimits())
    #expect(
      png?.description
        == "The header declares 1000000 × 1000000 pixels, above the limit of 400 megapixels. "
        + "Raise the limit if you trust the source.")
  }

  @Test("The header of a bomb can be read")
  func header() throws {
    let header = try ImageDecoder().header(of: Corpus.bytes("corrupt/testorig-huge-sof.jpg"))
    #expect(header.width == 60_000)
    #expect(header.height == 60_000)
  }

  @Test("Each limit holds to the unit: at it passes, one under is refused")
  func exact() throws {
    let gray = "jpeg/testorig-gray.jpg"
    let pixels = 227 * 149
    #expect(try error(gray, DecodingLimits(pixels: pixels)) == nil)
    #expect(
      try error(gray, DecodingLimits(pixels: pixels - 1))
        == .limitExceeded(.pixels(width: 227, height: 149, limit: pixels - 1)))
    let size = try Corpus.bytes(gray).count
    #expect(try error(gray, DecodingLimits(fileBytes: size)) == nil)
    #expect(
      try error(gray, DecodingLimits(fileBytes: size - 1))
        == .limitExceeded(.fileBytes(count: size, limit: size - 1)))
    #expect(try error(gray, DecodingLimits(memoryBytes: 4 * pixels)) == nil)
    #expect(
      try error(gray, DecodingLimits(memoryBytes: 4 * pixels - 1))
        == .limitExceeded(.memoryBytes(needed: 4 * pixels, limit: 4 * pixels - 1)))
  }

  @Test("A progressive JPEG's coefficients count as memory")
  func coefficients() throws {
    // 4:2:0: 30 × 20 blocks of brightness and 15 × 10 of each colour difference, 128 bytes each.
    let needed = 4 * 227 * 149 + (30 * 20 + 2 * 15 * 10) * 128
    let file = "jpeg/testorig-prog.jpg"
    #expect(
      try error(file, DecodingLimits(memoryBytes: needed - 1))
        == .limitExceeded(.memoryBytes(needed: needed, limit: needed - 1)))
    #expect(try error(file, DecodingLimits(memoryBytes: 4 * needed)) == nil)
  }

  @Test("Scans are counted while they are read")
  func scans() throws {
    let file = "jpeg/testorig-prog.jpg"
    #expect(try error(file, DecodingLimits(scans: 10)) == nil)
    #expect(try error(file, DecodingLimits(scans: 9)) == .limitExceeded(.scans(limit: 9)))
    // The last scan a thousand times over, as a bomb would.
    var bytes = try Corpus.bytes(file)
    let last = try #require(
      bytes.indices.dropLast().last { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA })
    let scan = bytes[last..<bytes.count - 2]
    for _ in 0..<1000 { bytes.insert(contentsOf: scan, at: last) }
    let error = codecError { try ImageDecoder().decode(bytes) }
    #expect(
      error?.description == "The JPEG has more scans than the limit of 100. "
        + "Raise the limit if you trust the source.")
  }

  @Test("A colour profile above its limit is refused; the pixels are not")
  func metadata() throws {
    let small = ImageDecoder(limits: DecodingLimits(metadataBytes: 100))
    for file in ["jpeg/testorig-icc.jpg", "png/ljt-monkey16.png"] {
      let bytes = try Corpus.bytes(file)
      #expect(codecError { try small.colorProfile(of: bytes) } != nil)
      #expect(codecError { try small.decode(bytes) } == nil)
      #expect(codecError { try ImageDecoder().colorProfile(of: bytes) } == nil)
    }
  }

  @Test("A row reader counts the memory it holds, which is not the image's")
  func rowReader() throws {
    let limits = DecodingLimits(memoryBytes: 4 * 227 * 20)
    func open(_ file: String) throws -> ImageCodecError? {
      let bytes = try Corpus.bytes(file)
      return codecError {
        try bytes.withUnsafeBytes { bytes in
          let reader = try ImageRowReader(bytes, decoder: ImageDecoder(limits: limits))
          return reader.nextRow
        }
      }
    }
    #expect(try open("jpeg/ljt-testorig.jpg") == nil)
    #expect(try open("jpeg/testorig-prog.jpg") != nil)
  }
}
