/// A palette whose dominant colour was found from an outline and tiles of a picture, and what is
/// promised of it.
public struct OutlinePalette: Hashable, Sendable {
  /// The colours; counts are estimates, and only the dominant colour is covered by the promise.
  public let palette: Palette
  /// What is promised.
  public let estimate: PaletteEstimate
}

/// What is promised of a dominant colour that was found without counting every pixel.
///
/// Probabilities are over what chooses the pixels that are looked at, for every picture alike.
public struct PaletteEstimate: Hashable, Sendable {
  /// The most by which the dominant colour differs, in ΔE00, from the exact mean colour of the
  /// window that wins in the full picture, both before they are rounded to whole levels.
  public let colorDifference: Double
  /// Where the winning window's share of the counted pixels lies.
  public let populationRange: ClosedRange<Double>
  /// The probability that ``colorDifference`` or ``populationRange`` is wrong, at most.
  public let errorProbability: Double
  /// Pixels that were looked at beside the outline.
  public let pixelsRead: Int
}
