/// What decoding may cost.
///
/// Each limit is checked before the memory concerned is taken, and exceeding one is
/// ``ImageCodecError/limitExceeded(_:)``, which names it.
public struct DecodingLimits: Hashable, Sendable {
  /// The most pixels a picture may declare.
  public var pixels: Int
  /// The most bytes of a file.
  public var fileBytes: Int
  /// The most bytes for pixels, for the rows that a decoder works on, and for a progressive JPEG's
  /// coefficients together.
  public var memoryBytes: Int
  /// The most scans of a JPEG, each of which costs a pass over the whole picture.
  public var scans: Int
  /// The most bytes of a colour profile.
  public var metadataBytes: Int
  /// The most seconds of processor time for the scans and rows of one reading of a file.
  ///
  /// Neither waiting (for a disk, or for a processor on a busy machine) nor what the caller does
  /// between rows counts, so that a file which passes today passes tomorrow. Looked at about every
  /// quarter of a million pixels, between rows; infinity sets no limit.
  public var seconds: Double
  /// Memory shared with other files that are read at the same time; `nil` for none, so that each
  /// may use ``memoryBytes``.
  public var budget: MemoryBudget?
  /// What ``seconds`` are measured by.
  package var clock = DecodingClock.processorTime

  /// Makes limits; the defaults suit a server that reads untrusted files: 400 megapixels, 1 GB
  /// of file, 4 GB of memory, 100 scans (encoders write about ten), 16 MB of colour profile, 60
  /// seconds (400 megapixels take about six).
  public init(
    pixels: Int = 400_000_000, fileBytes: Int = 1_000_000_000, memoryBytes: Int = 4_000_000_000,
    scans: Int = 100, metadataBytes: Int = 16_000_000, seconds: Double = 60
  ) {
    self.pixels = pixels
    self.fileBytes = fileBytes
    self.memoryBytes = memoryBytes
    self.scans = scans
    self.metadataBytes = metadataBytes
    self.seconds = seconds
  }

  func checkFile(byteCount: Int) throws(ImageCodecError) {
    guard byteCount <= fileBytes else {
      throw .limitExceeded(.fileBytes(count: byteCount, limit: fileBytes))
    }
  }

  /// Checks a header, and the memory for the rows that will be held at once.
  ///
  /// - Returns: the bytes of memory that decoding takes.
  @discardableResult
  func check(_ header: ImageHeader, rowsHeld: Int) throws(ImageCodecError) -> Int {
    guard let count = header.pixelCount, count <= pixels else {
      throw .limitExceeded(
        .pixels(width: header.width, height: header.height, limit: pixels))
    }
    let (held, heldOverflow) = (4 * header.width).multipliedReportingOverflow(by: rowsHeld)
    let (needed, overflow) = held.addingReportingOverflow(header.workingByteCount)
    guard !heldOverflow, !overflow, needed <= memoryBytes else {
      throw .limitExceeded(
        .memoryBytes(needed: heldOverflow || overflow ? Int.max : needed, limit: memoryBytes))
    }
    return needed
  }
}

/// A limit of ``DecodingLimits`` and what went above it.
public enum ExceededLimit: Hashable, Sendable {
  /// More pixels declared than allowed.
  case pixels(width: Int, height: Int, limit: Int)
  /// A larger file than allowed.
  case fileBytes(count: Int, limit: Int)
  /// More memory needed than allowed.
  case memoryBytes(needed: Int, limit: Int)
  /// More scans than allowed.
  case scans(limit: Int)
  /// A larger colour profile than allowed.
  case metadataBytes(limit: Int)
  /// More processor time than allowed.
  case seconds(limit: Double)
}

extension ExceededLimit: CustomStringConvertible {
  /// A sentence with the value, the limit and the remedy.
  public var description: String {
    let cause =
      switch self {
      case .pixels(let width, let height, let limit):
        "The header declares \(width) × \(height) pixels, above the limit of "
          + "\(megapixels(limit))."
      case .fileBytes(let count, let limit):
        "The file has \(megabytes(count)), above the limit of \(megabytes(limit))."
      case .memoryBytes(let needed, let limit):
        "Decoding needs \(megabytes(needed)) of memory, above the limit of \(megabytes(limit))."
      case .scans(let limit):
        "The JPEG has more scans than the limit of \(limit)."
      case .metadataBytes(let limit):
        "The colour profile is above the limit of \(megabytes(limit))."
      case .seconds(let limit):
        "Decoding takes more processor time than the limit of \(inFull(limit)) seconds."
      }
    return cause + " Raise the limit if you trust the source."
  }
}

private func megapixels(_ pixels: Int) -> String {
  pixels > 0 && pixels % 1_000_000 == 0 ? "\(pixels / 1_000_000) megapixels" : "\(pixels) pixels"
}

/// Bytes in megabytes where that says it all, so that a limit reads as people set it; a value that
/// is not a whole number of them is rounded up to the next tenth.
private func megabytes(_ bytes: Int) -> String {
  guard bytes >= 100_000 else { return "\(bytes) bytes" }
  let tenths = bytes / 100_000 + (bytes % 100_000 > 0 ? 1 : 0)
  return tenths % 10 == 0 ? "\(tenths / 10) MB" : "\(tenths / 10).\(tenths % 10) MB"
}

/// A number without a needless fraction: 60, 0.5.
private func inFull(_ seconds: Double) -> String {
  Int(exactly: seconds).map(String.init) ?? "\(seconds)"
}
