public import DominantColor
public import ImageCodecs
internal import Pixels

/// A picture's palette and all its colours, from one look at the file.
public struct FileOverview: Hashable, Sendable {
  /// The palette, as ``FilePaletteReader`` gives it: exact, or with a dominant colour that a sample
  /// proves.
  public let palette: FilePalette
  /// The counted pixels in fine cells: every one where the palette is exact, else the means of 8 × 8,
  /// about which nothing is proved.
  public let colors: ColorHistogram
}

extension FilePaletteReader {
  /// The colours of an open file for catalogues: the palette by method `histogram`, and all colours.
  ///
  /// The palette is that of ``palette(of:)-(ImageFile)`` with this method in sRGB, of the whole picture. Where a
  /// sample does not prove it, every pixel is counted.
  ///
  /// - Throws: `ImageCodecError`, as decoding would.
  /// - Complexity: O(*n*) in pixels and bytes.
  public func overview(of file: ImageFile) throws(ImageCodecError) -> FileOverview {
    var reader = try ImageRowReader(file, decoder: decoder, detail: histogramDetail(for:))
    guard reader.isOutline else { return try exactOverview(reading: reader) }
    if let sampling = reader.tileDraws {
      let all = fineBuilder(pixelCount: reader.rowWidth * reader.rowCount)
      let colors = Self.colors(of: reader)
      let palette = try provenPalette(
        reading: &reader, colors, sampling, also: { all.add($0) })
      if let palette { return FileOverview(palette: palette, colors: all.summary()) }
    }
    return try exactOverview(reading: reader.readerInFull())
  }

  private func fineBuilder(pixelCount: Int) -> SummaryBuilder<HistogramMethod> {
    var fine = options
    fine.precision = .fine
    return SummaryBuilder(
      HistogramMethod.self, options: fine, pixelCount: pixelCount, selection: selection)
  }

  private func exactOverview(
    reading reader: consuming ImageRowReader
  ) throws(ImageCodecError) -> FileOverview {
    let colors = Self.colors(of: reader)
    let pixelCount = reader.rowWidth * reader.rowCount
    let builder = PaletteBuilder(
      method: .histogram, options: options, pixelCount: pixelCount, selection: selection)
    let all = fineBuilder(pixelCount: pixelCount)
    var few =
      keepsFewColors && reader.header.hasExactColors
      ? FewColors(visibility: options.visibility) : nil
    try readBands(of: &reader, colors) { pixels in
      builder.add(pixels)
      all.add(pixels)
      few?.add(pixels)
      if few?.isExceeded == true { few = nil }
    }
    let exact = few?.palette(count: options.count)
    let palette = FilePalette(
      palette: exact ?? builder.palette(), header: reader.header, isExact: true, estimate: nil,
      warnings: reader.warnings + colors.warnings + regionWarnings(reader.header),
      distinctColors: exact == nil ? nil : few?.colorCount)
    return FileOverview(palette: palette, colors: all.summary())
  }
}
