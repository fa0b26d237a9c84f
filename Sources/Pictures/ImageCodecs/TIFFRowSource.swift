internal import COptionalCodecs

/// The first full page of a TIFF, by libtiff.
final class TIFFRowSource: WholePictureSource {
  let header: ImageHeader
  private let reader: OpaquePointer
  private let report: CodecReport
  private let found: copt_tiff_header
  private let limits: DecodingLimits
  // Keeps an open file open.
  private let bytes: EncodedBytes

  /// What libtiff takes for directories and tables, with room to spare.
  private static let ownMemory = 2 << 20

  init(_ bytes: EncodedBytes, limits: DecodingLimits) throws(ImageCodecError) {
    try ImageFormat.tiff.requireLibrary()
    let report = CodecReport()
    var found = copt_tiff_header()
    guard
      // SAFETY: the callers of `openRows` keep the bytes alive; they and `report` outlive the
      // reader.
      let reader = copt_tiff_open(
        bytes.input, UInt64(clamping: limits.memoryBytes), &found, report.pointer)
    else {
      throw report.decodingError(.tiff, rows: 0, width: 0, height: 0, limits: limits)
    }
    self.report = report
    self.bytes = bytes
    self.reader = reader
    self.found = found
    self.limits = limits
    header = ImageHeader(
      format: .tiff, width: Int(found.width), height: Int(found.height),
      bitDepth: Int(found.bit_depth), colorModel: Self.colorModel(of: found.colors),
      hasTransparency: found.has_transparency, isProgressive: false,
      orientation: ImageOrientation(rawValue: found.orientation) ?? .up, captureTime: nil,
      // Of L*a*b* colours libtiff makes those of sRGB.
      hasColorProfile: found.profile_count > 0 && found.colors != COPT_LAB,
      colorTags: ColorTags(),
      workingByteCount: Int(clamping: found.working_bytes).addingClamped(Self.ownMemory),
      needsWholeImage: true, leastByteCount: 0)
  }

  deinit { copt_tiff_close(reader) }

  private static func colorModel(of colors: copt_colors) -> ImageHeader.ColorModel {
    switch colors {
    case COPT_GREY: .grey
    case COPT_PALETTE: .palette
    case COPT_YCBCR: .yCbCr
    case COPT_CMYK: .cmyk
    case COPT_LAB: .other
    default: .rgb
    }
  }

  var warnings: [ImageWarning] {
    let ofProfile = copt_tiff_ignores_profile(reader) ? [ImageWarning.inkProfile] : []
    guard found.has_more_pages else { return ofProfile }
    return ofProfile + [ImageWarning("The file has further pages. Only its first one was taken.")]
  }

  func colorProfile(limit: Int) throws(ImageCodecError) -> [UInt8]? {
    guard header.hasColorProfile else { return nil }
    guard found.profile_count <= limit else { throw .limitExceeded(.metadataBytes(limit: limit)) }
    return [UInt8](unsafeUninitializedCapacity: found.profile_count) { room, count in
      // SAFETY: there is room for as many bytes as the profile has.
      if let base = room.baseAddress { copt_tiff_profile(reader, base) }
      count = found.profile_count
    }
  }

  func metadata(limit: Int) -> PictureMetadata { TIFFMetadata(bytes, limit: limit).metadata }

  func decode(into base: UnsafeMutableRawPointer, bytesPerRow: Int) -> RowDelivery {
    let time = DecodingTime(limits)
    let bandRows = Int(found.band_rows)
    var row = 0
    while row < header.height {
      let count = min(bandRows, header.height - row)
      // SAFETY: the memory holds `header.height` rows without padding, which is how the C side
      // writes them; the base of a picture's memory is aligned to its pixels.
      let status = copt_tiff_read(
        reader, (base + row * bytesPerRow).assumingMemoryBound(to: UInt8.self), UInt32(row),
        UInt32(count))
      guard status == CIMAGE_OK else { return failedDelivery(base, bytesPerRow, rows: row) }
      row += count
      if let failure = time.failure() { return RowDelivery(rows: 0, failure: failure) }
    }
    return RowDelivery(rows: row, failure: nil)
  }

  /// Rows that did not arrive whole become empty.
  private func failedDelivery(
    _ base: UnsafeMutableRawPointer, _ bytesPerRow: Int, rows: Int
  ) -> RowDelivery {
    let rest = (header.height - rows) * bytesPerRow
    // SAFETY: the memory holds `header.height` rows.
    (base + rows * bytesPerRow).initializeMemory(as: UInt8.self, repeating: 0, count: rest)
    return RowDelivery(
      rows: rows,
      failure: bytes.readFailure
        ?? report.decodingError(
          .tiff, rows: rows, width: header.width, height: header.height, limits: limits))
  }
}

extension Int {
  /// The sum, or the largest number where it has no room.
  fileprivate func addingClamped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
