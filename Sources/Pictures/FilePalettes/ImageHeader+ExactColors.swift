package import ImageCodecs

extension ImageHeader {
  /// Whether pixels have the colours that were drawn: rounding to blocks of cosines leaves a JPEG none
  /// of them, and brightness with colour differences is how lossy files of other formats are stored.
  package var hasExactColors: Bool { format != .jpeg && colorModel != .yCbCr }
}
