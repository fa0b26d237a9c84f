extension ImageDecoder {
  /// Copies the ICC colour profile out of a file; `nil` when it holds none, or a damaged one.
  ///
  /// To read a picture and its profile, ``ImageRowReader/colorProfile()`` does it without opening
  /// the file twice.
  ///
  /// - Throws: ``ImageCodecError/limitExceeded(_:)`` for a profile above
  ///   ``DecodingLimits/metadataBytes`` once inflated, and whatever ``header(of:)-([UInt8])``
  ///   throws.
  public func colorProfile(
    of bytes: UnsafeRawBufferPointer
  ) throws(ImageCodecError) -> [UInt8]? {
    try colorProfile(of: EncodedBytes(bytes))
  }

  /// Copies the ICC colour profile out of an open file; `nil` when it holds none, or a damaged
  /// one.
  ///
  /// - Throws: ``ImageCodecError/limitExceeded(_:)`` for a profile above
  ///   ``DecodingLimits/metadataBytes`` once inflated, and whatever ``header(of:)-([UInt8])``
  ///   throws.
  public func colorProfile(of file: ImageFile) throws(ImageCodecError) -> [UInt8]? {
    try colorProfile(of: EncodedBytes(file))
  }

  /// Copies the ICC colour profile out of a file; `nil` when it holds none, or a damaged one.
  ///
  /// - Throws: ``ImageCodecError/limitExceeded(_:)`` for a profile above
  ///   ``DecodingLimits/metadataBytes`` once inflated, and whatever ``header(of:)-([UInt8])``
  ///   throws.
  public func colorProfile(of bytes: [UInt8]) throws(ImageCodecError) -> [UInt8]? {
    try withRawBytes(of: bytes, colorProfile(of:))
  }

  private func colorProfile(of bytes: EncodedBytes) throws(ImageCodecError) -> [UInt8]? {
    try openRows(of: bytes, limits: limits).colorProfile(limit: limits.metadataBytes)
  }
}
