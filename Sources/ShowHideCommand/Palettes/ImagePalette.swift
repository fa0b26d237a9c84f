internal import CommandText
internal import DominantColor
internal import FilePalettes
internal import ImageCodecs

/// The colours of one file.
struct ImagePalette: Equatable, Sendable {
  let path: String
  /// Pixels a row of the picture turned upright.
  let width: Int
  /// Rows of the picture turned upright.
  let height: Int
  /// Whether every pixel was looked at.
  let isExact: Bool
  let warnings: [String]
  let palette: Palette
  /// When the picture was taken, by its camera; `nil` when the file does not say.
  var captureTime: CaptureTime?

  /// The name without folders and ending, for palettes that name their colours.
  var stem: String { InputFile(path: path).stem }
}

/// What to ask of each file.
struct PaletteRequest: Sendable {
  private(set) var reader: FilePaletteReader

  /// Checks what was typed.
  init(
    method name: String, count: Int?, decoder: ImageDecoder, isExact: Bool
  ) throws(UsageError) {
    guard let known = PaletteMethod(rawValue: name.lowercased()) else {
      throw UsageError(
        unknownChoice(name, kind: "method", choices: PaletteMethod.allCases.map(\.rawValue)))
    }
    if let count, !(1...64).contains(count) {
      throw UsageError("--count takes 1 to 64, not \(count).")
    }
    reader = FilePaletteReader(
      method: known, options: PaletteOptions(count: count), decoder: decoder, isExact: isExact)
  }

  /// The same request with at most so many threads for each file.
  func limited(toThreads threads: Int) -> PaletteRequest {
    var copy = self
    copy.reader.selection = reader.selection.limited(toThreads: threads)
    return copy
  }

  /// Finds the colours of a file, holding only a few rows of its pixels at a time.
  func answer(for input: InputFile) throws(CommandFailure) -> ImagePalette {
    let found = try input.withContent(
      limit: reader.decoder.limits.fileBytes,
      file: { file throws(ImageCodecError) in try reader.palette(of: file) },
      bytes: { bytes throws(ImageCodecError) in try reader.palette(of: bytes) })
    let header = found.header
    let size = header.orientation.uprightSize(width: header.width, height: header.height)
    return ImagePalette(
      path: input.path, width: size.width, height: size.height, isExact: found.isExact,
      warnings: found.warnings.map(\.message), palette: found.palette,
      captureTime: header.captureTime)
  }
}
