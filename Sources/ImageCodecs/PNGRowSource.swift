internal import CImageShims

/// The rows of a PNG, over libpng.
final class PNGRowSource: RowSource {
  let header: ImageHeader
  private let reader: OpaquePointer
  private let report: CodecReport
  private let limits: DecodingLimits
  private let bytes: EncodedBytes
  private let metadata: PNGMetadata
  private var nextRow = 0
  private var lateDamage: ImageWarning?

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
    header = ImageHeader(
      format: .png, width: Int(found.width), height: Int(found.height),
      bitDepth: Int(found.bit_depth), colorModel: Self.colorModel(ofType: found.color_type),
      hasTransparency: found.has_transparency, isProgressive: found.is_interlaced,
      orientation: metadata.exif?.orientation ?? .up,
      captureTime: metadata.exif?.captureTime, hasColorProfile: metadata.colorProfile != nil,
      colorTags: metadata.colorTags, workingByteCount: Int(clamping: found.row_bytes),
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

  var rowStep: Int { 1 }

  var warnings: [ImageWarning] { report.warnings + (lateDamage.map { [$0] } ?? []) }

  func colorProfile(limit: Int) throws(ImageCodecError) -> [UInt8]? {
    guard let place = metadata.compressedProfile(in: bytes) else { return nil }
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
    _ detail: ImageDetail, outlines: OutlineDecoding
  ) throws(ImageCodecError) -> ImageCodecError? {
    guard cimage_png_start(reader, limits.time) == CIMAGE_OK else { throw failure() }
    return nil
  }

  func readRows(
    into base: UnsafeMutableRawPointer, bytesPerRow: Int, count: Int
  ) -> RowDelivery {
    var delivered: UInt32 = 0
    // SAFETY: the caller gives room for `count` rows, and the C side writes no more than that.
    let status = cimage_png_read_rows(
      reader, base.assumingMemoryBound(to: UInt8.self), bytesPerRow, UInt32(clamping: count),
      &delivered)
    nextRow += Int(delivered)
    return RowDelivery(rows: Int(delivered), failure: status == CIMAGE_OK ? nil : failure())
  }

  func finish() {
    guard cimage_png_finish(reader) != CIMAGE_OK else { return }
    lateDamage = ImageWarning("All rows are there, but after them: \(report.errorText).")
  }

  private func failure() -> ImageCodecError {
    report.decodingError(
      .png, rows: nextRow, width: header.width, height: header.height, limits: limits)
  }
}
