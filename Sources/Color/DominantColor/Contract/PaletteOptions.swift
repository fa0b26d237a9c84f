public import Pixels

/// What to ask of an image: how many colours, and which pixels count.
public struct PaletteOptions: Hashable, Sendable {
  /// The most swatches wanted, 1 to 64; `nil` for the method's own
  /// (``PaletteMethod/defaultCount``).
  public var count: Int?
  /// Which pixels count.
  public var visibility: VisibilityRule
  /// How finely ``PaletteMethod/histogram`` divides colour space, also for the dominant colour of palettes by
  /// other methods.
  public var precision: HistogramPrecision
  /// How ``PaletteMethod/hue`` divides the circle of hues; other methods ignore it.
  public var hue: HueScale

  /// Makes options; the default asks for the method's usual count of all visible pixels.
  public init(
    count: Int? = nil, visibility: VisibilityRule = VisibilityRule(),
    precision: HistogramPrecision = .standard, hue: HueScale = HueScale()
  ) {
    self.count = count
    self.visibility = visibility
    self.precision = precision
    self.hue = hue
  }

  /// The number of swatches to look for with a method: what was asked, held to 1…64.
  func count(for method: PaletteMethod) -> Int {
    min(max(count ?? method.defaultCount, 1), 64)
  }
}
