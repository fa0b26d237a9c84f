public import DominantColor
public import ImageCodecs

/// The colours of a picture file, and how they were found.
public struct FilePalette: Hashable, Sendable {
  /// The colours.
  public internal(set) var palette: Palette
  /// What the file says of its picture.
  public let header: ImageHeader
  /// Whether every pixel was counted; else counts are estimates and the dominant colour stands for
  /// the exact one (see ``FilePaletteReader/isExact``).
  public let isExact: Bool
  /// What is promised of the dominant colour where a sample proved it; `nil` exactly where every pixel
  /// was counted.
  public let estimate: PaletteEstimate?
  /// What was odd about the file, though it gave these colours.
  public let warnings: [ImageWarning]
  /// How many colours the picture has, where its swatches are some of them as they are
  /// (``FilePaletteReader/keepsFewColors``); `nil` where swatches are means.
  public var distinctColors: Int?
  /// The background that was left out, or why there is none; `nil` where it was not asked for
  /// (``FilePaletteReader/leavesOutBackground``).
  public var background: BackgroundFinding?
  /// The bars that were left out; `nil` where there are none or they were not asked for
  /// (``FilePaletteReader/leavesOutBars``).
  public var bars: PictureBars?
  /// The swatches' colours in Display P3, in their order, where ``FilePaletteReader/gamut`` asks for it;
  /// those of ``palette`` are the same in sRGB.
  public var displayP3: [DisplayP3Color]?
  /// The dominant colour in Display P3; `nil` where ``displayP3`` is, and where there is none.
  public var dominantInDisplayP3: DisplayP3Color?
}
