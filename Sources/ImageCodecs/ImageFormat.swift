/// A picture format that this library reads and writes.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable {
  /// Portable Network Graphics.
  case png
  /// JPEG (JFIF, Exif and their kin).
  case jpeg

  /// Looks at the first bytes of a file, never at its name; `nil` for neither format.
  public init?(sniffing bytes: UnsafeRawBufferPointer) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) || bytes.elementsEqual([0xFF, 0xD8]) {
      self = .jpeg
    } else {
      return nil
    }
  }
}

extension ImageFormat: CustomStringConvertible {
  /// `PNG` or `JPEG`.
  public var description: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    }
  }
}

/// Names what bytes that are no PNG and no JPEG seem to be, so that the message can say it.
func describeForeignContent(of bytes: UnsafeRawBufferPointer) -> String? {
  let magics: [(offset: Int, bytes: [UInt8], name: String)] = [
    (0, Array("GIF8".utf8), "a GIF"),
    (0, Array("BM".utf8), "a BMP"),
    (8, Array("WEBP".utf8), "a WebP"),
    (0, [0x49, 0x49, 0x2A, 0x00], "a TIFF"),
    (0, [0x4D, 0x4D, 0x00, 0x2A], "a TIFF"),
    (4, Array("ftypavif".utf8), "an AVIF"),
    (4, Array("ftyphei".utf8), "a HEIF"),
    (4, Array("ftypmif1".utf8), "a HEIF"),
    (0, [0xFF, 0x0A], "a JPEG XL"),
    (0, [0x00, 0x00, 0x00, 0x0C, 0x4A, 0x58, 0x4C, 0x20], "a JPEG XL"),
    (0, [0x00, 0x00, 0x00, 0x0C, 0x6A, 0x50, 0x20, 0x20], "a JPEG 2000"),
    (0, [0x8A, 0x4D, 0x4E, 0x47], "an MNG"),
    (0, [0x8B, 0x4A, 0x4E, 0x47], "a JNG"),
    (0, Array("%PDF".utf8), "a PDF"),
    (0, [0x1F, 0x8B], "a gzip archive"),
    (0, Array("PK\u{3}\u{4}".utf8), "a ZIP archive"),
    (0, Array("<svg".utf8), "an SVG"),
    (0, Array("<?xml".utf8), "an XML text"),
  ]
  for magic in magics where bytes.dropFirst(magic.offset).starts(with: magic.bytes) {
    return magic.name + " file"
  }
  // The PNG signature was made to be broken by transfers as text; say so when it was.
  if bytes.prefix(8).contains([0x50, 0x4E, 0x47]) {
    return "a PNG file whose signature was damaged, as by a transfer as text"
  }
  let isText = bytes.prefix(256).allSatisfy { byte in
    byte >= 0x20 && byte != 0x7F || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
  return isText ? "a text file" : nil
}
