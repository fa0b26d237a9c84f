internal import DominantColor
public import ImageCodecs
internal import Pixels

extension FilePaletteReader {
  /// Where the colours of a file are, by a second look at every pixel.
  ///
  /// A pixel belongs to the swatch of its very colour where swatches are exact colours
  /// (``FilePalette/distinctColors``); else to the one that looks most like it, colours taken in steps of 4 levels, if it is
  /// within 0.1 of it in OKLab. A place's columns and rows are then those between which 99 % of
  /// the pixels lie, and else all.
  ///
  /// - Parameters:
  ///   - found: the colours that this reader found in the file.
  ///   - source: the file.
  /// - Returns: a place for each swatch, in their order; `nil` for one that has no pixel.
  /// - Throws: `ImageCodecError`, as decoding would.
  /// - Complexity: O(*n*) in pixels and bytes. Memory: 8 bytes for each swatch and column or row.
  public func places(
    of found: FilePalette, in source: some ImageSource
  ) throws(ImageCodecError) -> [SwatchPlace?] {
    var reader = try source.rows(decoder)
    let header = reader.header
    let part = region?.storedPixels(of: header)
    var row = part?.rows.lowerBound ?? 0
    let colors = Self.colors(of: reader, gamut: found.displayP3 == nil ? .sRGB : .displayP3)
    var places = SwatchPlaces(
      of: found.palette(in: colors.gamut), isExact: found.distinctColors != nil,
      visibility: options.visibility,
      width: header.width, height: header.height)
    try readBands(of: &reader, colors) { pixels in
      places.add(pixels, column: part?.columns.lowerBound ?? 0, row: row)
      row += pixels.height
    }
    return places.places.map { $0.map { SwatchPlace(stored: $0, in: header) } }
  }
}
