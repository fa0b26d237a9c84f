internal import CImageShims
internal import JPEGMeans

/// The rows of a JPEG: those of usual files by `JPEGMeans`, where it does not decline, else by libjpeg.
final class JPEGRowSource: RowSource {
  let header: ImageHeader
  private let reader: OpaquePointer
  private let report: CodecReport
  private let bytes: EncodedBytes
  private let metadata: JPEGMetadata
  private(set) var rowStep = 1
  private var nextRow = 0
  private let limits: DecodingLimits
  private let time: DecodingTime
  /// Blocks of the file, with those that fill its last MCUs.
  private let paddedBlockCount: Int
  private var lateDamage: ImageWarning?
  /// That the profile of inks is not followed.
  private var inkWarning: ImageWarning?
  /// What reads the outline, until it declines.
  private var outlineRows: JPEGOutlineRows?
  /// What reads an outline with tiles; libjpeg takes no part in it.
  private var sampledRows: JPEGOutlineRows?
  /// What reads the rows in full, until it declines.
  private var plainRows: JPEGPlainRows?

  /// Pixels from which on our own decoder pays, which makes larger tables than libjpeg's.
  private static let pixelsWorthTables = 1 << 18
  /// Pixels from which on its second thread pays.
  private static let pixelsWorthAThread = 1 << 19

  init(_ bytes: EncodedBytes, limits: DecodingLimits) throws(ImageCodecError) {
    let report = CodecReport()
    var found = cimage_jpeg_header()
    guard
      // SAFETY: the callers of `openRows` keep the bytes alive; they and `report` outlive the
      // reader.
      let reader = cimage_jpeg_open(bytes.input, &found, report.pointer)
    else {
      throw report.decodingError(.jpeg, rows: 0, width: 0, height: 0, limits: limits)
    }
    metadata = JPEGMetadata(bytes)
    self.report = report
    self.bytes = bytes
    self.reader = reader
    self.limits = limits
    time = DecodingTime(limits)
    paddedBlockCount = Int(clamping: found.padded_block_count)
    header = ImageHeader(
      format: .jpeg, width: Int(found.width), height: Int(found.height),
      bitDepth: Int(found.bit_depth), colorModel: Self.colorModel(of: found.colors),
      hasTransparency: false, isProgressive: found.is_progressive,
      orientation: metadata.exif?.orientation ?? .up,
      captureTime: metadata.exif?.captureTime, hasColorProfile: metadata.hasColorProfile,
      colorTags: ColorTags(), workingByteCount: Int(clamping: found.coefficient_bytes),
      needsWholeImage: false,
      // A code takes a bit at least, and a block one code. (Arithmetic coding takes less.)
      leastByteCount: found.is_arithmetic ? 0 : Int(clamping: found.block_count / 8))
  }

  deinit {
    cimage_jpeg_close(reader)
  }

  private static func colorModel(of colors: cimage_jpeg_colors) -> ImageHeader.ColorModel {
    switch colors {
    case CIMAGE_JPEG_GREY: .grey
    case CIMAGE_JPEG_RGB: .rgb
    case CIMAGE_JPEG_YCBCR: .yCbCr
    case CIMAGE_JPEG_CMYK: .cmyk
    case CIMAGE_JPEG_YCCK: .ycck
    default: .other
    }
  }

  var warnings: [ImageWarning] {
    report.warnings + (inkWarning.map { [$0] } ?? []) + (lateDamage.map { [$0] } ?? [])
      + (metadata.hasGainMap ? [Self.gainMap] : [])
  }

  private static let gainMap = ImageWarning(
    "The picture has a gain map for screens of high dynamic range (Ultra HDR). Only its base picture "
      + "was taken.")

  func colorProfile(limit: Int) throws(ImageCodecError) -> [UInt8]? {
    guard metadata.hasColorProfile else { return nil }
    guard metadata.colorProfileByteCount <= limit else {
      throw .limitExceeded(.metadataBytes(limit: limit))
    }
    let profile = metadata.makeColorProfile()
    if let failure = bytes.readFailure { throw failure }
    return profile
  }

  func metadata(limit: Int) -> PictureMetadata { metadata.metadata(limit: limit) }

  /// Where the file's blocks are, once an outline with tiles was read, as far as that was kept.
  var blockPlaces: JPEGBlockPlaces? { sampledRows?.blockPlaces }

  func start(
    _ detail: ImageDetail, rows: RowDecoding, threads: Int
  ) throws(ImageCodecError) -> ImageCodecError? {
    guard header.colorModel != .other else {
      throw .unsupported(.jpeg, reason: "its colour channels are of no known kind")
    }
    if let failure = time.exceeded { throw failure }
    let places = blockPlaces
    (sampledRows, nextRow) = (nil, 0)
    // However small the picture is, it has several pieces of these.
    let pieceBytes = rows == .ownAlways ? 1 << 12 : nil
    if case .sampledOutline(let draws, let seed) = detail {
      if rows != .libraries, !header.isProgressive {
        sampledRows = JPEGOutlineRows(
          bytes, limits: limits, time: time, threads: threads, pieceBytes: pieceBytes,
          tiles: TileDraws(count: draws, seed: seed),
          blockCount: paddedBlockCount)
      }
      guard sampledRows == nil else {
        rowStep = Int(CIMAGE_OUTLINE_STEP)
        return nil
      }
      return try start(.full, rows: rows, threads: threads)
    }
    let isOutline = detail == .outline
    rowStep = isOutline ? Int(CIMAGE_OUTLINE_STEP) : 1
    if isOutline, rows != .libraries {
      outlineRows = JPEGOutlineRows(
        bytes, limits: limits, time: time, threads: threads, pieceBytes: pieceBytes)
    }
    if !isOutline {
      openPlainRows(rows, threads: threads, places: places, pieceBytes: pieceBytes)
    }
    return outlineRows == nil && plainRows == nil ? try startLibJPEG(isOutline: isOutline) : nil
  }

  /// Has our own decoder read the rows, of files that it may read and that are large enough.
  private func openPlainRows(
    _ rows: RowDecoding, threads: Int, places: JPEGBlockPlaces?, pieceBytes: Int?
  ) {
    let pixels = rows == .ownAlways ? Int.max : header.width * header.height
    guard rows != .libraries, !header.isProgressive, pixels >= Self.pixelsWorthTables
    else { return }
    plainRows = JPEGPlainRows(
      bytes, limits: limits, time: time, threads: pixels >= Self.pixelsWorthAThread ? threads : 1,
      places: places, pieceBytes: pieceBytes)
  }

  private func startLibJPEG(isOutline: Bool) throws(ImageCodecError) -> ImageCodecError? {
    followInks()
    let status = cimage_jpeg_start(
      reader,
      cimage_jpeg_request(
        maximum_scans: UInt32(clamping: limits.scans),
        maximum_memory: UInt64(clamping: limits.memoryBytes), time: time.left,
        outline: isOutline))
    guard status == CIMAGE_OK else { throw failure() }
    return cimage_jpeg_lacks_detail(reader)
      ? .truncated(.jpeg, rows: header.height, height: header.height) : nil
  }

  /// Has inks converted by their profile, where there is one.
  private func followInks() {
    guard [.cmyk, .ycck].contains(header.colorModel), header.hasColorProfile, inkWarning == nil
    else { return }
    let profile = try? colorProfile(
      limit: min(limits.metadataBytes, GamutConversion.largestProfile))
    let isFollowed = profile?.withUnsafeBufferPointer {
      cimage_jpeg_follow_inks(reader, $0.baseAddress, $0.count)
    }
    if isFollowed != true { inkWarning = .inkProfile }
  }

  func readRows(
    into base: UnsafeMutableRawPointer, bytesPerRow: Int, count: Int
  ) -> RowDelivery {
    if let sampledRows {
      guard let rows = sampledRows.readRows(into: base, count: count) else {
        return RowDelivery(rows: 0, failure: time.exceeded)
      }
      return RowDelivery(rows: rows, failure: nil)
    }
    if let plainRows {
      switch plainRows.readRows(into: base, bytesPerRow: bytesPerRow, count: count) {
      case .delivered:
        nextRow += count
        return RowDelivery(rows: count, failure: nil)
      case .declined(let rowsTouched):
        // Rows that do not arrive must stay empty.
        for row in 0..<rowsTouched {
          // SAFETY: the caller gives room for `count` rows.
          (base + row * bytesPerRow).initializeMemory(
            as: UInt8.self, repeating: 0, count: 4 * header.width)
        }
      }
    }
    if let rows = outlineRows?.readRows(into: base, count: count) {
      nextRow += rows
      return RowDelivery(rows: rows, failure: nil)
    }
    if outlineRows != nil || plainRows != nil,
      let failure = goOnWithLibJPEG(base, bytesPerRow, count)
    {
      return RowDelivery(rows: 0, failure: failure)
    }
    return readLibJPEGRows(into: base, bytesPerRow: bytesPerRow, count: count)
  }

  /// Has libjpeg read the rows that were delivered already, into memory that is written to again.
  private func goOnWithLibJPEG(
    _ base: UnsafeMutableRawPointer, _ bytesPerRow: Int, _ count: Int
  ) -> ImageCodecError? {
    let isOutline = outlineRows != nil
    outlineRows = nil
    plainRows = nil
    // What libjpeg already holds of the file must not hide that the rest cannot be read.
    if let failure = bytes.readFailure ?? time.exceeded { return failure }
    let delivered = nextRow
    nextRow = 0
    do throws(ImageCodecError) {
      // Baseline files can only lack rows.
      _ = try startLibJPEG(isOutline: isOutline)
    } catch {
      return error
    }
    while nextRow < delivered {
      let delivery = readLibJPEGRows(
        into: base, bytesPerRow: bytesPerRow, count: min(count, delivered - nextRow))
      if let failure = delivery.failure { return failure }
    }
    return nil
  }

  private func readLibJPEGRows(
    into base: UnsafeMutableRawPointer, bytesPerRow: Int, count: Int
  ) -> RowDelivery {
    var delivered: UInt32 = 0
    // SAFETY: the caller gives room for `count` rows, and the C side writes no more than that.
    let status = cimage_jpeg_read_rows(
      reader, base.assumingMemoryBound(to: UInt8.self), bytesPerRow, UInt32(clamping: count),
      &delivered)
    nextRow += Int(delivered)
    return RowDelivery(rows: Int(delivered), failure: status == CIMAGE_OK ? nil : failure())
  }

  var tiles: (any TileSource)? { sampledRows }

  func finish() {
    // Our own decoder has seen the end.
    guard outlineRows == nil, sampledRows == nil, plainRows == nil else { return }
    guard cimage_jpeg_finish(reader) != CIMAGE_OK else { return }
    lateDamage = ImageWarning("All rows are there, but after them: \(report.errorText).")
  }

  private func failure() -> ImageCodecError {
    report.decodingError(
      .jpeg, rows: min(nextRow * rowStep, header.height), width: header.width,
      height: header.height, limits: limits)
  }
}
