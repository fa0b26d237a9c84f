/// What bytes of an unknown format seem to be, for error messages.
public struct ForeignContent: Hashable, Sendable {
  /// A name with its article, such as "a JPEG XL file".
  public let name: String
  /// The kind of file alone, such as "JPEG XL".
  var kind: String {
    name.split(separator: " ").dropFirst().dropLast().joined(separator: " ")
  }
  /// Whether it is a picture, which another program can convert.
  public let isPicture: Bool

  /// Judges by the first bytes of a file, at most 256; `nil` when they are not recognised.
  init?(of bytes: UnsafeRawBufferPointer) {
    let start = bytes.prefix(256)
    for known in Self.signatures where start.dropFirst(known.offset).starts(with: known.bytes) {
      (name, isPicture) = (known.name, known.isPicture)
      return
    }
    // The PNG signature was made to be broken by transfers as text; say so when it was.
    if start.prefix(8).contains([0x50, 0x4E, 0x47]) {
      name = "a PNG file whose signature was damaged, for example by a transfer as text"
      isPicture = false
      return
    }
    let isText = start.allSatisfy { byte in
      byte >= 0x20 && byte != 0x7F || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
    guard isText else { return nil }
    let lower = String(decoding: start, as: UTF8.self).lowercased().drop { $0.isWhitespace }
    let isPage = ["<!doctype html", "<html", "<head", "<body"].contains { lower.hasPrefix($0) }
    (name, isPicture) = (isPage ? "an HTML page" : "a text file", false)
  }

  private struct Signature {
    let offset: Int
    let bytes: [UInt8]
    let name: String
    let isPicture: Bool

    init(_ bytes: [UInt8], at offset: Int = 0, _ name: String, isPicture: Bool = true) {
      self.offset = offset
      self.bytes = bytes
      self.name = name + " file"
      self.isPicture = isPicture
    }

    init(_ text: String, at offset: Int = 0, _ name: String, isPicture: Bool = true) {
      self.init(Array(text.utf8), at: offset, name, isPicture: isPicture)
    }
  }

  private static let signatures = [
    Signature("ftyphei", at: 4, "a HEIF"),
    Signature("ftypmif1", at: 4, "a HEIF"),
    Signature([0xFF, 0x0A], "a JPEG XL"),
    Signature([0x00, 0x00, 0x00, 0x0C, 0x4A, 0x58, 0x4C, 0x20], "a JPEG XL"),
    Signature([0x00, 0x00, 0x00, 0x0C, 0x6A, 0x50, 0x20, 0x20], "a JPEG 2000"),
    Signature([0x8A, 0x4D, 0x4E, 0x47], "an MNG"),
    Signature([0x8B, 0x4A, 0x4E, 0x47], "a JNG"),
    Signature("<svg", "an SVG"),
    Signature("%PDF", "a PDF", isPicture: false),
    Signature([0x1F, 0x8B], "a gzip", isPicture: false),
    Signature("PK\u{3}\u{4}", "a ZIP", isPicture: false),
    Signature("<?xml", "an XML", isPicture: false),
  ]
}

extension ForeignContent: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}
