internal import ImageCodecs
internal import Pixels
internal import Testing

@Suite("Headers say what the file says, without decoding")
struct HeaderTests {
  private func header(_ file: String) throws -> ImageHeader {
    try ImageDecoder().header(of: Corpus.bytes(file))
  }

  @Test(
    "PNG depth, colour model, interlacing and transparency",
    arguments: [
      ("basn0g01", 1, ImageHeader.ColorModel.grey, false, false),
      ("basi0g16", 16, .grey, true, false),
      ("basn2c08", 8, .rgb, false, false),
      ("basn3p02", 2, .palette, false, false),
      ("basn4a08", 8, .grey, false, true),
      ("basi6a16", 16, .rgb, true, true),
      ("tbbn3p08", 8, .palette, false, true),
    ])
  func png(
    name: String, depth: Int, model: ImageHeader.ColorModel, isProgressive: Bool,
    hasTransparency: Bool
  ) throws {
    let header = try header("png/valid/\(name).png")
    #expect(header.format == .png)
    #expect(header.width == 32 && header.height == 32)
    #expect(header.bitDepth == depth)
    #expect(header.colorModel == model)
    #expect(header.isProgressive == isProgressive)
    #expect(header.hasTransparency == hasTransparency)
  }

  @Test(
    "JPEG colour model and progression",
    arguments: [
      ("testorig-gray.jpg", ImageHeader.ColorModel.grey, false),
      ("testorig-prog.jpg", .yCbCr, true),
      ("go-video-001.rgb.jpeg", .rgb, false),
      ("testorig-cmyk.jpg", .cmyk, false),
      ("testorig-ycck.jpg", .ycck, false),
    ])
  func jpeg(name: String, model: ImageHeader.ColorModel, isProgressive: Bool) throws {
    let header = try header("jpeg/" + name)
    #expect(header.format == .jpeg)
    #expect(header.bitDepth == 8)
    #expect(header.colorModel == model)
    #expect(header.isProgressive == isProgressive)
    #expect(!header.hasTransparency)
  }

  @Test("Orientation is read from JPEG and PNG", arguments: 1...8)
  func orientation(value: UInt8) throws {
    let header = try header("exif/testorig-orient\(value).jpg")
    #expect(header.orientation.rawValue == value)
  }

  @Test("Content decides, not names; what is no image is named")
  func sniffing() throws {
    #expect(try header("corrupt/jpeg-named.png").format == .jpeg)
    #expect(try header("corrupt/png-named.jpg").format == .png)
    #expect(try header("corrupt/gif-named.png").format == .gif)
    let foreign: [(file: String, seems: String?)] = [
      ("corrupt/text.png", "a text file"),
      (
        "png/corrupt/xcrn0g04.png",
        "a PNG file whose signature was damaged, for example by a transfer as text"
      ),
    ]
    for (file, seems) in foreign {
      let bytes = try Corpus.bytes(file)
      let error = codecError { try ImageDecoder().header(of: bytes) }
      guard case .notAnImage(let found) = error else {
        Issue.record("\(file): \(error?.description ?? "no error")")
        continue
      }
      #expect(found?.name == seems)
    }
    #expect(codecError { try ImageDecoder().decode([]) } == .empty)
    #expect(codecError { try ImageDecoder().decode([0, 1, 2]) } == .notAnImage(seems: nil))
  }

  @Test("A page that came instead of a picture is called one, and nobody is told to convert it")
  func page() throws {
    for text in ["<!DOCTYPE html><title>404</title>", "\n <html><body>", "<HTML>"] {
      let error = codecError { try ImageDecoder().header(of: Array(text.utf8)) }
      #expect(
        error?.description
          == "This is an HTML page, not a PNG, JPEG, WebP, GIF, AVIF, HEIC, TIFF or BMP.")
    }
    let picture = codecError { try ImageDecoder().header(of: [0xFF, 0x0A, 1, 2, 3]) }
    #expect(
      picture?.description
        == "This is a JPEG XL file, not a PNG, JPEG, WebP, GIF, AVIF, HEIC, TIFF or BMP. Convert it to one of these first."
    )
  }

  @Test("A 12-bit JPEG is refused with a message")
  func twelveBits() throws {
    let bytes = try Corpus.bytes("jpeg/ljt-monkey12.jpg")
    guard case .unsupported(.jpeg, let reason)? = codecError({ try ImageDecoder().decode(bytes) })
    else {
      Issue.record("not refused as unsupported")
      return
    }
    #expect(reason.contains("12"))
  }

  @Test("Colour profiles come out whole, from both formats")
  func profiles() throws {
    for file in ["jpeg/testorig-icc.jpg", "png/ljt-monkey16.png"] {
      let bytes = try Corpus.bytes(file)
      #expect(try ImageDecoder().header(of: bytes).hasColorProfile)
      let profile = try #require(try ImageDecoder().colorProfile(of: bytes))
      // A profile begins with its own size and carries a signature.
      #expect(profile[..<4].reduce(0) { $0 << 8 | Int($1) } == profile.count)
      #expect(Array(profile[36..<40]) == Array("acsp".utf8))
    }
    let plain = try Corpus.bytes("jpeg/testorig-gray.jpg")
    #expect(try !ImageDecoder().header(of: plain).hasColorProfile)
    #expect(try ImageDecoder().colorProfile(of: plain) == nil)
  }
}
