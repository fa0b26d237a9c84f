internal import CImageShims
internal import PNGRows

/// The rows of a PNG: those of usual files by `PNGRows`, where it does not decline, else by libpng.
final class PNGRowSource: RowSource, LibraryRows {
  let header: ImageHeader
  private let reader: OpaquePointer
  private let report: CodecReport
  private let limits: DecodingLimits
  private let time: DecodingTime
  private let bytes: EncodedBytes
  private let metadata: PNGMetadata
  private var lateDamage: ImageWarning?
  /// How the rows are read; `nil` before the start.
  private var reading: RowsWithFallback?
  private let samples: PNGSamples?

  /// Pixels from which on inflating them on another thread pays.
  private static let pixelsWorthAThread = 1 << 20

  /// What libpng and zlib take for themselves, however small a picture is, with room to spare.
  private static let ownMemory: UInt64 = 1 << 20

  init(_ bytes: EncodedBytes, limits: DecodingLimits) throws(ImageCodecError) {
    let report = CodecReport()
    var found = cimage_png_header()
    guard
      // SAFETY: the callers of `openRows` keep the bytes alive; they and `report` outlive the
      // reader.
      let reader = cimage_png_open(
        bytes.input, UInt64(clamping: limits.memoryBytes) + Self.ownMemory, &found, report.pointer)
    else {
      throw report.decodingError(.png, rows: 0, width: 0, height: 0, limits: limits)
    }
    metadata = PNGMetadata(bytes)
    self.report = report
    self.bytes = bytes
    self.reader = reader
    self.limits = limits
    time = DecodingTime(limits)
    samples = Self.samples(of: found)
    header = ImageHeader(
      format: .png, width: Int(found.width), height: Int(found.height),
      bitDepth: Int(found.bit_depth), colorModel: Self.colorModel(ofType: found.color_type),
      hasTransparency: found.has_transparency, isProgressive: found.is_interlaced,
      orientation: metadata.exif?.orientation ?? .up,
      captureTime: metadata.exif?.captureTime, hasColorProfile: metadata.colorProfile != nil,
      colorTags: metadata.colorTags, pictureCount: max(metadata.frameCount, 1),
      workingByteCount: Int(clamping: found.row_bytes),
      needsWholeImage: found.is_interlaced,
      // Deflate makes at most 1032 bytes of one (zlib's technical details).
      leastByteCount: Int(clamping: found.filtered_bytes / 1032))
  }

  deinit {
    cimage_png_close(reader)
  }

  private static func colorModel(ofType type: UInt8) -> ImageHeader.ColorModel {
    switch type {
    case 0, 4: .grey
    case 2, 6: .rgb
    case 3: .palette
    default: .other
    }
  }

  /// How pixels are stored that `PNGRows` can read; `nil` for others.
  private static func samples(of found: cimage_png_header) -> PNGSamples? {
    guard !found.is_interlaced else { return nil }
    return switch (found.color_type, found.has_transparency, found.bit_depth) {
    case (0, false, 8): .grey
    case (2, false, 8): .rgb
    case (4, true, 8): .greyAlpha
    case (6, true, 8): .rgba
    case (3, _, 8): .palette
    case (0, false, 16): .grey16
    case (2, false, 16): .rgb16
    case (4, true, 16): .greyAlpha16
    case (6, true, 16): .rgba16
    default: nil  // one colour that is transparent, or samples of less than a byte
    }
  }

  var rowStep: Int { 1 }

  var warnings: [ImageWarning] {
    report.warnings + (lateDamage.map { [$0] } ?? []) + animationWarnings
  }

  private var animationWarnings: [ImageWarning] {
    guard metadata.frameCount > 1 else { return [] }
    return [
      ImageWarning(
        "The picture is an animation of \(metadata.frameCount) frames. Only its first picture was "
          + "taken.")
    ]
  }

  func colorProfile(limit: Int) throws(ImageCodecError) -> [UInt8]? {
    guard let place = metadata.compressedProfile(in: bytes) else { return nil }
    return try inflate(place, limit: limit)
  }

  func metadata(limit: Int) -> PictureMetadata {
    // Hexadecimal numbers take two bytes each, and the ends of lines.
    let textLimit = min(max(limit, 0), Int.max / 5) / 2 * 5
    return metadata.metadata(in: bytes, limit: limit) { place in
      (try? inflate(place, limit: textLimit)) ?? nil
    }
  }

  /// Inflates a range of the file; `nil` where it is damaged.
  private func inflate(_ place: Range<Int>, limit: Int) throws(ImageCodecError) -> [UInt8]? {
    let report = CodecReport()
    var profile: UnsafeMutablePointer<UInt8>?
    var count = 0
    // SAFETY: the bytes are alive for the call; what it hands out is freed below, once.
    let status = cimage_png_inflate(
      bytes.input, UInt64(place.lowerBound), UInt64(place.count), limit, &profile, &count,
      report.pointer)
    defer { cimage_free(profile) }
    switch status {
    case CIMAGE_OK: return profile.map { Array(UnsafeBufferPointer(start: $0, count: count)) }
    case CIMAGE_DAMAGED: return nil
    case CIMAGE_PROFILE_LIMIT: throw .limitExceeded(.metadataBytes(limit: limit))
    default:
      throw report.decodingError(
        .png, rows: 0, width: header.width, height: header.height, limits: limits)
    }
  }

  func start(
    _ detail: ImageDetail, rows: RowDecoding, threads: Int
  ) throws(ImageCodecError) -> ImageCodecError? {
    let own = plainRows(rows, threads: threads)
    if own == nil { try startLibrary() }
    reading = RowsWithFallback(own, of: bytes, time: time)
    return nil
  }

  /// Our own decoder, for files that it may read.
  private func plainRows(_ rows: RowDecoding, threads: Int) -> PNGPlainRows? {
    guard rows != .libraries, let samples, let pixelData = metadata.pixelData else { return nil }
    return PNGPlainRows(
      bytes, from: pixelData, width: header.width, height: header.height, samples: samples,
      colors: samples == .palette ? palette : [], limits: limits, time: time,
      inflatesAhead: threads > 1
        && (rows == .ownAlways || header.width * header.height >= Self.pixelsWorthAThread))
  }

  /// The colours of the palette, as they lie in memory.
  private var palette: [UInt32] {
    [UInt32](unsafeUninitializedCapacity: 256) { colors, count in
      // SAFETY: there is room for 256, and so many the C side writes at most.
      count = colors.baseAddress.map { Int(cimage_png_palette(reader, $0)) } ?? 0
    }
  }

  func startLibrary() throws(ImageCodecError) {
    guard cimage_png_start(reader, time.left) == CIMAGE_OK else { throw failure(afterRows: 0) }
  }

  func readRows(
    into base: UnsafeMutableRawPointer, bytesPerRow: Int, count: Int
  ) -> RowDelivery {
    guard let reading else { preconditionFailure("rows are read after the start") }
    return reading.readRows(
      into: base, bytesPerRow: bytesPerRow, rowBytes: 4 * header.width, count: count, library: self)
  }

  func readLibraryRows(
    into base: UnsafeMutableRawPointer, bytesPerRow: Int, count: Int
  ) -> RowDelivery {
    var delivered: UInt32 = 0
    // SAFETY: the caller gives room for `count` rows, and the C side writes no more than that.
    let status = cimage_png_read_rows(
      reader, base.assumingMemoryBound(to: UInt8.self), bytesPerRow, UInt32(clamping: count),
      &delivered)
    let rows = Int(delivered)
    return RowDelivery(
      rows: rows,
      failure: status == CIMAGE_OK ? nil : failure(afterRows: (reading?.nextRow ?? 0) + rows))
  }

  func finish() {
    if let reading, let own = reading.own as? PNGPlainRows {
      if own.endsAsUsual { return }
      // libpng says what is wrong after the rows once it has read them all.
      let row = UnsafeMutableRawPointer.allocate(byteCount: 4 * header.width, alignment: 64)
      defer { row.deallocate() }
      if let failure = reading.goOn(with: self, into: row, 4 * header.width, 1) {
        lateDamage = ImageWarning("All rows are there, but after them: \(failure).")
        return
      }
    }
    guard cimage_png_finish(reader) != CIMAGE_OK else { return }
    lateDamage = ImageWarning("All rows are there, but after them: \(report.errorText).")
  }

  private func failure(afterRows rows: Int) -> ImageCodecError {
    report.decodingError(
      .png, rows: rows, width: header.width, height: header.height, limits: limits)
  }
}
