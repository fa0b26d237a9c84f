public import ImageCodecs
internal import JPEGOracle

/// Reads a JPEG by libjpeg alone and by this project's readers, in full, in outline and with tiles, and checks
/// that all judge it alike.
public struct JPEGJudgement: Sendable {
  private let limits: DecodingLimits

  /// Reads within limits; libjpeg alone knows none but those of pixels and scans.
  public init(limits: DecodingLimits = Self.smallLimits) { self.limits = limits }

  /// Limits within which a changed file takes little time.
  public static let smallLimits = DecodingLimits(
    pixels: 1 << 14, memoryBytes: 32_000_000, scans: 30)

  /// What one way of reading comes to.
  private struct Reading: Equatable {
    var pixels: [UInt8] = []
    var missingRows = 0
    var warnings: [ImageWarning] = []
    var error: ImageCodecError?

    var isSound: Bool { error == nil && warnings.isEmpty && missingRows == 0 }
  }

  /// Judges a file in every way.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - allowsPartialImages: whether what is missing may be a warning.
  ///   - threads: the numbers of threads that rows are read on.
  /// - Returns: what libjpeg makes of it.
  /// - Throws: ``HostileReading/BrokenPromise`` where two ways disagree.
  public func judge(
    _ bytes: [UInt8], allowsPartialImages: Bool, threads: ClosedRange<Int> = 1...2
  ) throws -> HostileReading.Outcome {
    let exact = read(bytes, .full, by: .libraries, allowsPartialImages)
    for threads in threads {
      try expect(
        read(bytes, .full, by: .ownAlways, threads: threads, allowsPartialImages) == exact,
        "our own rows are not libjpeg's on \(threads) threads")
    }
    let outline = read(bytes, .outline, by: .libraries, allowsPartialImages)
    try expect(
      read(bytes, .outline, by: .ownAlways, allowsPartialImages) == outline,
      "our own outline is not libjpeg's")
    try expect(
      outline.error == exact.error && outline.warnings == exact.warnings,
      "an outline is judged in another way than the picture")
    let sampled = read(
      bytes, .sampledOutline(draws: 300, seed: 1), by: .ownFirst, allowsPartialImages)
    try expect(!sampled.isSound || exact.isSound, "tiles were drawn of a file that is not sound")
    try compare(exact, with: plainVerdict(bytes))
    return exact.error != nil ? .refused : exact.warnings.isEmpty ? .image : .warned
  }

  private func plainVerdict(_ bytes: [UInt8]) -> oracle_verdict {
    bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return ORACLE_REFUSED }
      // SAFETY: the bytes are alive for the call.
      return oracle_judge(base, bytes.count, UInt64(limits.pixels), Int32(clamping: limits.scans))
    }
  }

  /// Compares with what libjpeg says without any of this project around it.
  ///
  /// This project may refuse more: what has no signature of a JPEG, what is over a limit, and what
  /// libjpeg fills in where it is missing.
  private func compare(_ exact: Reading, with plain: oracle_verdict) throws {
    // Of damage behind the last row there is a warning, as there is where partial images are allowed.
    try expect(
      plain != ORACLE_REFUSED || !exact.isSound, "libjpeg refuses what is said to be sound")
    try expect(
      plain != ORACLE_WARNED || !exact.isSound, "libjpeg warns of what is said to be sound")
  }

  private func read(
    _ bytes: [UInt8], _ detail: ImageDetail, by rows: RowDecoding, threads: Int = 1,
    _ allowsPartialImages: Bool
  ) -> Reading {
    var decoder = ImageDecoder(
      limits: limits, allowsPartialImages: allowsPartialImages, threads: threads)
    decoder.rows = rows
    var reading = Reading()
    do {
      try bytes.withUnsafeBytes { bytes in
        var reader = try ImageRowReader(bytes, decoder: decoder, detail: { _ in detail })
        var band = [UInt8](repeating: 0, count: 5 * reader.bytesPerRow)
        while true {
          let rows = try band.withUnsafeMutableBytes { try reader.readRows(into: $0) }
          if rows == 0 { break }
          reading.pixels += band[..<(rows * reader.bytesPerRow)]
        }
        (reading.missingRows, reading.warnings) = (reader.missingRows, reader.warnings)
        if case .sampledOutline = detail, reader.isOutline,
          reader.readTiles(ranks: 0...4) == nil
        {
          // Then the file is read in full.
          reading.missingRows = .max
        }
      }
    } catch {
      reading.error = error as? ImageCodecError
    }
    return reading
  }

  private func expect(_ holds: Bool, _ promise: String) throws {
    guard holds else { throw HostileReading.BrokenPromise(description: promise) }
  }
}
