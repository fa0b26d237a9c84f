internal import DominantColor
internal import FilePalettes
public import ImageCodecs
internal import Measuring
internal import Pixels

/// Reads a file in every way there is, and checks what is promised of any bytes: an image, an image
/// with a warning, or a typed error, and the ways agree.
public final class HostileReading {
  /// What a file was.
  public enum Outcome: String, CaseIterable, Sendable {
    /// Whole and without a warning.
    case image
    /// An image, though something is odd.
    case warned
    /// An error.
    case refused
  }

  /// A promise that a file broke.
  public struct BrokenPromise: Error, CustomStringConvertible {
    /// Which one.
    public let description: String
  }

  /// Processor time of the slowest way of all so far, in seconds.
  public private(set) var slowestSeconds = 0.0
  private let limits: DecodingLimits
  private let clock = SystemTimeSource()

  /// Reads within limits.
  public init(limits: DecodingLimits = DecodingLimits()) {
    self.limits = limits
  }

  /// Reads bytes as an image, whole and in part, as rows, as an outline, and for their colours.
  public func read(_ bytes: [UInt8]) throws -> Outcome {
    var outcome = Outcome.refused
    for allowsPartialImages in [false, true] {
      let decoder = ImageDecoder(limits: limits, allowsPartialImages: allowsPartialImages)
      let whole = try tolerating { try decoder.decode(bytes) }
      if let whole {
        if !allowsPartialImages { outcome = whole.warnings.isEmpty ? .image : .warned }
        try expect(
          whole.image.width == whole.header.width && whole.image.height == whole.header.height,
          "the image is not as large as its header says")
        try expect(
          whole.missingRows == 0 || allowsPartialImages && !whole.warnings.isEmpty,
          "rows are missing without a warning")
      }
      let rows = try tolerating { try countRows(bytes, decoder, .full) }
      if let whole {
        try expect(rows != nil, "an image, but no rows")
        try expect(
          rows == whole.image.height - whole.missingRows, "other rows than those of the image")
      }
      _ = try tolerating { try countRows(bytes, decoder, .outline) }
      _ = try tolerating {
        try countRows(bytes, decoder, .sampledOutline(draws: 500, seed: 0))
      }
      let reader = FilePaletteReader(method: .histogram, decoder: decoder)
      let palette = try tolerating {
        try bytes.withUnsafeBytes { try reader.palette(of: $0) }
      }
      try expect(palette != nil || whole == nil, "an image, but no colours")
    }
    return outcome
  }

  /// Reads an open file for its colours.
  public func read(_ file: ImageFile) throws {
    let reader = FilePaletteReader(method: .histogram, decoder: ImageDecoder(limits: limits))
    _ = try tolerating { try reader.palette(of: file) }
  }

  private func countRows(
    _ bytes: [UInt8], _ decoder: ImageDecoder, _ detail: ImageDetail
  ) throws -> Int {
    try bytes.withUnsafeBytes { raw in
      var reader = try ImageRowReader(raw, decoder: decoder, detail: { _ in detail })
      // Five rows: no power of two, so that bands end amid blocks. Fewer of very wide ones.
      let rows = max(1, min(5, (1 << 20) / max(reader.bytesPerRow, 1)))
      let band = UnsafeMutableRawBufferPointer.allocate(
        byteCount: rows * max(reader.bytesPerRow, 4), alignment: 64)
      defer { band.deallocate() }
      while try reader.readRows(into: band) > 0 {}
      return reader.nextRow
    }
  }

  /// `nil` for an error.
  private func tolerating<Result>(_ call: () throws -> Result) throws -> Result? {
    let start = clock.nanoseconds(.threadCPU)
    defer {
      slowestSeconds = max(slowestSeconds, Double(clock.nanoseconds(.threadCPU) - start) / 1e9)
    }
    do {
      return try call()
    } catch let error as ImageCodecError {
      try expect(error.description.hasSuffix("."), "an error without a sentence: \(error)")
      if case .limitExceeded = error {
        try expect(error.description.contains("limit"), "a limit without its name: \(error)")
      }
      return nil
    }
  }

  private func expect(_ holds: Bool, _ promise: String) throws {
    guard holds else { throw BrokenPromise(description: promise) }
  }
}
