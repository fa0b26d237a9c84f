public import DominantColor
public import ImageCodecs

extension FilePaletteReader {
  /// The mean colour of every pixel of a file that counts, in sRGB; of ``region``, if there is one.
  ///
  /// - Throws: `ImageCodecError`, as decoding would.
  /// - Complexity: O(*n*) in pixels and bytes.
  public func average(of source: some ImageSource) throws(ImageCodecError) -> AverageColor {
    var reader = try source.rows(decoder)
    var average = AverageColor(visibility: options.visibility)
    try readBands(of: &reader, Self.colors(of: reader)) { average.add($0) }
    return average
  }
}
