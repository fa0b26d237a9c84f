/// How the pixels of a PNG are stored: 8 bits a sample.
public enum PNGSamples: Hashable, Sendable, CaseIterable {
  /// Grey.
  case grey
  /// Grey and alpha.
  case greyAlpha
  /// Red, green and blue.
  case rgb
  /// Red, green, blue and alpha.
  case rgba
  /// Indices of a palette.
  case palette

  /// Bytes of a pixel.
  public var byteCount: Int {
    switch self {
    case .grey, .palette: 1
    case .greyAlpha: 2
    case .rgb: 3
    case .rgba: 4
    }
  }
}
