public import DominantColor
public import ImageCodecs
internal import Pixels

/// What is around the colours of a file.
public struct FileSurroundings: Hashable, Sendable {
  /// What fills the border.
  public let background: BackgroundFinding
  /// All colours, and how many pixels of each lie alone (`Palette.roles(besides:without:on:)`).
  public let colors: PlacedColors
  /// What a logo or a product stands on (`BackgroundFinder.ground(after:)`).
  public let ground: Background?

  /// Takes what was found out elsewhere.
  public init(background: BackgroundFinding, colors: PlacedColors, ground: Background? = nil) {
    (self.background, self.colors, self.ground) = (background, colors, ground)
  }
}

extension FilePaletteReader {
  /// The background of an open file, or why it has none; of ``region``, if there is one.
  ///
  /// Of ``options`` only the least alpha matters.
  ///
  /// - Returns: the same as for the pixels in memory.
  /// - Throws: `ImageCodecError`, as decoding would.
  /// - Complexity: O(*n*) in pixels and bytes.
  public func background(of file: ImageFile) throws(ImageCodecError) -> BackgroundFinding {
    try background(reading: ImageRowReader(file, decoder: decoder))
  }

  /// The background of a file in memory; see the other form.
  ///
  /// - Returns: the same as for the pixels in memory.
  /// - Throws: `ImageCodecError`, as decoding would.
  public func background(
    of bytes: UnsafeRawBufferPointer
  ) throws(ImageCodecError) -> BackgroundFinding {
    try background(reading: ImageRowReader(bytes, decoder: decoder))
  }

  /// The background of an open file, and its colours with the pixels that lie alone, from one look at it.
  ///
  /// - Returns: the same as for the pixels in memory.
  /// - Throws: `ImageCodecError`, as decoding would.
  /// - Complexity: O(*n*) in pixels and bytes.
  public func surroundings(of file: ImageFile) throws(ImageCodecError) -> FileSurroundings {
    try surroundings(reading: ImageRowReader(file, decoder: decoder))
  }

  /// The same of a file in memory; see the other form.
  ///
  /// - Returns: the same as for the pixels in memory.
  /// - Throws: `ImageCodecError`, as decoding would.
  public func surroundings(
    of bytes: UnsafeRawBufferPointer
  ) throws(ImageCodecError) -> FileSurroundings {
    try surroundings(reading: ImageRowReader(bytes, decoder: decoder))
  }

  private func surroundings(
    reading reader: consuming ImageRowReader
  ) throws(ImageCodecError) -> FileSurroundings {
    let header = reader.header
    let colors = SummaryBuilder(
      DistinctMethod.self, options: options, pixelCount: header.width * header.height,
      selection: selection)
    let finder = try search(reader) { colors.add($0) }
    let background = finder.finding()
    return FileSurroundings(
      background: background, colors: colors.summary(), ground: finder.ground(after: background))
  }

  func background(
    reading reader: consuming ImageRowReader, gamut: ColorGamut = .sRGB,
    _ look: (PixelView) -> Void = { _ in }
  ) throws(ImageCodecError) -> BackgroundFinding {
    try search(reader, gamut: gamut, look).finding()
  }

  /// The rows' background and ground, each row looked at too.
  private func search(
    _ reader: consuming ImageRowReader, gamut: ColorGamut = .sRGB,
    _ look: (PixelView) -> Void = { _ in }
  ) throws(ImageCodecError) -> BackgroundFinder {
    let header = reader.header
    let part = region?.storedPixels(of: header)
    let finder = BackgroundFinder(
      width: part?.columns.count ?? header.width, height: part?.rows.count ?? header.height,
      minimumAlpha: options.visibility.minimumAlpha, selection: selection)
    var row = 0
    try readBands(of: &reader, Self.colors(of: reader, gamut: gamut)) { pixels in
      finder.add(pixels, row: row)
      look(pixels)
      row += pixels.height
    }
    return finder
  }
}
