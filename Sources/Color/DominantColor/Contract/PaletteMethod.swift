/// A question about an image's colours, answered alike by every kernel of the method.
public enum PaletteMethod: String, Hashable, Sendable, CaseIterable {
  /// The densest small cubes of colour space: `WindowSearch` over a ``ColorHistogram``.
  case histogram
  /// Clusters of like colours in OKLab, from a fine ``ColorHistogram``.
  case kmeans
  /// The fullest bins of hue, greys apart: a ``HueHistogram``.
  case hue
  /// Colours that differ clearly and hold small vivid areas, from a fine ``ColorHistogram``.
  case distinct

  /// The swatches to look for when no number is asked for.
  public var defaultCount: Int {
    switch self {
    case .histogram, .hue: 5
    case .distinct: 6
    case .kmeans: 8
    }
  }
}
