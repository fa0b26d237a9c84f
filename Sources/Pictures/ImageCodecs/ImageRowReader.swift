internal import Pixels

/// Reads a picture a few rows at a time, so that a gigapixel needs no more memory than its rows.
///
/// ```swift
/// var reader = try ImageRowReader(bytes, decoder: ImageDecoder())
/// while try reader.readRows(into: band) > 0 { … }
/// ```
///
/// Two kinds of file are held whole behind the scenes, because they bring their rows in passes: an
/// interlaced PNG (its pixels) and a progressive JPEG (its coefficients). Limits apply as for
/// ``ImageDecoder/decode(_:)-(UnsafeRawBufferPointer)``, with memory counted as what is held.
///
/// A JPEG also gives its ``ImageDetail/outline``: rows of block means, for a fraction of the work.
public struct ImageRowReader: ~Copyable {
  /// What the file says of its picture.
  public let header: ImageHeader
  /// Pixels in each delivered row: the width, or of an outline an eighth of it, rounded up.
  public let rowWidth: Int
  /// Rows to deliver: the height, or of an outline an eighth of it, rounded up.
  public let rowCount: Int
  /// The row that the next call delivers first; ``rowCount`` at the end.
  public private(set) var nextRow = 0
  /// Rows at the bottom that did not arrive; known, and above 0, only once a partial image ended.
  public private(set) var missingRows = 0

  private let decoder: ImageDecoder
  private let source: any RowSource
  private let lacking: ImageCodecError?
  private let reservation: MemoryBudget.Reservation?
  private var ownWarnings: [ImageWarning]
  private var wholeImage: ImageBuffer?

  /// Opens a file by its content.
  ///
  /// - Parameters:
  ///   - bytes: the file; it must stay alive and unchanged until the reader is gone.
  ///   - decoder: limits, and what to do about damage.
  ///   - detail: what to deliver of a JPEG, asked once its header is known; a PNG is delivered
  ///     whole whatever is asked for.
  /// - Throws: ``ImageCodecError``, as ``ImageDecoder`` would before the first row.
  public init(
    _ bytes: UnsafeRawBufferPointer, decoder: ImageDecoder = ImageDecoder(),
    detail: (ImageHeader) -> ImageDetail = { _ in .full }
  ) throws(ImageCodecError) {
    try self.init(EncodedBytes(bytes), decoder: decoder, detail: detail)
  }

  /// Opens a file on disk, which is never held whole.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - decoder: limits, and what to do about damage.
  ///   - detail: what to deliver of a JPEG, asked once its header is known; a PNG is delivered
  ///     whole whatever is asked for.
  /// - Throws: ``ImageCodecError``, as ``ImageDecoder`` would before the first row.
  public init(
    _ file: ImageFile, decoder: ImageDecoder = ImageDecoder(),
    detail: (ImageHeader) -> ImageDetail = { _ in .full }
  ) throws(ImageCodecError) {
    try self.init(EncodedBytes(file), decoder: decoder, detail: detail)
  }

  private init(
    _ bytes: EncodedBytes, decoder: ImageDecoder, detail: (ImageHeader) -> ImageDetail
  ) throws(ImageCodecError) {
    // All that throws comes first: a noncopyable value must be whole or not begun.
    let source = try openRows(of: bytes, limits: decoder.limits)
    let header = source.header
    let reservation = try decoder.check(
      header, byteCount: bytes.count, rowsHeld: header.needsWholeImage ? header.height : 1)
    try self.init(source, reservation, decoder: decoder, detail: detail(header))
  }

  private init(
    _ source: any RowSource, _ reservation: MemoryBudget.Reservation?, decoder: ImageDecoder,
    detail: ImageDetail
  ) throws(ImageCodecError) {
    let header = source.header
    let lacking = try decoder.startRows(of: source, detail: detail)
    let step = source.rowStep
    rowWidth = (header.width + step - 1) / step
    rowCount = (header.height + step - 1) / step
    self.source = source
    self.header = header
    self.decoder = decoder
    self.lacking = lacking
    self.reservation = reservation
    ownWarnings = ImageCodecError.partialWarnings(lacking: lacking, failure: nil)
  }

  /// Begins the same file anew, in full, after an outline with tiles.
  ///
  /// What the outline has found of the file is not looked for again.
  ///
  /// - Returns: a reader of every pixel.
  /// - Throws: ``ImageCodecError``, as for a file that is opened.
  package consuming func readerInFull() throws(ImageCodecError) -> ImageRowReader {
    try ImageRowReader(source, reservation, decoder: decoder, detail: .full)
  }

  /// Bytes of a row: `4 * rowWidth`.
  public var bytesPerRow: Int { 4 * rowWidth }

  /// Whether each pixel stands for 8 × 8 of the picture.
  public var isOutline: Bool { source.rowStep > 1 }

  /// How tiles are drawn of an outline; `nil` where there are none.
  ///
  /// There are none without
  /// ``ImageDetail/sampledOutline(draws:seed:)``, of files that are delivered in full, and once the
  /// file turned out to be one that has to be read in full. Then no more rows come, and those that
  /// came are void.
  public var tileDraws: TileSampling? {
    guard let tiles = source.tiles, !tiles.isVoid else { return nil }
    return tiles.sampling
  }

  /// Decodes tiles, once all rows are read.
  ///
  /// Each is 17 numbers: its pixel of the outline, and its 4 × 4 pixels row by row, as a full
  /// decoding gives them; those past the picture's edges are 0.
  ///
  /// - Parameter ranks: which of the draws: see ``TileSampling``.
  /// - Returns: the tiles; `nil` where there are none, or the file has to be read in full.
  public func readTiles(ranks: ClosedRange<Int>) -> [UInt32]? {
    source.tiles?.readTiles(ranks: ranks)
  }

  /// Warnings about the file so far.
  public var warnings: [ImageWarning] { source.warnings + ownWarnings }

  /// Copies the ICC colour profile out of the file; `nil` when it holds none, or a damaged one.
  ///
  /// - Throws: ``ImageCodecError/limitExceeded(_:)`` for a profile above
  ///   ``DecodingLimits/metadataBytes`` once inflated, ``ImageCodecError/unreadable(reason:)``.
  public func colorProfile() throws(ImageCodecError) -> [UInt8]? {
    try source.colorProfile(limit: decoder.limits.metadataBytes)
  }

  /// Copies what the file says of its picture beside pixels and colours: Exif, XMP, IPTC, resolution.
  ///
  /// What is damaged, or has more bytes than ``DecodingLimits/metadataBytes``, is left out, and the metadata say so.
  public func metadata() -> PictureMetadata {
    var metadata = source.metadata(limit: decoder.limits.metadataBytes)
    metadata.takeFromExif()
    return metadata
  }

  /// Reads all rows at once, before any was read.
  ///
  /// The reader must be one of ``ImageDetail/full`` detail.
  ///
  /// - Returns: the picture, as ``ImageDecoder`` gives it.
  /// - Throws: ``ImageCodecError``, for damage and for limits.
  /// - Complexity: O(*n*) in pixels and bytes; for a progressive JPEG, times its scans.
  public consuming func readImage() throws(ImageCodecError) -> DecodedImage {
    precondition(nextRow == 0 && !isOutline, "rows were read already, or are an outline's")
    try decoder.limits.check(header, rowsHeld: header.height)
    let pixels = try decoder.limits.budget?.reserve(4 * header.width * header.height)
    return try decoder.readImage(from: source, lacking: lacking, pixels)
  }

  /// Reads as many of the next rows as fit whole, as RGBA without padding.
  ///
  /// - Returns: the rows read; 0 at the end, or where a partial image ends. The buffer must hold
  ///   one row at least.
  /// - Throws: ``ImageCodecError``, for damage and for limits.
  public mutating func readRows(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(ImageCodecError) -> Int {
    let wanted = min(buffer.count / bytesPerRow, rowCount - nextRow - missingRows)
    guard let base = buffer.baseAddress, wanted > 0 else {
      precondition(rowCount == nextRow + missingRows, "the buffer is smaller than a row")
      return 0
    }
    let delivery =
      header.needsWholeImage
      ? try copyRows(into: base, count: wanted)
      : source.readRows(into: base, bytesPerRow: bytesPerRow, count: wanted)
    nextRow += delivery.rows
    try end(after: delivery.failure)
    return delivery.rows
  }

  private mutating func end(after failure: ImageCodecError?) throws(ImageCodecError) {
    try decoder.accept(failure, afterRows: nextRow)
    if let failure {
      missingRows = rowCount - nextRow
      ownWarnings = ImageCodecError.partialWarnings(lacking: lacking, failure: failure)
    } else if nextRow == rowCount {
      source.finish()
    }
  }

  /// Decodes everything at the first call, and copies rows out at each.
  private mutating func copyRows(
    into base: UnsafeMutableRawPointer, count: Int
  ) throws(ImageCodecError) -> RowDelivery {
    var delivery = RowDelivery(rows: rowCount - missingRows, failure: nil)
    if wholeImage == nil {
      var image = try decoder.makeImage(for: header)
      let (bytesPerRow, height) = (bytesPerRow, rowCount)
      delivery = image.withMutableBytes { target in
        target.baseAddress.map {
          source.readRows(into: $0, bytesPerRow: bytesPerRow, count: height)
        } ?? delivery
      }
      try decoder.accept(delivery.failure, afterRows: delivery.rows)
      if let failure = delivery.failure {
        missingRows = height - delivery.rows
        ownWarnings = ImageCodecError.partialWarnings(lacking: lacking, failure: failure)
      }
      wholeImage = image
    }
    let rows = min(count, rowCount - missingRows - nextRow)
    wholeImage?.withPixels { view in
      // SAFETY: the caller's buffer holds `count` rows, and the image the rows that are left.
      base.copyMemory(from: view.row(nextRow), byteCount: rows * bytesPerRow)
    }
    return RowDelivery(rows: rows, failure: nil)
  }
}
