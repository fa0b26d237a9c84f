internal import CLibrary
internal import COptionalCodecs

/// The picture of a WebP, or the first one of an animation, by libwebp.
final class WebPRowSource: WholePictureSource {
  let header: ImageHeader
  private let bytes: EncodedBytes
  private let container: WebPContainer
  private let limits: DecodingLimits

  /// Bytes of the file that are decoded between two looks at the clock.
  private static let pieceBytes = 1 << 16

  init(_ bytes: EncodedBytes, limits: DecodingLimits) throws(ImageCodecError) {
    try ImageFormat.webP.requireLibrary()
    let container = try WebPContainer(bytes)
    self.bytes = bytes
    self.container = container
    self.limits = limits
    let frame = container.frame
    header = ImageHeader(
      format: .webP, width: container.width, height: container.height, bitDepth: 8,
      colorModel: frame.isLossless ? .rgb : .yCbCr, hasTransparency: frame.hasAlpha,
      isProgressive: false, orientation: container.exif?.orientation ?? .up,
      captureTime: container.exif?.captureTime, hasColorProfile: container.colorProfile != nil,
      colorTags: ColorTags(), pictureCount: container.frameCount,
      workingByteCount: Self.workingBytes(frame) + (bytes.memory == nil ? frame.bytes.count : 0),
      needsWholeImage: true,
      leastByteCount: frame.leastByteCount)
  }

  /// What libwebp takes beside the pixels, measured and rounded up: of a lossless picture its pixels
  /// once more, of another some rows and the alpha.
  private static func workingBytes(_ frame: WebPContainer.Frame) -> Int {
    let pixels = frame.width * frame.height
    let held = frame.isLossless ? 4 * pixels : (frame.hasAlpha ? 3 * pixels : 0) + pixels / 16
    return held + 200 * frame.width + (2 << 20)
  }

  var warnings: [ImageWarning] { Self.animationWarnings(frameCount: container.frameCount) }

  func colorProfile(limit: Int) throws(ImageCodecError) -> [UInt8]? {
    guard let place = container.colorProfile else { return nil }
    guard place.count <= limit else { throw .limitExceeded(.metadataBytes(limit: limit)) }
    let profile = bytes.withBytes(from: place.lowerBound, count: place.count) { Array($0) }
    if let failure = bytes.readFailure { throw failure }
    return profile
  }

  func metadata(limit: Int) -> PictureMetadata {
    var metadata = PictureMetadata()
    func copy(_ name: String, _ place: Range<Int>?) -> [UInt8] {
      guard let place else { return [] }
      return PictureMetadata.checked(place.count, name, limit: limit, &metadata.omissions) {
        bytes.withBytes(from: place.lowerBound, count: place.count) { Array($0) }
      }
    }
    metadata.exif = copy("Exif data", container.exifPlace)
    metadata.xmp = copy("An XMP packet", container.xmpPlace)
    return metadata
  }

  func decode(into base: UnsafeMutableRawPointer, bytesPerRow: Int) -> RowDelivery {
    let frame = container.frame
    let place = frame.bytes
    let delivery: RowDelivery
    if let memory = bytes.memory {
      delivery = decode(
        UnsafeRawBufferPointer(rebasing: memory[place]), into: base, bytesPerRow: bytesPerRow)
    } else {
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: place.count, alignment: 1)
      defer { copy.deallocate() }
      let count = bytes.copy(from: place.lowerBound, into: copy)
      if let failure = bytes.readFailure { return RowDelivery(rows: 0, failure: failure) }
      delivery = decode(
        UnsafeRawBufferPointer(rebasing: copy[..<count]), into: base, bytesPerRow: bytesPerRow)
    }
    // Rows of a frame that does not cover its canvas are whole only once all of them are.
    guard delivery.failure != nil, (frame.width, frame.height) != (header.width, header.height)
    else { return delivery }
    return RowDelivery(rows: 0, failure: delivery.failure)
  }

  private func decode(
    _ data: UnsafeRawBufferPointer, into base: UnsafeMutableRawPointer, bytesPerRow: Int
  ) -> RowDelivery {
    let frame = container.frame
    let start = frame.top * bytesPerRow + 4 * frame.left
    // SAFETY: the memory holds `header.height` rows, and the frame lies within the canvas; the reader
    // writes no further than the bytes it is given, and is closed before both are given back.
    let reader = copt_webp_open(
      (base + start).assumingMemoryBound(to: UInt8.self), header.height * bytesPerRow - start,
      bytesPerRow)
    guard let reader, let bytes = data.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
      return RowDelivery(rows: 0, failure: failure(CIMAGE_OUT_OF_MEMORY, rows: 0))
    }
    defer { copt_webp_close(reader) }
    let time = DecodingTime(limits)
    var count = 0
    while true {
      count = min(count + Self.pieceBytes, data.count)
      let status = copt_webp_advance(reader, bytes, count)
      if status == CIMAGE_OK {
        makeOpaque(base + start, bytesPerRow, rows: frame.height)
        return RowDelivery(rows: header.height, failure: nil)
      }
      if let failure = time.failure() { return RowDelivery(rows: 0, failure: failure) }
      guard status == CIMAGE_TRUNCATED, count < data.count else {
        let rows = min(Int(copt_webp_rows(reader)), header.height)
        makeOpaque(base + start, bytesPerRow, rows: min(rows, frame.height))
        clear(base, bytesPerRow, from: rows)
        return RowDelivery(rows: rows, failure: failure(status, rows: rows))
      }
    }
  }

  /// Gives the frame's pixels full alpha where the file says that they have no other: libwebp passes on
  /// what is stored, such as the zero of a colour beyond the palette.
  private func makeOpaque(_ start: UnsafeMutableRawPointer, _ bytesPerRow: Int, rows: Int) {
    let frame = container.frame
    guard frame.isLossless, !frame.hasAlpha else { return }
    for y in 0..<rows {
      // SAFETY: the frame's rows lie within the canvas, whose memory is aligned to its pixels.
      let row = (start + y * bytesPerRow).assumingMemoryBound(to: UInt32.self)
      for x in 0..<frame.width { row[x] |= UInt32(0xFF00_0000).littleEndian }
    }
  }

  /// Rows behind the last whole one that libwebp may have written something to.
  private static let unfinishedRows = 64

  /// Empties rows that did not arrive whole; the others were never written to, so that they take no memory.
  private func clear(_ base: UnsafeMutableRawPointer, _ bytesPerRow: Int, from row: Int) {
    let count = min(Self.unfinishedRows, header.height - row)
    // SAFETY: the memory holds `header.height` rows.
    memset(base + row * bytesPerRow, 0, count * bytesPerRow)
  }

  private func failure(_ status: cimage_status, rows: Int) -> ImageCodecError {
    switch status {
    case CIMAGE_OUT_OF_MEMORY: .outOfMemory(width: header.width, height: header.height)
    case CIMAGE_TRUNCATED: .truncated(.webP, rows: rows, height: header.height)
    case CIMAGE_UNSUPPORTED: .unsupported(.webP, reason: "libwebp does not know its features")
    default:
      .damaged(
        .webP, reason: "libwebp cannot decode it", rows: rows, height: header.height)
    }
  }
}
