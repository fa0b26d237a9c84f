internal import CImageShims

extension ImageDecoder {
  /// Copies the ICC colour profile out of a file; `nil` when it holds none, or a damaged one.
  ///
  /// ``DecodingLimits/metadataBytes`` limits it, inflated.
  public func colorProfile(
    of bytes: UnsafeRawBufferPointer
  ) throws(ImageCodecError) -> [UInt8]? {
    try colorProfile(of: EncodedBytes(bytes))
  }

  /// Copies the ICC colour profile out of an open file; `nil` when it holds none, or a damaged
  /// one.
  ///
  /// ``DecodingLimits/metadataBytes`` limits it, inflated.
  public func colorProfile(of file: ImageFile) throws(ImageCodecError) -> [UInt8]? {
    try colorProfile(of: EncodedBytes(file))
  }

  private func colorProfile(of bytes: EncodedBytes) throws(ImageCodecError) -> [UInt8]? {
    let header = try openRows(of: bytes, limits: limits).header
    guard header.hasColorProfile else { return nil }
    return switch header.format {
    case .png: try pngColorProfile(of: bytes)
    case .jpeg: try jpegColorProfile(of: bytes)
    }
  }

  /// Copies the ICC colour profile out of a file; `nil` when it holds none, or a damaged one.
  ///
  /// ``DecodingLimits/metadataBytes`` limits it, inflated.
  public func colorProfile(of bytes: [UInt8]) throws(ImageCodecError) -> [UInt8]? {
    try withRawBytes(of: bytes, colorProfile(of:))
  }

  private func jpegColorProfile(of bytes: EncodedBytes) throws(ImageCodecError) -> [UInt8] {
    let metadata = JPEGMetadata(bytes)
    guard metadata.colorProfileByteCount <= limits.metadataBytes else {
      throw .limitExceeded(.metadataBytes(limit: limits.metadataBytes))
    }
    let profile = metadata.makeColorProfile()
    if let failure = bytes.readFailure { throw failure }
    return profile
  }

  private func pngColorProfile(of bytes: EncodedBytes) throws(ImageCodecError) -> [UInt8]? {
    let report = CodecReport()
    var profile: UnsafeMutablePointer<UInt8>?
    var count = 0
    // SAFETY: the bytes are alive for the call; what it hands out is freed below, once.
    _ = cimage_png_color_profile(
      bytes.input, limits.metadataBytes, &profile, &count, report.pointer)
    defer { cimage_free(profile) }
    guard report.status != CIMAGE_PROFILE_LIMIT else {
      throw .limitExceeded(.metadataBytes(limit: limits.metadataBytes))
    }
    guard report.status == CIMAGE_OK else {
      throw report.decodingError(.png, rows: 0, width: 0, height: 0, limits: limits)
    }
    guard let profile, count > 0 else { return nil }
    return Array(UnsafeBufferPointer(start: profile, count: count))
  }
}
