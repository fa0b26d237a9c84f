public import DominantColor
public import ImageCodecs

/// The colours of a picture file, and how they were found.
public struct FilePalette: Hashable, Sendable {
  /// The colours.
  public let palette: Palette
  /// What the file says of its picture.
  public let header: ImageHeader
  /// Whether every pixel was counted.
  public var isExact: Bool { estimate == nil }
  /// What is promised where not every pixel was counted, and counts are estimates (see
  /// ``FilePaletteReader/isExact``); `nil` where every pixel was.
  public let estimate: PaletteEstimate?
  /// What was odd about the file, though it gave these colours.
  public let warnings: [ImageWarning]
}
