public import DominantColor
public import ImageCodecs
internal import Pixels

/// Finds the colours of picture files without ever holding a file or its pixels.
///
/// ```swift
/// let answer = try FilePaletteReader().palette(of: ImageFile(opening: "photo.jpg"))
/// answer.palette.dominant?.color
/// answer.isExact  // false: 24 megapixels, found from the means of blocks
/// ```
///
/// Rows go from the decoder into a histogram a few at a time. Peak memory does not grow with the
/// picture, but for an interlaced PNG (whose pixels are held) and a JPEG in several scans (whose
/// coefficients are).
///
/// Colours are those of sRGB: where a file's colour profile says something else, such as Display
/// P3, Adobe RGB or ProPhoto, its pixels are converted before they are counted. A profile that
/// cannot be followed is a warning, and the pixels are taken as sRGB.
public struct FilePaletteReader: Sendable {
  /// The question to answer.
  public var method: PaletteMethod
  /// How many colours, and which pixels count.
  public var options: PaletteOptions
  /// Limits, and what to do about damage.
  public var decoder: ImageDecoder
  /// Whether every pixel of every file is to be counted.
  ///
  /// Otherwise, for method `histogram`, a JPEG of 2²¹ pixels or more is read as its outline, the
  /// means of 8 × 8 pixels, where that settles its dominant colour (see `OutlinePaletteBuilder`);
  /// where it does not, every pixel is counted after all.
  public var isExact: Bool
  /// Which kernel counts, by the size that a file declares; it decides speed, never the colours.
  public var selection: KernelSelection

  /// Makes a reader.
  public init(
    method: PaletteMethod = .histogram, options: PaletteOptions = PaletteOptions(),
    decoder: ImageDecoder = ImageDecoder(), isExact: Bool = false,
    selection: KernelSelection = .automatic
  ) {
    self.method = method
    self.options = options
    self.decoder = decoder
    self.isExact = isExact
    self.selection = selection
  }

  /// Bytes of rows decoded at a time: enough to share the costs of a call, few enough to stay in
  /// the nearest caches.
  private static let bandBytes = 1 << 20
  /// The same where sixteen rows take more than that.
  private static let wideBandBytes = 1 << 17

  /// The colours of an open file.
  ///
  /// - Throws: `ImageCodecError`, as decoding would.
  /// - Complexity: O(*n*) in pixels and bytes; for a progressive JPEG, times the scans read.
  public func palette(of file: ImageFile) throws(ImageCodecError) -> FilePalette {
    try palette { detail throws(ImageCodecError) in
      try ImageRowReader(file, decoder: decoder, detail: detail)
    }
  }

  /// The colours of a file in memory.
  ///
  /// - Throws: `ImageCodecError`, as decoding would.
  /// - Complexity: O(*n*) in pixels and bytes; for a progressive JPEG, times the scans read.
  public func palette(
    of bytes: UnsafeRawBufferPointer
  ) throws(ImageCodecError) -> FilePalette {
    try palette { detail throws(ImageCodecError) in
      try ImageRowReader(bytes, decoder: decoder, detail: detail)
    }
  }

  private func palette(
    open: ((ImageHeader) -> ImageDetail) throws(ImageCodecError) -> ImageRowReader
  ) throws(ImageCodecError) -> FilePalette {
    let reader = try open(detail(for:))
    let colors = Self.colors(of: reader)
    guard reader.isOutline else { return try exactPalette(reading: reader, colors) }
    if let answer = try outlinePalette(reading: reader, colors) { return answer }
    return try exactPalette(reading: open { _ in .full }, colors)
  }

  /// How the colours of an open file become those of sRGB.
  static func colors(of reader: borrowing ImageRowReader) -> FileColors {
    FileColors(reader.header) { () throws(ImageCodecError) in try reader.colorProfile() }
  }

  /// An outline only where it saves time and can answer.
  private func detail(for header: ImageHeader) -> ImageDetail {
    let isLarge = header.width * header.height >= OutlinePaletteBuilder.leastPixelCount
    return isLarge && !isExact && method == .histogram ? .outline : .full
  }

  private func exactPalette(
    reading reader: consuming ImageRowReader, _ colors: FileColors
  ) throws(ImageCodecError) -> FilePalette {
    let builder = PaletteBuilder(
      method: method, options: options,
      pixelCount: reader.header.width * reader.header.height, selection: selection)
    try readBands(of: &reader, colors) { builder.add($0) }
    return FilePalette(
      palette: builder.palette(), header: reader.header, isExact: true,
      warnings: reader.warnings + colors.warnings)
  }

  /// The colours by the outline; `nil` where it settles nothing.
  private func outlinePalette(
    reading reader: consuming ImageRowReader, _ colors: FileColors
  ) throws(ImageCodecError) -> FilePalette? {
    let header = reader.header
    let builder = OutlinePaletteBuilder(
      options: options, pixelCount: header.width * header.height, selection: selection)
    try readBands(of: &reader, colors) { builder.add($0) }
    guard let palette = builder.palette() else { return nil }
    return FilePalette(
      palette: palette, header: header, isExact: false, warnings: reader.warnings + colors.warnings)
  }

  /// Rows to decode before they are counted.
  ///
  /// Whole strips of sixteen, which the vector kernels go down, as many as fit; very wide rows go
  /// few at a time, because memory counts for more than speed there.
  static func rowsPerBand(bytesPerRow: Int) -> Int {
    let strips = bandBytes / max(16 * bytesPerRow, 1)
    return strips > 0 ? 16 * strips : max(1, wideBandBytes / max(bytesPerRow, 1))
  }

  func readBands(
    of reader: inout ImageRowReader, _ colors: FileColors, _ body: (PixelView) -> Void
  ) throws(ImageCodecError) {
    let rowCount = Self.rowsPerBand(bytesPerRow: reader.bytesPerRow)
    let band = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(rowCount * reader.bytesPerRow, 1), alignment: 64)
    defer { band.deallocate() }
    while let base = band.baseAddress {
      let rows = try reader.readRows(into: band)
      guard rows > 0 else { break }
      colors.conversion?.convert(
        UnsafeMutableRawBufferPointer(rebasing: band[..<(rows * reader.bytesPerRow)]))
      // SAFETY: the reader has just filled that many rows of the band, without padding.
      body(PixelView(baseAddress: UnsafeRawPointer(base), width: reader.rowWidth, height: rows))
    }
  }
}
