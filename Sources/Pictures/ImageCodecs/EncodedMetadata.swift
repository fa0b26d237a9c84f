/// What a format has room for of ``PictureMetadata``.
struct MetadataRoom: Hashable, Sendable {
  /// The most bytes of Exif data.
  var exif = Int(Int32.max)
  /// The most bytes of an XMP packet.
  var xmp = Int(Int32.max)
  /// The most bytes of IPTC records; `nil` where they have no place of their own, and go into the Exif data.
  var iptc: Int?
  /// Whether the resolution has a place of its own; else it goes into the Exif data.
  var hasResolution = true
}

/// The metadata of a file that is written, as its format takes them.
struct EncodedMetadata {
  /// A TIFF structure; empty for none.
  private(set) var exif: [UInt8] = []
  /// An XMP packet; empty for none.
  private(set) var xmp: [UInt8] = []
  /// IPTC records; empty for none.
  private(set) var iptc: [UInt8] = []
  /// The resolution; `nil` for none.
  let resolution: PictureResolution?
  /// What was left out, in sentences.
  private(set) var omissions: [String] = []

  /// Corrects what would not be true of the new file, and leaves out what has no room in it.
  init(_ encoding: ImageEncoding, width: Int, height: Int, format: ImageFormat) {
    let room = format.metadataRoom
    let metadata = encoding.metadata
    resolution = metadata.resolution
    let hasOwnIPTC = room.iptc != nil
    func block(_ iptc: [UInt8], _ exif: [UInt8]) -> [UInt8]? {
      guard var block = exif.isEmpty ? ExifBlock() : ExifBlock(exif) else { return nil }
      block.dropThumbnail()
      block.set(encoding.orientation)
      block.setSize(width: width, height: height)
      if !iptc.isEmpty, !hasOwnIPTC { block.setIPTC(iptc) }
      if let resolution, !room.hasResolution, !block.hasResolution { block.set(resolution) }
      return block.bytes()
    }
    if let found = block(metadata.iptc, metadata.exif), found.count <= room.exif {
      exif = found
    } else {
      let isTooLarge = ExifBlock(metadata.exif) != nil
      omissions.append(
        isTooLarge
          ? Self.tooLarge("Exif data", metadata.exif.count, room.exif, format)
          : "The Exif data cannot be read, and were left out.")
      exif = block([], []) ?? []
    }
    if !metadata.xmp.isEmpty {
      let corrected = XMPPacket.removing(
        { XMPPacket.isUntrueElsewhere($0) || XMPPacket.isSize($0) }, from: metadata.xmp)
      if let corrected, corrected.count <= room.xmp {
        xmp = corrected
      } else {
        omissions.append(
          corrected.map { Self.tooLarge("XMP packet", $0.count, room.xmp, format) }
            ?? "The XMP packet is not well-formed, and was left out.")
      }
    }
    if let most = room.iptc, !metadata.iptc.isEmpty {
      if metadata.iptc.count <= most {
        iptc = metadata.iptc
      } else {
        omissions.append(Self.tooLarge("IPTC records", metadata.iptc.count, most, format))
      }
    }
  }

  private static func tooLarge(
    _ block: String, _ count: Int, _ most: Int, _ format: ImageFormat
  ) -> String {
    "The \(block) of \(count) bytes were left out: a \(format) has room for \(most)."
  }
}
