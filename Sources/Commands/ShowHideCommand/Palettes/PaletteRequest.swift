internal import CommandText
internal import DominantColor
internal import FilePalettes
internal import ImageCodecs
internal import Reporting

/// What to ask of each file.
struct PaletteRequest: Sendable {
  private(set) var reader: FilePaletteReader
  /// Whether colours are named.
  var isNamed = false
  /// Whether roles are told.
  var hasRoles = false

  /// Checks what was typed.
  init(
    method name: String, count: Int?, decoder: ImageDecoder, isExact: Bool,
    colorTolerance: Double = 1, seed: UInt64 = 0
  ) throws(UsageError) {
    guard let known = PaletteMethod(rawValue: name.lowercased()) else {
      throw UsageError(
        unknownChoice(name, kind: "method", choices: PaletteMethod.allCases.map(\.rawValue)))
    }
    if let count, !(1...64).contains(count) {
      throw UsageError("--count takes 1 to 64, not \(count).")
    }
    let tolerances = OutlineProof.colorTolerances
    guard tolerances.contains(colorTolerance) else {
      throw UsageError(
        "--within takes \(tolerances.lowerBound) to 1, not \(colorTolerance).")
    }
    reader = FilePaletteReader(
      method: known, options: PaletteOptions(count: count), decoder: decoder, isExact: isExact,
      colorTolerance: colorTolerance, seed: seed)
  }

  /// Leaves colours out of every answer.
  mutating func leaveOut(_ colors: LeftOutColors) { reader.options.visibility = colors.visibility }

  /// The same request with at most so many threads for each file.
  func limited(toThreads threads: Int) -> PaletteRequest {
    var copy = self
    copy.reader.selection = reader.selection.limited(toThreads: threads)
    copy.reader.decoder.threads = threads
    return copy
  }

  /// Finds the colours of a file, holding only a few rows of its pixels at a time.
  func readPalette(of input: Input) throws(CommandFailure) -> PaletteEntry {
    let found = try input.withContent(
      limit: reader.decoder.limits.fileBytes,
      file: { file throws(ImageCodecError) in try reader.palette(of: file) },
      bytes: { bytes throws(ImageCodecError) in try reader.palette(of: bytes) })
    let header = found.header
    let size = header.orientation.uprightSize(width: header.width, height: header.height)
    return PaletteEntry(
      path: input.path, width: size.width, height: size.height, isExact: found.isExact,
      warnings: found.warnings.map(\.message), palette: found.palette,
      captureTime: header.captureTime, estimate: found.estimate, isNamed: isNamed,
      hasRoles: hasRoles)
  }
}
