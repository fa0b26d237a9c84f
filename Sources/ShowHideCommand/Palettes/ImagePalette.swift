internal import CommandText
internal import DominantColor
internal import ImageCodecs
internal import Pixels

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

  /// The name without folders and ending, for palettes that name their colours.
  var stem: String { InputFile(path: path).stem }
}

/// What to ask of each file.
struct PaletteRequest: Sendable {
  let method: Method
  let options: PaletteOptions

  /// Checks what was typed.
  init(method name: String, count: Int?) throws(UsageError) {
    guard let known = Method(rawValue: name.lowercased()) else {
      throw UsageError(
        unknownChoice(name, kind: "method", choices: Method.allCases.map(\.rawValue)))
    }
    if let count, !(1...64).contains(count) {
      throw UsageError("--count takes 1 to 64, not \(count).")
    }
    method = known
    options = PaletteOptions(count: count)
  }

  /// Bytes of rows decoded at a time: enough to share the costs of a call, few enough to stay in
  /// the nearest caches.
  private static let bandBytes = 1 << 18

  /// Reads a file and finds its colours, holding only a few rows of its pixels at a time.
  func answer(for input: InputFile) throws(CommandFailure) -> ImagePalette {
    let bytes = try input.read()
    do {
      return try bytes.withUnsafeBufferPointer { file throws(ImageCodecError) in
        try answer(forFileOf: UnsafeRawBufferPointer(file), path: input.path)
      }
    } catch {
      throw .undecodable(error, path: input.path)
    }
  }

  private func answer(
    forFileOf bytes: UnsafeRawBufferPointer, path: String
  ) throws(ImageCodecError) -> ImagePalette {
    var reader = try ImageRowReader(bytes)
    let header = reader.header
    let builder = PaletteBuilder(method: method, options: options)
    let rowCount = max(1, Self.bandBytes / max(reader.bytesPerRow, 1))
    let band = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(rowCount * reader.bytesPerRow, 1), alignment: 64)
    defer { band.deallocate() }
    while let base = band.baseAddress {
      let rows = try reader.readRows(into: band)
      guard rows > 0 else { break }
      // SAFETY: the reader has just filled that many rows of the band, without padding.
      builder.add(
        PixelView(baseAddress: UnsafeRawPointer(base), width: header.width, height: rows))
    }
    let size = header.orientation.uprightSize(width: header.width, height: header.height)
    return ImagePalette(
      path: path, width: size.width, height: size.height, isExact: true,
      warnings: reader.warnings.map(\.message), palette: builder.palette())
  }
}
