public import Pixels

/// The answer: the colours of an image, the largest population first (for method `distinct` the most
/// important), and what was counted.
///
/// Two kernels of a method give *equal* palettes for the same pixels and options.
public struct Palette: Hashable, Sendable {
  /// The method that the answer is of.
  public let method: PaletteMethod
  /// The colours, most pixels first, for method `distinct` after the first two the most important;
  /// empty when nothing was there to answer with.
  public let swatches: [Swatch]
  /// Pixels counted, transparent and filtered.
  public let tally: PixelTally
  /// For ``PaletteMethod/hue``, the dominant hue in full; `nil` for the other methods.
  public let hue: DominantHue?
  /// The dominant colour: the fullest small window of colour, which is the first one of method
  /// `histogram`; `nil` when there is none, and ``absence`` says why.
  ///
  /// Of methods `kmeans` and `distinct` it is none of the swatches, which are means of clusters, but found
  /// among the same pixels: what ``PaletteMethod/histogram`` answers with the same options. Method `hue` counts
  /// no cells of colour: there it is the first swatch.
  public let dominant: Swatch?

  /// Makes a palette whose first colour is the dominant one.
  public init(method: PaletteMethod, swatches: [Swatch], tally: PixelTally, hue: DominantHue? = nil)
  {
    self.init(
      method: method, swatches: swatches, dominant: swatches.first, tally: tally, hue: hue)
  }

  /// Makes a palette with a dominant colour of its own.
  public init(
    method: PaletteMethod, swatches: [Swatch], dominant: Swatch?, tally: PixelTally,
    hue: DominantHue? = nil
  ) {
    self.method = method
    self.swatches = swatches
    self.dominant = dominant
    self.tally = tally
    self.hue = hue
  }

  /// Why there is no dominant colour; `nil` when there is one.
  public var absence: Absence? {
    if !swatches.isEmpty { return nil }
    if tally.total == 0 { return .noPixels }
    if tally.counted > 0 { return .allGrey }
    return tally.filtered > 0 ? .allFiltered : .allTransparent
  }

  /// A reason to have no dominant colour: an ordinary answer, not an error.
  public enum Absence: String, Hashable, Sendable {
    /// The image has no pixels.
    case noPixels
    /// Every pixel's alpha is under the minimum.
    case allTransparent
    /// Filters took out every visible pixel.
    case allFiltered
    /// Method `hue` was asked, and every counted pixel is grey.
    case allGrey
  }
}

extension Palette.Absence: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .noPixels: "the image has no pixels"
    case .allTransparent: "every pixel is transparent"
    case .allFiltered: "filters take out every visible pixel"
    case .allGrey: "every visible pixel is grey, and grey has no hue"
    }
  }
}
