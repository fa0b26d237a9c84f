internal import CImageShims
internal import JPEGMeans

/// The rows of a JPEG: those of usual files by `JPEGMeans`, where it does not decline, else by libjpeg.
final class JPEGRowSource: RowSource, LibraryRows {
  private enum Reading {
    /// By our own decoder while it does not decline, then by libjpeg.
    case rows(RowsWithFallback)
    /// An outline with tiles; libjpeg takes no part in it.
    case sampled(JPEGOutlineRows)
  }

  let header: ImageHeader
  private let reader: OpaquePointer
  private let report: CodecReport
  private let bytes: EncodedBytes
  private let metadata: JPEGMetadata
  private(set) var rowStep = 1
  private let limits: DecodingLimits
  private let time: DecodingTime
  /// Blocks of the file, with those that fill its last MCUs.
  private let paddedBlockCount: Int
  private var lateDamage: ImageWarning?
  /// That the profile of inks is not followed.
  private var inkWarning: ImageWarning?
  /// How the rows are read; `nil` before the start.
  private var reading: Reading?

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
      + (metadata.hasGainMap ? [.gainMap] : [])
  }

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

  private var sampled: JPEGOutlineRows? {
    if case .sampled(let rows) = reading { rows } else { nil }
  }

  /// Where the file's blocks are, once an outline with tiles was read, as far as that was kept.
  var blockPlaces: JPEGBlockPlaces? { sampled?.blockPlaces }

  var tiles: (any TileSource)? { sampled }

  func start(
    _ detail: ImageDetail, rows: RowDecoding, threads: Int
  ) throws(ImageCodecError) -> ImageCodecError? {
    guard header.colorModel != .other else {
      throw .unsupported(.jpeg, reason: "its colour channels are of no known kind")
    }
    if let failure = time.exceeded { throw failure }
    let places = blockPlaces
    reading = nil
    // However small the picture is, it has several pieces of these.
    let pieceBytes = rows == .ownAlways ? 1 << 12 : nil
    func outline(_ tiles: TileDraws? = nil, blockCount: Int = 0) -> JPEGOutlineRows? {
      rows == .libraries
        ? nil
        : JPEGOutlineRows(
          bytes, limits: limits, time: time, threads: threads, pieceBytes: pieceBytes,
          tiles: tiles, blockCount: blockCount)
    }
    let own: (any DecliningRows)?
    switch detail {
    case .sampledOutline(let draws, let seed):
      guard !header.isProgressive,
        let sampled = outline(TileDraws(count: draws, seed: seed), blockCount: paddedBlockCount)
      else { return try start(.full, rows: rows, threads: threads) }
      rowStep = Int(CIMAGE_OUTLINE_STEP)
      reading = .sampled(sampled)
      return nil
    case .outline:
      rowStep = Int(CIMAGE_OUTLINE_STEP)
      own = outline()
    case .full:
      rowStep = 1
      own = plainRows(rows, threads: threads, places: places, pieceBytes: pieceBytes)
    }
    if own == nil { try startLibrary() }
    reading = .rows(RowsWithFallback(own, of: bytes, time: time))
    return own == nil && cimage_jpeg_lacks_detail(reader)
      ? .truncated(.jpeg, rows: header.height, height: header.height) : nil
  }

  /// Our own decoder of rows in full, for files that it may read and that are large enough.
  private func plainRows(
    _ rows: RowDecoding, threads: Int, places: JPEGBlockPlaces?, pieceBytes: Int?
  ) -> JPEGPlainRows? {
    let pixels = rows == .ownAlways ? Int.max : header.width * header.height
    guard rows != .libraries, !header.isProgressive, pixels >= Self.pixelsWorthTables
    else { return nil }
    return JPEGPlainRows(
      bytes, limits: limits, time: time, threads: pixels >= Self.pixelsWorthAThread ? threads : 1,
      places: places, pieceBytes: pieceBytes)
  }

  func startLibrary() throws(ImageCodecError) {
    followInks()
    let status = cimage_jpeg_start(
      reader,
      cimage_jpeg_request(
        maximum_scans: UInt32(clamping: limits.scans),
        maximum_memory: UInt64(clamping: limits.memoryBytes), time: time.left,
        outline: rowStep > 1))
    guard status == CIMAGE_OK else { throw failure(afterRows: 0) }
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
    switch reading {
    case .rows(let rows):
      return rows.readRows(
        into: base, bytesPerRow: bytesPerRow, rowBytes: 4 * header.width, count: count,
        library: self)
    case .sampled(let rows):
      switch rows.readRows(into: base, bytesPerRow: bytesPerRow, count: count) {
      case .delivered(let rows): return RowDelivery(rows: rows, failure: nil)
      case .declined: return RowDelivery(rows: 0, failure: time.exceeded)
      }
    case nil: preconditionFailure("rows are read after the start")
    }
  }

  func readLibraryRows(
    into base: UnsafeMutableRawPointer, bytesPerRow: Int, count: Int
  ) -> RowDelivery {
    var delivered: UInt32 = 0
    // SAFETY: the caller gives room for `count` rows, and the C side writes no more than that.
    let status = cimage_jpeg_read_rows(
      reader, base.assumingMemoryBound(to: UInt8.self), bytesPerRow, UInt32(clamping: count),
      &delivered)
    return RowDelivery(
      rows: Int(delivered),
      failure: status == CIMAGE_OK ? nil : failure(afterRows: nextRow + Int(delivered)))
  }

  private var nextRow: Int {
    if case .rows(let rows) = reading { rows.nextRow } else { 0 }
  }

  func finish() {
    // Our own decoder has seen the end.
    guard case .rows(let rows) = reading, rows.own == nil else { return }
    guard cimage_jpeg_finish(reader) != CIMAGE_OK else { return }
    lateDamage = ImageWarning("All rows are there, but after them: \(report.errorText).")
  }

  private func failure(afterRows rows: Int) -> ImageCodecError {
    report.decodingError(
      .jpeg, rows: min(rows * rowStep, header.height), width: header.width,
      height: header.height, limits: limits)
  }
}
