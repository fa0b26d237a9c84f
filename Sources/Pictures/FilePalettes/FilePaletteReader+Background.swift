public import DominantColor
public import ImageCodecs
internal import Pixels

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

  func background(
    reading reader: consuming ImageRowReader
  ) throws(ImageCodecError) -> BackgroundFinding {
    let header = reader.header
    let part = region?.storedPixels(of: header)
    let finder = BackgroundFinder(
      width: part?.columns.count ?? header.width, height: part?.rows.count ?? header.height,
      minimumAlpha: options.visibility.minimumAlpha, selection: selection)
    var row = 0
    try readBands(of: &reader, Self.colors(of: reader)) { pixels in
      finder.add(pixels, row: row)
      row += pixels.height
    }
    return finder.finding()
  }
}
