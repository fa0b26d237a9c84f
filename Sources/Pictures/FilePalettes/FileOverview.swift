public import DominantColor
public import ImageCodecs
internal import Pixels

/// A picture's palette and all its colours, from one look at the file.
public struct FileOverview: Hashable, Sendable {
  /// The palette, as ``FilePaletteReader`` gives it, but for the promise about large JPEGs.
  public let palette: FilePalette
  /// The counted pixels in fine cells.
  public let colors: ColorHistogram
}

extension FilePaletteReader {
  /// The colours of an open file for catalogues: the palette by method `histogram`, and all colours.
  ///
  /// Of a JPEG of 2²¹ pixels or more the means of 8 × 8 pixels are counted, unless ``isExact`` or
  /// ``region`` forbids it, and no sample proves anything.
  ///
  /// - Throws: `ImageCodecError`, as decoding would.
  /// - Complexity: O(*n*) in pixels and bytes.
  public func overview(of file: ImageFile) throws(ImageCodecError) -> FileOverview {
    let wantsAll = isExact || region != nil
    var reader = try ImageRowReader(file, decoder: decoder) { header in
      !wantsAll && header.width * header.height >= OutlineProof.leastPixelCount
        ? .outline : .full
    }
    let isWhole = !reader.isOutline
    let colors = Self.colors(of: reader)
    let builder = PaletteBuilder(
      method: .histogram, options: options, pixelCount: reader.rowWidth * reader.rowCount,
      selection: selection)
    var fine = options
    fine.precision = .fine
    let all = SummaryBuilder(
      HistogramMethod.self, options: fine, pixelCount: reader.rowWidth * reader.rowCount,
      selection: selection)
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
      palette: exact ?? builder.palette(), header: reader.header, isExact: isWhole, estimate: nil,
      warnings: reader.warnings + colors.warnings + regionWarnings(reader.header),
      distinctColors: exact == nil ? nil : few?.colorCount)
    return FileOverview(palette: palette, colors: all.summary())
  }
}
