/// Where the parts of a WebP file are, found by walking its chunks without decoding any (RFC 9649).
struct WebPContainer {
  /// Pixels a row of the canvas.
  private(set) var width = 0
  /// Rows of the canvas.
  private(set) var height = 0
  /// The first frame: its place on the canvas, and its chunks from ALPH, VP8 or VP8L on.
  private(set) var frame = Frame()
  /// Frames of an animation; 1 for a picture that stands still.
  private(set) var frameCount = 0
  /// Where the ICC profile is; `nil` without one.
  private(set) var colorProfile: Range<Int>?
  /// What Exif says; `nil` without any.
  private(set) var exif: ExifFields?
  /// Where the Exif data are; `nil` without any.
  private(set) var exifPlace: Range<Int>?
  /// Where the XMP packet is; `nil` without one.
  private(set) var xmpPlace: Range<Int>?

  struct Frame {
    var left = 0
    var top = 0
    var width = 0
    var height = 0
    /// Its chunks with their headers.
    var bytes = 0..<0
    /// Whether its pixels are stored without loss.
    var isLossless = false
    /// Whether the file can say that pixels are transparent.
    var hasAlpha = false
    /// Bytes that a whole file has at least.
    var leastByteCount = 0

    /// Takes the size that a chunk says.
    ///
    /// Beside the chunk's own word: each block of 16 × 16 pixels takes more than two bits for its prediction (RFC 6386,
    /// 11.2), and without loss a code of one bit is for 4,096 pixels at most (RFC 9649, 3.4). A picture of one
    /// colour could take none at all, but libwebp repeats its first pixel so far.
    fileprivate mutating func take(width: Int, height: Int, _ chunk: Chunk) {
      (self.width, self.height) = (width, height)
      let bits =
        isLossless ? width * height / 4096 : 2 * ((width + 15) / 16) * ((height + 15) / 16)
      leastByteCount = max(chunk.body.upperBound, bits / 8)
    }
  }

  /// More Exif than this is not looked at.
  private static let largestExif = 1 << 20

  /// Reads a file.
  ///
  /// - Throws: ``ImageCodecError/damaged(_:reason:rows:height:)`` or
  ///   ``ImageCodecError/truncated(_:rows:height:)`` where no frame is found.
  init(_ bytes: EncodedBytes) throws(ImageCodecError) {
    //     0      4      8      12
    //     RIFF   size   WEBP   chunks: name, size, body, filled up to an even length
    let end = Self.end(of: bytes)
    var offset = 12
    while offset < end, let chunk = Chunk(at: offset, in: bytes) {
      switch chunk.name {
      case "VP8X": readCanvas(chunk, bytes)
      case "ICCP": colorProfile = colorProfile ?? chunk.body.clamped(to: 0..<bytes.count)
      case "ANMF":
        frameCount += 1
        if frameCount == 1 { try readAnimationFrame(chunk, bytes) }
      case "ALPH", "VP8 ", "VP8L":
        if frameCount == 0 { try readFrame(from: offset, to: end, bytes) }
        frameCount = max(frameCount, 1)
      case "EXIF" where exifPlace == nil: readExif(chunk, bytes)
      case "XMP " where xmpPlace == nil: xmpPlace = chunk.body.clamped(to: 0..<bytes.count)
      default: break
      }
      offset = chunk.end
    }
    guard frameCount > 0, frame.width > 0, frame.height > 0 else {
      throw .truncated(.webP, rows: 0, height: 0)
    }
    if width == 0 || height == 0 { (width, height) = (frame.width, frame.height) }
    guard frame.left + frame.width <= width, frame.top + frame.height <= height else {
      throw .damaged(.webP, reason: "a frame lies outside of its canvas", rows: 0, height: 0)
    }
  }

  private mutating func readExif(_ chunk: Chunk, _ bytes: EncodedBytes) {
    // Some programs write JPEG's name in front of it.
    let name = JPEGSegments.exifName
    let hasName = bytes.withBytes(from: chunk.body.lowerBound, count: name.count) {
      $0.elementsEqual(name)
    }
    let place = (hasName == true ? chunk.body.dropFirst(name.count) : chunk.body)
      .clamped(to: 0..<bytes.count)
    exifPlace = place
    guard place.count <= Self.largestExif else { return }
    exif = bytes.withBytes(from: place.lowerBound, count: place.count) { ExifFields($0) }
  }

  /// Where the file ends by its own word, as libwebp has it; what follows is no part of it.
  private static func end(of bytes: EncodedBytes) -> Int {
    let size = bytes.withBytes(from: 4, count: 4) {
      ByteCursor($0, isLittleEndian: true).uint32(at: 0)
    }
    guard let size = size ?? nil, size >= 12 else { return bytes.count }
    return min(8 + Int(size) + Int(size) % 2, bytes.count)
  }

  fileprivate struct Chunk {
    let name: String
    let body: Range<Int>
    /// Where the next one begins: chunks are padded to an even length.
    var end: Int { body.upperBound + body.count % 2 }

    init?(at offset: Int, in bytes: EncodedBytes) {
      let head = bytes.withBytes(from: offset, count: 8) { head in
        (
          String(decoding: head[..<4], as: UTF8.self),
          Int(ByteCursor(head, isLittleEndian: true).uint32(at: 4) ?? 0)
        )
      }
      guard let head else { return nil }
      name = head.0
      body = offset + 8..<offset + 8 + head.1
    }
  }

  /// A number of three bytes.
  private static func number(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
    Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 | Int(bytes[offset + 2]) << 16
  }

  private mutating func readCanvas(_ chunk: Chunk, _ bytes: EncodedBytes) {
    guard width == 0, frameCount == 0 else { return }
    let size = bytes.withBytes(from: chunk.body.lowerBound, count: 10) {
      (Self.number($0, at: 4) + 1, Self.number($0, at: 7) + 1)
    }
    (width, height) = size ?? (0, 0)
  }

  private mutating func readAnimationFrame(
    _ chunk: Chunk, _ bytes: EncodedBytes
  ) throws(ImageCodecError) {
    let place = bytes.withBytes(from: chunk.body.lowerBound, count: 6) {
      // Places are stored halved: frames begin at even ones.
      (2 * Self.number($0, at: 0), 2 * Self.number($0, at: 3))
    }
    let end = min(chunk.body.upperBound, bytes.count)
    var offset = chunk.body.lowerBound + 16
    while let inner = Chunk(at: offset, in: bytes), offset < end {
      if ["ALPH", "VP8 ", "VP8L"].contains(inner.name) {
        try readFrame(from: offset, to: end, bytes)
        (frame.left, frame.top) = place ?? (0, 0)
        // What the frame does not cover is transparent.
        if (frame.width, frame.height) != (width, height) { frame.hasAlpha = true }
        return
      }
      offset = inner.end
    }
    throw .truncated(.webP, rows: 0, height: 0)
  }

  /// Reads the size of a frame, whose first chunk is the alpha or the pixels.
  private mutating func readFrame(
    from start: Int, to end: Int, _ bytes: EncodedBytes
  ) throws(ImageCodecError) {
    frame.bytes = start..<end
    var offset = start
    while offset < end, let chunk = Chunk(at: offset, in: bytes) {
      let needed = chunk.name == "VP8L" ? 5 : 10
      let head = bytes.withBytes(from: chunk.body.lowerBound, count: needed) { Array($0) } ?? []
      switch chunk.name {
      case "VP8L" where head.count == needed && head[0] == 0x2F:
        // Behind the signature 2F, from the lowest bit on: 14 bits of the width less 1, 14 of
        // the height less 1, one for alpha, three of a version (RFC 9649, 3.4).
        let bits = (1...4).reduce(0) { $0 | Int(head[$1]) << (8 * ($1 - 1)) }
        frame.isLossless = true
        frame.take(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1, chunk)
        frame.hasAlpha = frame.hasAlpha || bits >> 28 & 1 == 1
        return
      case "VP8 " where head.count == needed && head[3...5].elementsEqual([0x9D, 0x01, 0x2A]):
        frame.take(
          // The upper two bits say by how much to enlarge, which no decoder does (RFC 6386,
          // 9.1).
          width: (Int(head[6]) | Int(head[7]) << 8) & 0x3FFF,
          height: (Int(head[8]) | Int(head[9]) << 8) & 0x3FFF, chunk)
        return
      case "ALPH": frame.hasAlpha = true
      case "VP8 ", "VP8L":
        if head.count < needed { throw .truncated(.webP, rows: 0, height: 0) }
        throw .damaged(.webP, reason: "a frame has no size", rows: 0, height: 0)
      default: break
      }
      offset = chunk.end
    }
    throw .truncated(.webP, rows: 0, height: 0)
  }
}
