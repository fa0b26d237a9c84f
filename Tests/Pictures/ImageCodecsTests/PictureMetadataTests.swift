internal import Pixels
internal import Testing

@testable import ImageCodecs

@Suite("What a file says of its picture")
struct PictureMetadataTests {
  /// Exif data with a maker, an orientation, a date, a place and a thumbnail, in either byte order.
  static func exif(littleEndian: Bool, orientation: Int = 6) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return littleEndian ? bytes : bytes.reversed()
    }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ field: [UInt8]) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(count, 4) + field
        + [UInt8](repeating: 0, count: 4 - field.count)
    }
    let mark: [UInt8] = littleEndian ? [0x49, 0x49] : [0x4D, 0x4D]
    // Main directory at 8 (4 entries, 54 bytes), photo at 62 (2, 30), GPS at 92 (1, 18), thumbnail
    // at 110 (2, 30), values from 140 on.
    var bytes = mark + number(42, 2) + number(8, 4) + number(4, 2)
    bytes += entry(0x010F, 2, 5, number(140, 4)) + entry(0x0112, 3, 1, number(orientation, 2))
    bytes += entry(0x8769, 4, 1, number(62, 4)) + entry(0x8825, 4, 1, number(92, 4))
    bytes += number(110, 4)
    bytes += number(2, 2) + entry(0x9003, 2, 20, number(146, 4)) + entry(0xA002, 3, 1, number(7, 2))
    bytes += number(0, 4)
    bytes += number(1, 2) + entry(0x0002, 5, 3, number(166, 4)) + number(0, 4)
    bytes += number(2, 2) + entry(0x0201, 4, 1, number(190, 4))
    bytes += entry(0x0202, 4, 1, number(6, 4)) + number(0, 4)
    bytes += Array("ACME\0\0".utf8) + Array("2024:05:17 12:30:00\0".utf8)
    bytes += [201, 1, 30, 1, 15, 1].flatMap { number($0, 4) }
    return bytes + [0xFF, 0xD8, 0xAA, 0xBB, 0xFF, 0xD9]
  }

  static let xmp = Array(
    """
    <?xpacket begin='' id='x'?><x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='r'>
    <rdf:Description tiff:Orientation="6" exif:GPSLatitude='52' photoshop:City="Berlin" dc:rights="Ada">
    <xmp:Thumbnails><rdf:li>AAAA</rdf:li></xmp:Thumbnails><dc:title>A &amp; B</dc:title><a:GPSAltitude/>
    <Iptc4xmpExt:LocationShown><rdf:li a:City="Bonn"><b:c/></rdf:li></Iptc4xmpExt:LocationShown>
    </rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end='w'?>
    """.utf8)

  static let iptc: [UInt8] =
    [0x1C, 2, 5, 0, 2, 0x41, 0x42] + [0x1C, 2, 90, 0, 4] + Array("Bonn".utf8)

  private func everything(littleEndian: Bool = true) -> PictureMetadata {
    PictureMetadata(
      exif: Self.exif(littleEndian: littleEndian), xmp: Self.xmp, iptc: Self.iptc,
      resolution: PictureResolution(x: 240, y: 300))
  }

  private func metadata(of file: [UInt8], limits: DecodingLimits = DecodingLimits()) throws
    -> PictureMetadata
  {
    try file.withUnsafeBytes { raw throws(ImageCodecError) in
      try ImageRowReader(raw, decoder: ImageDecoder(limits: limits)).metadata()
    }
  }

  private static let writable = ImageFormat.writable.filter {
    $0.missingToWrite == nil && $0.missingLibrary == nil
  }

  private func has(_ text: String, _ bytes: [UInt8]) -> Bool {
    String(decoding: bytes, as: UTF8.self).contains(text)
  }

  @Test("goes into every format and comes back, turned once and without its thumbnail")
  func everyFormat() throws {
    let image = try makeGradient(width: 20, height: 12)
    for format in Self.writable {
      for isLittle in [true, false] {
        let encoding = ImageEncoding(metadata: everything(littleEndian: isLittle))
        #expect(encoding.omissions(in: format).isEmpty)
        let file = try format.encode(image, encoding)
        let decoded = try ImageDecoder().decode(file)
        #expect(decoded.header.orientation == .up && decoded.warnings.isEmpty, "\(format)")
        #expect(decoded.header.captureTime?.year == 2024, "\(format)")
        let found = try metadata(of: file)
        #expect(has("ACME", found.exif) && !found.exif.contains(0xAA), "\(format)")
        #expect(found.iptc == Self.iptc, "\(format)")
        #expect(found.resolution == PictureResolution(x: 240, y: 300), "\(format)")
        #expect(has("A &amp; B", found.xmp) && has("Berlin", found.xmp), "\(format)")
        #expect(!has("tiff:Orientation", found.xmp) && !has("AAAA", found.xmp), "\(format)")
        // The same again: nothing more goes, and nothing grows.
        let again = try metadata(of: format.encode(image, ImageEncoding(metadata: found)))
        #expect(again == found, "\(format)")
      }
    }
  }

  @Test("without the location, no byte of it is left, and the rest is as it was")
  func location() throws {
    let image = try makeGradient(width: 20, height: 12)
    let rest = everything().withoutLocation()
    #expect(rest.omissions.isEmpty)
    for format in Self.writable {
      let found = try metadata(of: format.encode(image, ImageEncoding(metadata: rest)))
      #expect(has("ACME", found.exif) && !found.exif.contains(201), "\(format)")
      #expect(has("A &amp; B", found.xmp) && has("dc:rights=\"Ada\"", found.xmp), "\(format)")
      for word in ["GPS", "Berlin", "Bonn"] { #expect(!has(word, found.xmp), "\(format)") }
      #expect(found.iptc == Array(Self.iptc.prefix(7)), "\(format)")
      #expect(found.resolution == rest.resolution, "\(format)")
    }
  }

  @Test("the orientation is written into data that have none, and sides are corrected")
  func corrections() throws {
    let image = try makeGradient(width: 20, height: 12)
    for data in [[], Self.exif(littleEndian: true), Self.exif(littleEndian: false, orientation: 1)]
    {
      let encoding = ImageEncoding(orientation: .left, metadata: PictureMetadata(exif: data))
      for format in [ImageFormat.png, .jpeg] {
        let file = try format.encode(image, encoding)
        #expect(try ImageDecoder().header(of: file).orientation == .left)
        let found = try metadata(of: file).exif
        let width: [UInt8] = data.first == 0x49 ? [20, 0, 0, 0] : [0, 0, 0, 20]
        if !data.isEmpty { #expect(found.containsInOrder(width)) }
      }
    }
  }

  @Test("what is damaged or has no room is left out, and said")
  func omissions() throws {
    let image = try makeGradient(width: 8, height: 8)
    let large = PictureMetadata(
      exif: Self.exif(littleEndian: true) + [UInt8](repeating: 1, count: 70_000),
      xmp: Array("<x>".utf8) + [UInt8](repeating: 0x61, count: 70_000) + Array("</x>".utf8),
      iptc: [0x1C, 2, 5, 0, 1, 0x41] + [UInt8](repeating: 0, count: 70_000))
    // The thumbnail's end is the block's, so that the rest of it goes with it.
    let encoding = ImageEncoding(metadata: large)
    #expect(encoding.omissions(in: .jpeg).count == 2)
    #expect(encoding.omissions(in: .png).isEmpty)
    let found = try metadata(of: ImageFormat.jpeg.encode(image, encoding))
    #expect(has("ACME", found.exif) && found.xmp.isEmpty && found.iptc.isEmpty)
    let damaged = PictureMetadata(
      exif: [1, 2, 3], xmp: Array("<a><b></a></b>".utf8), iptc: [0x1C, 2])
    #expect(ImageEncoding(metadata: damaged).omissions(in: .png).count == 2)
    #expect(damaged.withoutLocation().omissions.count == 3)
    #expect(damaged.withoutLocation().isEmpty)
    // A limit of the reader.
    let file = try ImageFormat.png.encode(image, encoding)
    let limited = try metadata(of: file, limits: DecodingLimits(metadataBytes: 1000))
    #expect(limited.xmp.isEmpty && !limited.omissions.isEmpty && has("ACME", limited.exif))
    // Any number may be one.
    let unlimited = try metadata(of: file, limits: DecodingLimits(metadataBytes: .max))
    #expect(unlimited.omissions.isEmpty && unlimited.xmp.count > 70_000)
    let none = try metadata(of: file, limits: DecodingLimits(metadataBytes: .min))
    #expect(none.xmp.isEmpty && !none.omissions.isEmpty)
  }

  @Test("an XMP packet that is not well-formed is not understood")
  func packets() {
    for text in [
      "<a", "<a>", "</a>", "<a></b>", "<a b></a>", "<a b=c/>", "<a b='<'/>", "<!DOCTYPE a><a/>",
      "<a b='1'c='2'/>", "< a/>", "<a>\0</a>", "<!--", "<![CDATA[", "<?x", "<a b='1/>",
    ] {
      #expect(XMPPacket.removing({ _ in false }, from: Array(text.utf8)) == nil, "\(text)")
    }
    for text in ["", "<a/>", "<?x?><!-- < --><a b='>' c = \"'\"><![CDATA[<]]>x</a > \n"] {
      #expect(XMPPacket.removing({ _ in false }, from: Array(text.utf8)) == Array(text.utf8))
    }
    let rest = XMPPacket.removing(
      { $0 == "g" }, from: Array("<a g='1' h='2'><g><g/><i/></g><g/>x<i g=''/></a>\0\0".utf8))
    #expect(rest == Array("<a h='2'>x<i/></a>".utf8))
  }

  @Test("the directories of a TIFF become Exif data of the same facts", arguments: [true, false])
  func directories(isLittle: Bool) throws {
    // Exif data are a TIFF.
    let file = Self.exif(littleEndian: isLittle)
    let found = file.withUnsafeBytes { TIFFMetadata(EncodedBytes($0), limit: 1 << 16).metadata }
    #expect(has("ACME", found.exif) && found.omissions.isEmpty)
    let fields = found.exif.withUnsafeBytes { ExifFields($0) }
    #expect(fields.captureTime?.secondsSince1970 == 1_715_949_000)
    #expect(fields.orientation == .right)
    #expect(found.exif.contains(201) && !found.exif.contains(0xAA))
    let limited = file.withUnsafeBytes { TIFFMetadata(EncodedBytes($0), limit: 10).metadata }
    #expect(!limited.omissions.isEmpty)
  }

  @Test("cut and changed bytes are written, or left out")
  func hostile() throws {
    for whole in [
      Self.exif(littleEndian: true), Self.exif(littleEndian: false), Self.xmp, Self.iptc,
    ] {
      var blocks = stride(from: 0, to: whole.count, by: 3).map { Array(whole[..<$0]) }
      for index in whole.indices {
        for value: UInt8 in [0, 1, 8, 0x3C, 255] {
          var changed = whole
          changed[index] = value
          blocks.append(changed)
        }
      }
      for block in blocks {
        let metadata = PictureMetadata(exif: block, xmp: block, iptc: block)
        _ = block.withUnsafeBytes { TIFFMetadata(EncodedBytes($0), limit: 1 << 12) }
        for metadata in [metadata, metadata.withoutLocation()] {
          let encoded = EncodedMetadata(
            ImageEncoding(orientation: .down, metadata: metadata), width: 1, height: 1,
            format: .jpeg)
          let fields = encoded.exif.withUnsafeBytes { ExifFields($0) }
          #expect(fields.orientation == .down)
        }
      }
    }
  }

  @Test("tens of thousands of entries that share all bytes take no time to speak of")
  func manyEntries() throws {
    // Each of the entries holds the whole block, and names it as a directory; it is the thumbnail's too.
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    for (count, tag) in [(65_000, 0x8825), (4000, 0x8825), (4000, 0x010F)] {
      let entry = number(tag, 2) + number(7, 2) + number(6 + 12 * count, 4) + number(8, 4)
      var bytes = Array("MM".utf8) + [0, 42] + number(8, 4) + number(count, 2)
      for _ in 0..<count { bytes += entry }
      bytes += number(8, 4)
      let metadata = PictureMetadata(exif: bytes)
      #expect(metadata.withoutLocation().isEmpty == (tag == 0x8825))
      #expect(ImageEncoding(metadata: metadata).omissions(in: .png).count == (count > 4096 ? 1 : 0))
      let read = bytes.withUnsafeBytes { TIFFMetadata(EncodedBytes($0), limit: 1 << 20).metadata }
      #expect(read.exif.count <= 1 << 20)
    }
  }
}

extension [UInt8] {
  /// Whether the bytes hold others, one after the other.
  fileprivate func containsInOrder(_ wanted: [UInt8]) -> Bool {
    indices.dropLast(wanted.count - 1).contains {
      self[$0..<$0 + wanted.count].elementsEqual(wanted)
    }
  }
}
