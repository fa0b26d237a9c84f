internal import CImageShims
internal import Pixels

/// A PNG that is being written.
///
/// Rows are filtered and deflated in bands that need nothing of each other, so that several threads
/// can work on them; where the bands begin depends on the rows' width and on how many rows come in
/// each call, never on the number of threads.
final class PNGRowEncoder: RowEncoder {
  private let picture: EncodedPicture
  private let compressionLevel: Int
  private var rowsWritten = 0
  /// The last row of the call before, which the first row of this one is filtered by.
  private var rowAbove: [UInt8] = []
  private var adler: UInt32 = 1
  /// Bytes that come before those of the next band.
  private var pending: [UInt8]

  init(_ picture: EncodedPicture, compressionLevel: Int = 6) throws(ImageCodecError) {
    guard picture.width > 0, picture.height > 0 else {
      throw .cannotEncode(.png, reason: "it has no pixels")
    }
    let largest = Int(Int32.max)
    guard picture.width <= largest, picture.height <= largest else {
      throw .cannotEncode(.png, reason: "a side is above \(largest) pixels")
    }
    self.picture = picture
    self.compressionLevel = min(max(compressionLevel, 0), 9)
    pending = []
    pending = try makeHead()
  }

  func write(_ rows: PixelView, threads: Int) throws(ImageCodecError) -> [UInt8] {
    guard rows.height > 0 else { return [] }
    guard !picture.isOpaque || rows.isOpaque else {
      throw .cannotEncode(.png, reason: "it has transparent pixels though it was said to have none")
    }
    let bands = try rowAbove.withUnsafeBufferPointer { above throws(ImageCodecError) in
      let bands = PNGBands(
        rows: rows,
        // SAFETY: the row is valid for this call, and holds the picture's width.
        above: above.isEmpty
          ? nil
          : above.baseAddress.map {
            PixelView(baseAddress: UnsafeRawPointer($0), width: picture.width, height: 1)
          },
        compressionLevel: compressionLevel, dropsAlpha: picture.isOpaque,
        endsPicture: rowsWritten + rows.height == picture.height)
      return try bands.deflate(threads: threads)
    }
    let isFirst = rowsWritten == 0
    rowAbove = Array(
      UnsafeRawBufferPointer(start: rows.row(rows.height - 1), count: 4 * picture.width))
    rowsWritten += rows.height
    var bytes = pending
    pending = []
    for (index, band) in bands.enumerated() {
      // Bands are summed up on their own threads; how many bytes the second one has is what
      // joining takes.
      adler = cimage_png_join_adler(adler, band.adler, UInt64(band.filteredBytes))
      // The header of a zlib stream: deflate, a window of 32 KB, no dictionary (RFC 1950).
      let header: [UInt8] = isFirst && index == 0 ? [0x78, 0x9C] : []
      appendChunk("IDAT", header + band.bytes, to: &bytes)
    }
    return bytes
  }

  func finish() throws(ImageCodecError) -> [UInt8] {
    var bytes = pending
    appendChunk("IDAT", bigEndian(adler), to: &bytes)
    appendChunk("IEND", [], to: &bytes)
    return bytes
  }

  /// What comes before the pixels: the header, what the colours mean and how to turn the picture.
  private func makeHead() throws(ImageCodecError) -> [UInt8] {
    // A byte above 127, "PNG", and line ends of three kinds: transfers as text change one of
    // them.
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let colorType: UInt8 = picture.isOpaque ? 2 : 6
    appendChunk(
      "IHDR",
      bigEndian(UInt32(picture.width)) + bigEndian(UInt32(picture.height))
        + [8, colorType, 0, 0, 0],
      to: &bytes)
    for (name, _) in ColorTags.known {
      if let body = picture.encoding.colorTags.chunks[name] { appendChunk(name, body, to: &bytes) }
    }
    if !picture.encoding.colorProfile.isEmpty {
      let name = Array("ICC profile".utf8) + [0, 0]
      appendChunk("iCCP", name + (try deflated(picture.encoding.colorProfile)), to: &bytes)
    }
    let metadata = picture.metadata(in: .png)
    if let resolution = metadata.resolution {
      let numbers = [resolution.x, resolution.y].map { UInt32(($0 / 0.0254).rounded()) }
      appendChunk("pHYs", numbers.flatMap { bigEndian($0) } + [1], to: &bytes)
    }
    if !metadata.exif.isEmpty { appendChunk("eXIf", metadata.exif, to: &bytes) }
    if !metadata.xmp.isEmpty {
      appendChunk("iTXt", Array(PNGText.xmpName.utf8) + [0, 0, 0, 0, 0] + metadata.xmp, to: &bytes)
    }
    if !metadata.iptc.isEmpty {
      let text = PNGText.rawProfile("iptc", IPTCRecords.resource(metadata.iptc))
      appendChunk(
        "zTXt", Array((PNGText.rawProfileName + "iptc").utf8) + [0, 0] + (try deflated(text)),
        to: &bytes)
    }
    return bytes
  }

  private func deflated(_ block: [UInt8]) throws(ImageCodecError) -> [UInt8] {
    let report = CodecReport()
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    block.withUnsafeBufferPointer { block in
      // SAFETY: the block is valid for this call; what it hands out is freed below, once.
      _ = cimage_deflate_block(
        cimage_block(bytes: block.baseAddress, count: block.count), &bytes, &count, report.pointer)
    }
    defer { cimage_free(bytes) }
    guard report.status == CIMAGE_OK, let bytes else {
      throw .outOfMemory(width: picture.width, height: picture.height)
    }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// Appends a chunk: length, name, body and the checksum of the last two.
  ///
  /// A body that is longer than a chunk can be, which only pixels are, becomes several.
  private func appendChunk(_ name: String, _ body: [UInt8], to bytes: inout [UInt8]) {
    var rest = body[...]
    repeat {
      // A chunk holds 2³¹ − 1 bytes (PNG, 5.3).
      let part = rest.prefix(1 << 30)
      rest = rest.dropFirst(part.count)
      bytes += bigEndian(UInt32(part.count))
      let start = bytes.count
      bytes += Array(name.utf8)
      bytes += part
      let sum = bytes[start...].withUnsafeBufferPointer {
        cimage_crc32(0, $0.baseAddress, $0.count)
      }
      bytes += bigEndian(sum)
    } while !rest.isEmpty
  }

  private func bigEndian(_ value: UInt32) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }
}
