internal import Pixels
internal import Testing

@testable internal import ImageCodecs

@Suite("How a HEIC or AVIF is cropped and turned, whatever the order in which its properties stand")
struct HEIFPrimarySizeTests {
  private func size(_ width: UInt32, _ height: UInt32) -> [UInt8] {
    box("ispe", number(0) + number(width) + number(height))
  }

  /// A clean aperture: two sizes, two offsets, each over a number.
  private func crop(_ terms: [Int32]) -> [UInt8] {
    box("clap", terms.flatMap { number(UInt32(bitPattern: $0)) })
  }

  private func turn(_ quarters: UInt8) -> [UInt8] { box("irot", [quarters]) }

  /// What a file with properties says, of which item 7 has those of some numbers.
  private func size(
    of properties: [[UInt8]], uses: [UInt8], primary: UInt8 = 7
  ) -> HEIFPrimarySize? {
    let association = number(0) + number(2) + [0, 5, 1, 1, 0, 7, UInt8(uses.count)] + uses
    let container = box("ipco", properties.flatMap { $0 }) + box("ipma", association)
    let file =
      box("ftyp", Array("avif".utf8))
      + box("meta", number(0) + box("pitm", number(0) + [0, primary]) + box("iprp", container))
    return file.withUnsafeBytes { HEIFPrimarySize(HEIFFile(EncodedBytes($0))) }
  }

  @Test("the size before the crop and the turns is the coded one, wherever it stands")
  func order() {
    let parts = [size(722, 1024), crop([385, 1, 330, 1, 103, 1, -324, 1]), turn(1)]
    // The numbers of this crop are those of a public file that libheif decodes to 385 × 330.
    for uses: [UInt8] in [[1, 0x82, 0x83], [0x82, 1, 0x83], [0x82, 0x83, 1]] {
      let found = size(of: parts, uses: uses)
      #expect(found.map { $0.coded == (722, 1024) && $0.shown == (330, 385) } == true, "\(uses)")
    }
    // A crop after the turn is of the turned picture: of 1024 × 722.
    let inTheMiddle = [parts[0], crop([385, 1, 330, 1, 0, 1, 0, 1]), parts[2]]
    let turnedFirst = size(of: inTheMiddle, uses: [1, 0x83, 0x82])
    #expect(turnedFirst.map { $0.shown == (385, 330) } == true)
    #expect(size(of: parts, uses: [1]).map { $0.shown == (722, 1024) } == true)
    for quarters: UInt8 in 0..<4 {
      let found = size(of: [size(30, 20), turn(quarters)], uses: [1, 2])
      #expect(found.map { $0.shown == (quarters % 2 == 1 ? (20, 30) : (30, 20)) } == true)
    }
  }

  @Test(
    "a crop of whole pixels that lies within the picture has its own size; one beyond it, what is there"
  )
  func crops() {
    for side: Int32 in [1, 2, 7, 64, 65] {
      for wanted in 1...side {
        // In the middle, where half a pixel may be left over.
        let found = size(
          of: [size(UInt32(side), 9), crop([wanted, 1, 9, 1, 0, 1, 0, 1])], uses: [1, 2])
        #expect(found.map { $0.shown == (Int(wanted), 9) } == true, "\(wanted) of \(side)")
        // The same as a fraction of 3.
        let thirds = size(
          of: [size(UInt32(side), 9), crop([3 * wanted, 3, 27, 3, 0, 3, 0, 3])], uses: [1, 2])
        #expect(thirds == found)
      }
    }
    // Half of it lies to the left of the picture.
    let left = size(of: [size(100, 9), crop([20, 1, 9, 1, -50, 1, 0, 1])], uses: [1, 2])
    #expect(left.map { (9...11).contains($0.shown.width) } == true)
    let outside = size(of: [size(100, 9), crop([20, 1, 9, 1, 500, 1, 0, 1])], uses: [1, 2])
    #expect(outside == nil)
  }

  @Test("what says no size, or says it wrongly, is left to libheif")
  func unknown() {
    #expect(size(of: [turn(1)], uses: [1]) == nil)
    #expect(size(of: [size(0, 20)], uses: [1]) == nil)
    #expect(size(of: [size(30, 20)], uses: [9]) == nil)
    #expect(size(of: [size(30, 20)], uses: [1], primary: 8) == nil)
    #expect(size(of: [size(30, 20), crop([1, 0, 1, 1, 0, 1, 0, 1])], uses: [1, 2]) == nil)
    #expect(
      size(of: [size(30, 20), crop([.max, 1, .max, 1, .min, 1, .min, 1])], uses: [1, 2]) == nil)
    #expect(size(of: [size(30, 20), Array(crop([1, 1]).prefix(16))], uses: [1, 2]) == nil)
  }

  @Test(
    "a turned and cropped HEIC decodes to the same picture in every order of its properties",
    .enabled(if: FormatFiles.canRead(.heic), "libheif is missing: install libheif1"))
  func decoding() throws {
    let bytes = try FormatFiles.bytes("turned.heic")
    let intact = try ImageDecoder().decode(bytes)
    // One item with six properties, of which the third is the size, the fifth the crop and the sixth the turn.
    let uses: [UInt8] = [0x81, 2, 3, 5, 0x84, 0x86]
    let place = try #require(
      (0..<bytes.count - uses.count).first { Array(bytes[$0..<$0 + uses.count]) == uses })
    for order: [UInt8] in [
      [0x81, 2, 5, 0x84, 3, 0x86], [0x81, 2, 5, 0x84, 0x86, 3], [0x84, 0x86, 3, 5, 2, 0x81],
    ] {
      var other = bytes
      other.replaceSubrange(place..<place + uses.count, with: order)
      let decoded = try ImageDecoder().decode(other)
      #expect(decoded.header == intact.header)
      #expect(FormatFiles.difference(decoded.image, intact.image) == 0, "\(order)")
    }
  }

  @Test(
    "an image sequence with a primary picture gives that picture, and says how many frames it has",
    .enabled(if: FormatFiles.canRead(.avif), "libheif is missing: install libheif1"))
  func sequence() throws {
    let bytes = try FormatFiles.bytes("plain.avif")
    let intact = try ImageDecoder().decode(bytes)
    #expect(intact.warnings.isEmpty)
    let length = Int(bytes[3])
    #expect(Array(bytes[4..<8]) == Array("ftyp".utf8) && length >= 20)
    // The brands of a sequence alone, and a track of 48 frames at the end.
    var file = bytes
    let brands = ["avis", "\0\0\0\0", "msf1"] + Array(repeating: "miaf", count: (length - 20) / 4)
    file.replaceSubrange(8..<length, with: brands.joined().utf8)
    let sizes = box("stsz", number(0) + number(0) + number(48))
    file += ["stbl", "minf", "mdia", "trak", "moov"].reduce(sizes) { box($1, $0) }
    let decoded = try ImageDecoder().decode(file)
    #expect(FormatFiles.difference(decoded.image, intact.image) == 0)
    #expect(decoded.header.pictureCount == 48)
    #expect(
      decoded.warnings.map(\.description) == [
        "The picture is an animation of 48 frames. Only its first picture was taken."
      ])
  }

  @Test(
    "a transparency that belongs to a picture that is not there is left out, and said",
    .enabled(if: FormatFiles.canRead(.avif), "libheif is missing: install libheif1"))
  func brokenReference() throws {
    let bytes = try FormatFiles.bytes("alpha.avif")
    let intact = try ImageDecoder().decode(bytes)
    #expect(intact.header.hasTransparency && intact.warnings.isEmpty)
    // Behind the name: the item, how many it refers to, and the first of these.
    let name = Array("auxl".utf8)
    let place = try #require((0..<bytes.count - 10).first { Array(bytes[$0..<$0 + 4]) == name })
    var file = bytes
    file[place + 9] = 99
    let decoded = try ImageDecoder().decode(file)
    #expect(!decoded.header.hasTransparency)
    #expect(decoded.header.width == intact.header.width)
    #expect(decoded.header.height == intact.header.height)
    #expect(
      decoded.warnings.map(\.description) == [
        "The file has a transparency or depth of a picture that is not there. It was left out."
      ])
  }
}
