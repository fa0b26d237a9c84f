public import Pixels
public import Processors

/// Decodes picture files of every ``ImageFormat``, recognised by content, into RGBA8 pixels.
///
/// ```swift
/// let decoded = try ImageDecoder().decode(try readFile(at: "photo.jpg"))
/// let upright = try decoded.header.orientation.upright(decoded.image)
/// ```
///
/// **Pixels** are what the file stores: gamma and colour profiles are not applied, the EXIF
/// orientation is not applied, the colour under transparent pixels is kept. 16-bit samples are
/// scaled to 8 by rounding. L*a*b* becomes sRGB, and CMYK by the file's profile; without one a JPEG's
/// is taken as inverted inks (Adobe's way, the only one in use): red is cyan × black ÷ 255, rounded,
/// and so on.
///
/// **Damage** is always treated in the same way:
/// - A decoder's warning gives the picture with ``DecodedImage/warnings``. So does anything wrong
///   after the last row: a missing end marker, a bad checksum at the end.
/// - Rows without data are an error, ``ImageCodecError/truncated(_:rows:height:)`` where the bytes
///   ended and ``ImageCodecError/damaged(_:reason:rows:height:)`` else. libjpeg itself would fill
///   them with grey. A progressive JPEG that is cut short is such an error even when every row
///   came in outline.
/// - With ``allowsPartialImages`` such a file gives the rows above the damage, if there are any;
///   rows that did not arrive are transparent, so that they never count as a colour. (In an
///   interlaced PNG the pixels that did arrive in such rows are kept.)
public struct ImageDecoder: Hashable, Sendable {
  /// What decoding may cost.
  public var limits: DecodingLimits
  /// Whether a truncated or damaged file gives the rows that it has.
  public var allowsPartialImages: Bool
  /// How many threads may work on a file, the caller's among them.
  ///
  /// With two or more, one inflates a large PNG while the caller unfilters and uses its rows, and
  /// two read the outline of a large JPEG. The pixels are the same for every number.
  public var threads: Int
  /// Who reads rows; the pixels are the same.
  package var rows = RowDecoding.ownFirst

  /// Makes a decoder; by default partial images are errors, and as many threads work on a file as
  /// there are processors that the process may use.
  public init(
    limits: DecodingLimits = DecodingLimits(), allowsPartialImages: Bool = false,
    threads: Int = ProcessorCount.usable
  ) {
    self.limits = limits
    self.allowsPartialImages = allowsPartialImages
    self.threads = threads
  }

  /// Reads the header of a file without decoding any pixels.
  ///
  /// Of the limits only ``DecodingLimits/fileBytes`` applies.
  ///
  /// - Throws: ``ImageCodecError``, for bytes of no known format, a damaged header, and a file
  ///   above the limit.
  /// - Complexity: O(*n*) in the file's chunks or markers.
  public func header(
    of bytes: UnsafeRawBufferPointer
  ) throws(ImageCodecError) -> ImageHeader {
    try openRows(of: EncodedBytes(bytes), limits: limits).header
  }

  /// Reads the header of an open file without decoding any pixels.
  ///
  /// Of the limits only ``DecodingLimits/fileBytes`` applies.
  ///
  /// - Throws: ``ImageCodecError``, for bytes of no known format, a damaged header, and a file
  ///   above the limit.
  /// - Complexity: O(*n*) in the file's chunks or markers.
  public func header(of file: ImageFile) throws(ImageCodecError) -> ImageHeader {
    try openRows(of: EncodedBytes(file), limits: limits).header
  }

  /// Reads the header of a file without decoding any pixels.
  ///
  /// Of the limits only ``DecodingLimits/fileBytes`` applies.
  ///
  /// - Throws: ``ImageCodecError``, for bytes of no known format, a damaged header, and a file
  ///   above the limit.
  /// - Complexity: O(*n*) in the file's chunks or markers.
  public func header(of bytes: [UInt8]) throws(ImageCodecError) -> ImageHeader {
    try withRawBytes(of: bytes, header(of:))
  }

  /// Decodes a whole picture.
  ///
  /// - Throws: ``ImageCodecError``, for bytes of no known format, for damage and for limits.
  /// - Complexity: O(*n*) in pixels and bytes; for a progressive JPEG, times its scans.
  public func decode(
    _ bytes: UnsafeRawBufferPointer
  ) throws(ImageCodecError) -> DecodedImage {
    try decode(EncodedBytes(bytes))
  }

  /// Decodes a whole picture out of an open file, which is never held whole.
  ///
  /// - Throws: ``ImageCodecError``, for bytes of no known format, for damage and for limits.
  /// - Complexity: O(*n*) in pixels and bytes; for a progressive JPEG, times its scans.
  public func decode(_ file: ImageFile) throws(ImageCodecError) -> DecodedImage {
    try decode(EncodedBytes(file))
  }

  private func decode(_ bytes: EncodedBytes) throws(ImageCodecError) -> DecodedImage {
    let source = try openRows(of: bytes, limits: limits)
    let reservation = try check(
      source.header, byteCount: bytes.count, rowsHeld: source.header.height)
    let lacking = try startRows(of: source)
    return try readImage(from: source, lacking: lacking, reservation)
  }

  /// Checks what decoding will cost before it starts.
  ///
  /// - Returns: the memory, set aside where it is shared; it is used until the object goes away.
  func check(
    _ header: ImageHeader, byteCount: Int, rowsHeld: Int
  ) throws(ImageCodecError) -> MemoryBudget.Reservation? {
    let memory = try limits.check(header, rowsHeld: rowsHeld)
    // Of small pictures the rows that came show more. What a partial image has is always wanted.
    if !allowsPartialImages, memory >= Self.largeMemory, byteCount < header.leastByteCount {
      throw .tooFewBytes(
        header.format, width: header.width, height: header.height, count: byteCount)
    }
    return try limits.budget?.reserve(memory)
  }

  /// Memory from which on a file must have the bytes that its header's pixels take.
  private static let largeMemory = 1 << 26

  /// Reads all rows of a source that was started.
  func readImage(
    from source: any RowSource, lacking: ImageCodecError?, _ reservation: MemoryBudget.Reservation?
  ) throws(ImageCodecError) -> DecodedImage {
    let header = source.header
    var image = try makeImage(for: header)
    let bytesPerRow = image.bytesPerRow
    let delivery = image.withMutableBytes { target in
      target.baseAddress.map {
        source.readRows(into: $0, bytesPerRow: bytesPerRow, count: header.height)
      } ?? RowDelivery(rows: 0, failure: nil)
    }
    try accept(delivery.failure, afterRows: delivery.rows)
    if delivery.failure == nil { source.finish() }
    return DecodedImage(
      image: image, header: header,
      warnings: source.warnings
        + ImageCodecError.partialWarnings(lacking: lacking, failure: delivery.failure),
      missingRows: header.height - delivery.rows, reservation: reservation)
  }

  /// Decodes a whole picture.
  ///
  /// - Throws: ``ImageCodecError``, for bytes of no known format, for damage and for limits.
  /// - Complexity: O(*n*) in pixels and bytes; for a progressive JPEG, times its scans.
  public func decode(_ bytes: [UInt8]) throws(ImageCodecError) -> DecodedImage {
    try withRawBytes(of: bytes, decode(_:))
  }

  /// Starts a source, refusing what it lacks unless partial images are allowed.
  func startRows(
    of source: any RowSource, detail: ImageDetail = .full
  ) throws(ImageCodecError) -> ImageCodecError? {
    let lacking = try source.start(detail, rows: rows, threads: threads)
    try accept(lacking, afterRows: source.header.height)
    return lacking
  }

  /// Throws a failure, unless there are rows before it and they are wanted.
  func accept(
    _ failure: ImageCodecError?, afterRows rows: Int
  ) throws(ImageCodecError) {
    guard let failure else { return }
    guard allowsPartialImages, failure.leavesEarlierRows, rows > 0 else { throw failure }
  }

  func makeImage(for header: ImageHeader) throws(ImageCodecError) -> ImageBuffer {
    do {
      return try ImageBuffer(width: header.width, height: header.height)
    } catch {
      throw .outOfMemory(width: header.width, height: header.height)
    }
  }
}

/// A decoded picture, with the warnings about its file.
public struct DecodedImage: Sendable {
  /// The pixels as stored; see ``ImageOrientation/upright(_:)`` for turning them.
  public var image: ImageBuffer
  /// What the file says of them.
  public var header: ImageHeader
  /// Warnings about the file, which could still be decoded.
  public var warnings: [ImageWarning]
  /// Rows at the bottom that did not arrive whole; above 0 only where partial images are allowed.
  public var missingRows: Int
  /// Keeps the pixels' memory set aside.
  let reservation: MemoryBudget.Reservation?
}

/// Calls a body with an array's bytes.
func withRawBytes<Result>(
  of bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws(ImageCodecError) -> Result
) throws(ImageCodecError) -> Result {
  try bytes.withUnsafeBufferPointer { (buffer) throws(ImageCodecError) -> Result in
    try body(UnsafeRawBufferPointer(buffer))
  }
}
