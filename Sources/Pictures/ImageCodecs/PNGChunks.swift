internal import CImageShims

/// The metadata of a PNG, found by walking its chunks without decoding any.
///
/// libpng does the pixels; the metadata is read here because libpng would meet an `eXIf` chunk
/// that follows the pixels only after decoding them, and drops colour profiles that it rejects.
struct PNGMetadata {
  /// What Exif says; `nil` without any.
  private(set) var exif: ExifFields?
  /// Where the body of the colour profile's chunk is; `nil` without one.
  private(set) var colorProfile: Range<Int>?
  /// What else is said of the pixels' colours.
  private(set) var colorTags = ColorTags()

  /// Where the first chunk of pixels begins; `nil` without one.
  private(set) var pixelData: Int?

  /// The frames of an animation (APNG); 1 for a picture that stands still.
  private(set) var frameCount = 1

  /// Where the Exif data are; `nil` without any.
  private var exifPlace: Range<Int>?
  /// Where texts are that may hold metadata, with their names: `iTXt`, `zTXt` or `tEXt`.
  private var texts: [(kind: String, name: String, body: Range<Int>)] = []
  private(set) var resolution: PictureResolution?

  /// More Exif than this is not looked at.
  private static let largestExif = 1 << 20
  /// Texts that may hold metadata; a file has one or two.
  private static let mostTexts = 16

  init(_ bytes: EncodedBytes) {
    var offset = 8
    while let length = bytes.uint32(at: offset), let name = Self.name(at: offset + 4, in: bytes),
      offset + 12 + Int(length) <= bytes.count, name != "IEND"
    {
      //     | length, 4 | name, 4 | body | checksum of name and body, 4 |
      let body = offset + 8..<offset + 8 + Int(length)
      if name == "IDAT" {
        pixelData = pixelData ?? offset
      } else if name == "acTL", length == 8, pixelData == nil {
        frameCount = bytes.uint32(at: body.lowerBound).map { Int($0) } ?? 1
      } else if name == "iCCP" {
        colorProfile = colorProfile ?? body
      } else if name == "eXIf", exifPlace == nil {
        exifPlace = body
        if length <= Self.largestExif {
          exif = Self.checkedBody(body, in: bytes) { ExifFields($0) }
        }
      } else if name == "pHYs", length == 9, resolution == nil {
        resolution = Self.checkedBody(body, in: bytes, Self.resolution) ?? nil
      } else if ["iTXt", "zTXt", "tEXt"].contains(name), texts.count < Self.mostTexts {
        noteText(name, body, bytes)
      } else if ColorTags.known.contains(where: { $0.name == name && $0.byteCount == body.count }) {
        if let body = Self.checkedBody(body, in: bytes, { Array($0) }) {
          colorTags.add(name, body: body)
        }
      }
      offset = body.upperBound + 4
    }
  }

  /// Pixels a metre, where the chunk's last byte says that they are.
  private static func resolution(_ body: UnsafeRawBufferPointer) -> PictureResolution? {
    let cursor = ByteCursor(body)
    guard cursor.uint8(at: 8) == 1, let x = cursor.uint32(at: 0), let y = cursor.uint32(at: 4)
    else {
      return nil
    }
    // Whole numbers of a metre stand for whole numbers of an inch.
    func inches(_ count: UInt32) -> Double {
      let exact = Double(count) * 0.0254
      return abs(exact - exact.rounded()) < 0.02 ? exact.rounded() : exact
    }
    return PictureResolution(x: inches(x), y: inches(y))
  }

  /// Notes a text whose name is that of metadata.
  private mutating func noteText(_ kind: String, _ body: Range<Int>, _ bytes: EncodedBytes) {
    let name = bytes.withBytes(from: body.lowerBound, count: min(body.count, 80)) { head in
      head.firstIndex(of: 0).map { String(decoding: head[..<$0], as: UTF8.self) }
    }
    guard let name = name ?? nil,
      name == PNGText.xmpName || name.hasPrefix(PNGText.rawProfileName)
    else { return }
    texts.append((kind, name, body))
  }

  /// Copies what is said of the picture.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - limit: the most bytes of a block.
  ///   - inflate: inflates a range of the file; `nil` where it is damaged or too large.
  /// - Returns: the metadata.
  func metadata(
    in bytes: EncodedBytes, limit: Int, inflate: (Range<Int>) -> [UInt8]?
  ) -> PictureMetadata {
    var metadata = PictureMetadata(resolution: resolution)
    if let place = exifPlace {
      metadata.exif = PictureMetadata.checked(
        place.count, "Exif data", limit: limit, &metadata.omissions
      ) { Self.checkedBody(place, in: bytes) { Array($0) } }
    }
    for text in texts {
      let found = PictureMetadata.checked(
        text.body.count, "A text", limit: 2 * limit, &metadata.omissions
      ) { Self.content(of: text.kind, text.body, in: bytes, inflate) }
      if text.name == PNGText.xmpName {
        if metadata.xmp.isEmpty { metadata.xmp = found }
      } else if let block = PNGText.block(ofRawProfile: found) {
        take(block, String(text.name.dropFirst(PNGText.rawProfileName.count)), into: &metadata)
      }
    }
    return metadata
  }

  /// Takes a block of a kind as ImageMagick names it, where nothing else has brought one.
  private func take(_ block: [UInt8], _ kind: String, into metadata: inout PictureMetadata) {
    switch kind {
    case "iptc", "8bim":
      guard metadata.iptc.isEmpty else { return }
      let isResource = block.starts(with: Array("8BIM".utf8))
      metadata.iptc = (isResource ? IPTCRecords.find(inResources: block) : block) ?? []
    case "exif", "APP1":
      if block.starts(with: JPEGSegments.exifName), metadata.exif.isEmpty {
        metadata.exif = Array(block.dropFirst(JPEGSegments.exifName.count))
      } else if block.starts(with: JPEGSegments.xmpName), metadata.xmp.isEmpty {
        metadata.xmp = Array(block.dropFirst(JPEGSegments.xmpName.count))
      }
    case "xmp" where metadata.xmp.isEmpty: metadata.xmp = block
    default: break
    }
  }

  /// The text of a chunk, inflated where it is compressed.
  private static func content(
    of kind: String, _ body: Range<Int>, in bytes: EncodedBytes,
    _ inflate: (Range<Int>) -> [UInt8]?
  ) -> [UInt8]? {
    // Behind the name: of iTXt how it is compressed, a language and the name in it; of zTXt how.
    let start: (place: Int, isCompressed: Bool)? =
      checkedBody(body, in: bytes) { body in
        //     tEXt   name 0 text
        //     zTXt   name 0 method text
        //     iTXt   name 0 isCompressed method language 0 name in it 0 text
        guard let end = body.firstIndex(of: 0) else { return nil }
        switch kind {
        case "tEXt": return (end + 1, false)
        case "zTXt": return body.dropFirst(end + 1).first == 0 ? (end + 2, true) : nil
        default:
          guard end + 3 <= body.count, let language = body[(end + 3)...].firstIndex(of: 0),
            let name = body[(language + 1)...].firstIndex(of: 0)
          else { return nil }
          return (name + 1, body[end + 1] == 1)
        }
      } ?? nil
    guard let start else { return nil }
    let place = body.dropFirst(start.place)
    return start.isCompressed
      ? inflate(place)
      : bytes.withBytes(from: place.lowerBound, count: place.count) { Array($0) }
  }

  private static func name(at offset: Int, in bytes: EncodedBytes) -> String? {
    bytes.withBytes(from: offset, count: 4) { String(decoding: $0, as: UTF8.self) }
  }

  /// Calls a function with the body of a chunk whose checksum is right.
  private static func checkedBody<Result>(
    _ body: Range<Int>, in bytes: EncodedBytes, _ use: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    guard let sum = bytes.uint32(at: body.upperBound) else { return nil }
    return bytes.withBytes(from: body.lowerBound - 4, count: body.count + 4) { named in
      // SAFETY: the bytes are valid for this call.
      let own = cimage_crc32(
        0, named.baseAddress?.assumingMemoryBound(to: UInt8.self), named.count)
      return own == sum ? use(UnsafeRawBufferPointer(rebasing: named[4...])) : nil
    } ?? nil
  }

  /// Where the compressed profile is: after its name and the byte that says how it is compressed;
  /// `nil` for a chunk that is none.
  func compressedProfile(in bytes: EncodedBytes) -> Range<Int>? {
    guard let chunk = colorProfile else { return nil }
    // A name has 79 bytes at most; behind it are a zero and the way of compressing, of which
    // there is one, 0.
    let start = bytes.withBytes(from: chunk.lowerBound, count: min(chunk.count, 81)) { head in
      head.firstIndex(of: 0).flatMap { end in
        end >= 1 && end + 1 < head.count && head[end + 1] == 0 ? end + 2 : nil
      }
    }
    guard let start = start ?? nil else { return nil }
    return chunk.lowerBound + start..<chunk.upperBound
  }
}
