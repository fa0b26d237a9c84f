/// How the pixels of a PNG are stored: 8 or 16 bits a sample.
package enum PNGSamples: Hashable, Sendable, CaseIterable {
  case grey
  /// Grey and alpha.
  case greyAlpha
  /// Red, green and blue.
  case rgb
  /// Red, green, blue and alpha.
  case rgba
  /// Indices of a palette.
  case palette
  /// Grey of 16 bits.
  case grey16
  /// Grey and alpha of 16 bits each.
  case greyAlpha16
  /// Red, green and blue of 16 bits each.
  case rgb16
  /// Red, green, blue and alpha of 16 bits each.
  case rgba16

  /// Bytes of a pixel.
  package var byteCount: Int {
    switch self {
    case .grey, .palette: 1
    case .greyAlpha, .grey16: 2
    case .rgb: 3
    case .rgba, .greyAlpha16: 4
    case .rgb16: 6
    case .rgba16: 8
    }
  }

  /// Whether samples have 16 bits, of which the nearest of 8 are delivered.
  var isWide: Bool {
    switch self {
    case .grey16, .greyAlpha16, .rgb16, .rgba16: true
    case .grey, .greyAlpha, .rgb, .rgba, .palette: false
    }
  }
}
