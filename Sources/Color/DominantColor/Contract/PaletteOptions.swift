public import Pixels

/// What to ask of an image: how many colours, and which pixels count.
public struct PaletteOptions: Hashable, Sendable {
  /// The most swatches wanted, 1 to 64; `nil` for the method's own
  /// (``PaletteMethod/defaultCount``).
  public var count: Int?
  /// Whether method ``PaletteMethod/distinct`` gives as many swatches as an image has colours that matter: up to ``count``,
  /// or without one to ``mostChosen``.
  ///
  /// It ends before the first colour of which the root of the share, times the vividness (1 to 9), times the square of ΔE₀₀ to the
  /// nearest swatch is under 80: a grey tone of 4 % of the pixels that differs by 20, one of 1 % that differs by 28, or a vivid one of 0.4 %
  /// that differs by 12. Images of few exact colours have these as without it. Other methods ignore it.
  public var choosesCount: Bool
  /// Which pixels count.
  public var visibility: VisibilityRule
  /// How finely ``PaletteMethod/histogram`` divides colour space, also for the dominant colour of palettes by
  /// other methods.
  public var precision: HistogramPrecision
  /// How ``PaletteMethod/hue`` divides the circle of hues; other methods ignore it.
  public var hue: HueScale

  /// The most swatches where ``choosesCount`` and no number is given.
  public static let mostChosen = 12

  /// Makes options; the default asks for the method's usual count of all visible pixels.
  public init(
    count: Int? = nil, choosesCount: Bool = false, visibility: VisibilityRule = VisibilityRule(),
    precision: HistogramPrecision = .standard, hue: HueScale = HueScale()
  ) {
    self.count = count
    self.choosesCount = choosesCount
    self.visibility = visibility
    self.precision = precision
    self.hue = hue
  }

  /// The number of swatches to look for with a method: what was asked, held to 1…64.
  func count(for method: PaletteMethod) -> Int {
    let usual = choosesCount && method == .distinct ? Self.mostChosen : method.defaultCount
    return min(max(count ?? usual, 1), 64)
  }
}
