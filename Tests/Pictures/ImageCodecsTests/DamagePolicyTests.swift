internal import ImageCodecs
internal import Pixels
internal import Testing

@Suite("Damaged files get the same verdict every time")
struct DamagePolicyTests {
  private let partial = ImageDecoder(allowsPartialImages: true)
  private let whole: DecodedImage

  init() throws {
    whole = try ImageDecoder().decode(Corpus.bytes("jpeg/ljt-testorig.jpg"))
  }

  @Test(
    "A missing end marker, with every row there, is a warning",
    arguments: ["corrupt/testorig-noeoi.jpg", "corrupt/basn2c08-noiend.png"])
  func missingEnd(file: String) throws {
    let decoded = try ImageDecoder().decode(Corpus.bytes(file))
    #expect(decoded.warnings.count == 1)
    #expect(decoded.missingRows == 0)
  }

  @Test(
    "A JPEG cut short is an error that counts its whole rows",
    arguments: [(30, 32), (60, 64), (95, 128)])
  func truncated(percent: Int, rows: Int) throws {
    let bytes = try Corpus.bytes("corrupt/testorig-trunc\(percent).jpg")
    #expect(
      codecError { try ImageDecoder().decode(bytes) }
        == .truncated(.jpeg, rows: rows, height: 149))
  }

  @Test("A partial JPEG is its whole rows, then transparency, then a warning")
  func partialJPEG() throws {
    let decoded = try partial.decode(Corpus.bytes("corrupt/testorig-trunc60.jpg"))
    let arrived = 149 - decoded.missingRows
    #expect(arrived == 64)
    #expect(decoded.warnings.contains { $0.message.contains("ends after 64 of 149 rows") })
    // The last row before the gap shares its colour with the row below, which is not there.
    #expect(
      try rows(0..<arrived - 1, of: decoded.image) == rows(0..<arrived - 1, of: whole.image))
    #expect(
      try rows(arrived..<149, of: decoded.image)
        == ImageBuffer(width: 227, height: decoded.missingRows))
  }

  @Test("A progressive JPEG cut short lacks detail: an error, or a whole image with a warning")
  func progressive() throws {
    let bytes = try Corpus.bytes("corrupt/testorig-prog-trunc50.jpg")
    #expect(
      codecError { try ImageDecoder().decode(bytes) }
        == .truncated(.jpeg, rows: 149, height: 149))
    let decoded = try partial.decode(bytes)
    #expect(decoded.missingRows == 0)
    #expect(decoded.warnings.contains { $0.message.contains("all detail") })
    // The hash that the corpus gives for the reference decoder's answer.
    #expect(
      hash(decoded.image) == "6ac0c0ac030f3bb5503b3f109a883fa0adaca83122b621d5ef22718fb15f88ac")
  }

  @Test("A progressive JPEG cut between two scans is seen to be cut")
  func betweenScans() throws {
    let bytes = try Corpus.bytes("jpeg/testorig-prog.jpg")
    let scans = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
    #expect(scans.count > 5)
    for start in scans.dropFirst() {
      let error = codecError { try ImageDecoder().decode(Array(bytes[..<start])) }
      #expect(error == .truncated(.jpeg, rows: 149, height: 149))
    }
  }

  @Test("A colour component whose scan never came is missed, wherever the file ends")
  func separateScans() throws {
    let bytes = try Corpus.bytes("jpeg/made-separate-scans.jpg")
    let scans = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
    #expect(scans.count == 3)
    for start in scans[1...] {
      let cut = Array(bytes[..<start])
      #expect(
        codecError { try ImageDecoder().decode(cut) } == .truncated(.jpeg, rows: 0, height: 29))
      // With an end marker the file is whole, and still says nothing of the component.
      guard
        case .damaged? = codecError({ try ImageDecoder().decode(cut + [0xFF, 0xD9] as [UInt8]) })
      else {
        Issue.record("a JPEG without one of its components was decoded")
        continue
      }
    }
  }

  @Test("Arithmetic coding cut short is seen, though it never runs out of bits")
  func arithmetic() throws {
    for file in ["jpeg/ljt-testimgari.jpg", "jpeg/testorig-ari-prog.jpg"] {
      let bytes = try Corpus.bytes(file)
      let image = try ImageDecoder().decode(bytes).image
      let half = codecError { try ImageDecoder().decode(Array(bytes[..<(bytes.count / 2)])) }
      guard case .truncated = half else {
        Issue.record("\(file) cut in half gave \(String(describing: half))")
        continue
      }
      let unended = try ImageDecoder().decode(Array(bytes.dropLast(2)))
      #expect(unended.image == image)
      #expect(!unended.warnings.isEmpty)
    }
  }

  @Test("An end marker amid the rows is damage, not the end of the file")
  func earlyEnd() throws {
    var bytes = try Corpus.bytes("corrupt/testorig-trunc60.jpg")
    bytes += [0xFF, 0xD9]
    guard
      case .damaged(.jpeg, _, rows: 64, height: 149)? =
        codecError({ try ImageDecoder().decode(bytes) })
    else {
      Issue.record("the rows after the end marker were not missed")
      return
    }
  }

  @Test("Damage between two restart markers is a warning: the rows after it are there")
  func restart() throws {
    var bytes = try Corpus.bytes("jpeg/testorig-rst1.jpg")
    let restarts = bytes.indices.dropLast().filter {
      bytes[$0] == 0xFF && (0xD0...0xD7).contains(bytes[$0 + 1])
    }
    let second = restarts[1]
    bytes.removeSubrange(second + 2..<second + 60)
    let decoded = try ImageDecoder().decode(bytes)
    #expect(!decoded.warnings.isEmpty)
    #expect(try rows(0..<30, of: decoded.image) == rows(0..<30, of: whole.image))
    #expect(try rows(70..<149, of: decoded.image) == rows(70..<149, of: whole.image))
    #expect(decoded.image != whole.image)
  }

  @Test("A PNG whose pixels fail their checksum is an error, or the rows above")
  func checksum() throws {
    let bytes = try Corpus.bytes("png/corrupt/xcsn0g01.png")
    #expect(
      codecError { try ImageDecoder().decode(bytes) }
        == .damaged(.png, reason: "IDAT: CRC error", rows: 31, height: 32))
    let decoded = try partial.decode(bytes)
    #expect(decoded.missingRows == 1)
    let good = try ImageDecoder().decode(Corpus.bytes("png/valid/basn0g01.png")).image
    #expect(try rows(0..<31, of: decoded.image) == rows(0..<31, of: good))
  }

  @Test("A partial image has a row at least; without one the error stays")
  func noRows() throws {
    let cut = try Corpus.bytes("corrupt/basn2c08-trunc100.png")
    #expect(
      codecError { try partial.decode(cut) } == .truncated(.png, rows: 0, height: 32))
    let unsupported = try Corpus.bytes("jpeg/ljt-monkey12.jpg")
    #expect(codecError { try partial.decode(unsupported) } != nil)
  }

  @Test("A partial interlaced PNG keeps the rows that its last pass completed")
  func interlaced() throws {
    // libpng takes a chunk's bytes a few thousand at a time and loses those of the last, cut
    // portion; small chunks make it lose less.
    let bytes = try splittingPixelData(of: Corpus.bytes("png/valid/basi6a16.png"), every: 64)
    let image = try ImageDecoder().decode(bytes).image
    var sizes: Set<Int> = []
    for count in stride(from: bytes.count / 2, to: bytes.count - 16, by: 9) {
      guard let decoded = try? partial.decode(Array(bytes[..<count])) else { continue }
      let arrived = image.height - decoded.missingRows
      #expect(try rows(0..<arrived, of: decoded.image) == rows(0..<arrived, of: image))
      sizes.insert(arrived)
    }
    #expect(sizes.count > 5)
  }
}
