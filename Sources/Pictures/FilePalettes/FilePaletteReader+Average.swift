public import DominantColor
public import ImageCodecs

extension FilePaletteReader {
  /// The mean colour of every pixel of an open file that counts, in sRGB; of ``region``, if there is one.
  ///
  /// - Throws: `ImageCodecError`, as decoding would.
  /// - Complexity: O(*n*) in pixels and bytes.
  public func average(of file: ImageFile) throws(ImageCodecError) -> AverageColor {
    try average(reading: ImageRowReader(file, decoder: decoder))
  }

  /// The mean colour of a file in memory; see the other form.
  ///
  /// - Throws: `ImageCodecError`, as decoding would.
  public func average(
    of bytes: UnsafeRawBufferPointer
  ) throws(ImageCodecError) -> AverageColor {
    try average(reading: ImageRowReader(bytes, decoder: decoder))
  }

  private func average(
    reading reader: consuming ImageRowReader
  ) throws(ImageCodecError) -> AverageColor {
    var average = AverageColor(visibility: options.visibility)
    try readBands(of: &reader, Self.colors(of: reader)) { average.add($0) }
    return average
  }
}
