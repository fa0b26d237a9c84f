/// How tiles of a picture were drawn: one from each of some strata of equal length, uniformly and
/// independently, for every seed.
public struct TileSampling: Hashable, Sendable {
  /// Strata, one tile of each; the last may draw nothing, past the end of the outline.
  public let draws: Int
  /// The length of all strata, in pixels of the outline; a tile is a quarter of one.
  public let population: Int
}
