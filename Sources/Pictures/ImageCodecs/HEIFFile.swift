/// What the boxes of a HEIC or AVIF file say of its pictures, found in one walk over them (ISO/IEC 14496-12).
struct HEIFFile {
  let bytes: EncodedBytes
  /// Its boxes of metadata, of which readers take the first or the last one.
  private(set) var metas: [HEIFMeta] = []
  /// Frames of an image sequence; 0 of others.
  private(set) var frameCount = 0

  private static let mostMetas = 16

  /// Walks over a file.
  ///
  /// - Complexity: O(boxes + items).
  init(_ bytes: EncodedBytes) {
    self.bytes = bytes
    for box in HEIFBoxes(in: 0..<bytes.count, of: bytes) {
      switch box.name {
      case "meta":
        // The first ones and the last one stay, whichever a reader takes.
        if metas.count == Self.mostMetas { metas.removeLast() }
        metas.append(HEIFMeta(box.body, bytes))
      case "moov": frameCount = max(frameCount, HEIFSequence.frameCount(box.body, bytes))
      default: break
      }
    }
  }

  /// How its coded pictures are coded; `nil` where they are not all coded alike, or as something else.
  var coding: HEIFCoding? {
    let codings = Set(metas.lazy.flatMap(\.items).compactMap(\.coding))
    return codings.count == 1 ? codings.first : nil
  }

  /// Whether a picture of some size may be in the file by its boxes: the largest of those that they declare may be
  /// rounded up to whole blocks, and be one of several resolutions.
  func declares(_ size: (width: Int, height: Int)) -> Bool {
    let largest = metas.lazy.flatMap(\.properties).filter { $0.name == "ispe" }.map { box in
      // No side is above 32 bits, so that a product is within 64.
      let sides = [4, 8].map {
        UInt64(min(bytes.uint32(at: box.body.lowerBound + $0) ?? 0, .max - 64)) + 64
      }
      return sides[0] * sides[1]
    }.max()
    return largest.map { UInt64(size.width) * UInt64(size.height) / 4 <= $0 } ?? true
  }

  /// Whether a picture has a gain map, which brightens it on screens of high dynamic range: as a picture beside it
  /// (Apple), or as a picture that is made of both (ISO 21496-1).
  var hasGainMap: Bool {
    let name = Array("urn:com:apple:photo:2020:aux:hdrgainmap\0".utf8)
    return metas.contains { meta in
      meta.items.contains { $0.kind == "tmap" }
        || meta.properties.contains { property in
          // Behind a version and flags.
          property.name == "auxC" && property.body.count >= 4 + name.count
            && bytes.withBytes(
              from: property.body.lowerBound + 4, count: name.count, { $0.elementsEqual(name) })
              == true
        }
    }
  }
}

/// How a picture is coded.
enum HEIFCoding {
  case hevc
  case av1

  /// Fewer bytes than one for so many pixels no file has.
  ///
  /// HEVC takes a bit at least for the direction of each block, of 64 × 64 pixels at most (ITU-T H.265, 7.3.8.5). AV1
  /// could take next to nothing; a black picture takes libaom a byte for each 187,000 pixels and 700 bytes more.
  var mostPixelsPerByte: Int {
    switch self {
    case .hevc: 8 * 64 * 64
    case .av1: 1 << 18
    }
  }
}
