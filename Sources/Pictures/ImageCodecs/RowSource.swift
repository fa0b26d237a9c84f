/// Rows out of a file, pulled from one of the C libraries: what all formats have in common.
///
/// The bytes must stay alive and unchanged for as long as the source is used; the types that hand
/// one out (``ImageDecoder``, ``ImageRowReader``) see to that or pass the duty on.
protocol RowSource: AnyObject {
  var header: ImageHeader { get }

  /// Warnings of the library so far.
  var warnings: [ImageWarning] { get }

  /// Rows and columns of the picture for each row and column delivered, known once started.
  var rowStep: Int { get }

  /// Copies the ICC colour profile out of the file.
  ///
  /// - Parameter limit: the most bytes of a profile.
  /// - Returns: the profile; `nil` without one, or where it is damaged.
  /// - Throws: ``ImageCodecError/limitExceeded(_:)`` for a larger one,
  ///   ``ImageCodecError/unreadable(reason:)``, ``ImageCodecError/outOfMemory(width:height:)``.
  func colorProfile(limit: Int) throws(ImageCodecError) -> [UInt8]?

  /// Copies what the file says of its picture beside pixels and colours.
  ///
  /// What is damaged, or above a limit, is left out; the metadata say so.
  ///
  /// - Parameter limit: the most bytes of each block.
  /// - Returns: the metadata.
  func metadata(limit: Int) -> PictureMetadata

  /// Gets ready for rows; reads all scans of a JPEG that has several.
  ///
  /// Where an outline with tiles was delivered, this may be called again for more.
  ///
  /// - Parameters:
  ///   - detail: what to deliver; a PNG is delivered whole whatever is asked for.
  ///   - rows: who may read the rows.
  ///   - threads: how many threads may work on them.
  /// - Returns: what is missing though no row is, or `nil`.
  /// - Throws: ``ImageCodecError``, for damage before the first row and for limits.
  func start(
    _ detail: ImageDetail, rows: RowDecoding, threads: Int
  ) throws(ImageCodecError) -> ImageCodecError?

  /// Reads the next rows as RGBA.
  ///
  /// - Parameters:
  ///   - base: room for `count` rows.
  ///   - bytesPerRow: bytes from one row to the next.
  ///   - count: rows, at most those that are left; all of them at once where the header's
  ///     `needsWholeImage` is set.
  /// - Returns: how many came, and why not all.
  func readRows(
    into base: UnsafeMutableRawPointer, bytesPerRow: Int, count: Int
  ) -> RowDelivery

  /// Reads what follows the last row; damage there is a warning.
  func finish()

  /// Tiles of ``ImageDetail/sampledOutline(draws:seed:)``, `nil` without any.
  var tiles: (any TileSource)? { get }
}

extension RowSource {
  func metadata(limit: Int) -> PictureMetadata { PictureMetadata() }

  var tiles: (any TileSource)? { nil }
}

/// What gives tiles beside the rows of an outline.
protocol TileSource: AnyObject {
  /// How they are drawn.
  var sampling: TileSampling { get }

  /// Whether the file turned out to be one that another decoder has to judge.
  var isVoid: Bool { get }

  /// Decodes tiles of some ranks, once all rows are read; `nil` where libjpeg has to read the file.
  func readTiles(ranks: ClosedRange<Int>) -> [UInt32]?
}

/// The result of asking for rows.
struct RowDelivery {
  /// Whole rows written.
  var rows: Int
  /// Why they are fewer than were asked for.
  var failure: ImageCodecError?
}

extension ImageCodecError {
  /// Whether rows that came before this error may be used as a partial image.
  var leavesEarlierRows: Bool {
    switch self {
    case .truncated, .damaged: true
    default: false
    }
  }
}

/// Opens a file for its rows, by its content.
///
/// - Throws: ``ImageCodecError``, for bytes of no known format, a damaged header, and a file above
///   the limit.
func openRows(
  of bytes: EncodedBytes, limits: DecodingLimits
) throws(ImageCodecError) -> any RowSource {
  guard bytes.count > 0 else { throw .empty }
  try limits.checkFile(byteCount: bytes.count)
  do throws(ImageCodecError) {
    guard let format = bytes.prefix(ImageFormat.sniffedBytes, ImageFormat.init(sniffing:)) else {
      throw .notAnImage(seems: bytes.prefix(256, ForeignContent.init(of:)))
    }
    return try format.openRows(bytes, limits)
  } catch {
    // A file that seems truncated or of another kind may be on a failing disk.
    throw bytes.readFailure ?? error
  }
}
