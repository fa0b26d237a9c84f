/// How tiles of a picture were drawn: one from each of some strata of equal length, uniformly and
/// independently, for every seed.
///
/// Draws have ranks from 0 to ``highestRank``: those of rank *r* and above are one from each 2ʳ of the
/// strata, and a sample of the same kind.
public struct TileSampling: Hashable, Sendable {
  /// Strata, one tile of each; the last may draw nothing, past the end of the outline.
  ///
  /// A multiple of 2 to the power ``highestRank``.
  public let draws: Int
  /// The length of all strata, in pixels of the outline; a tile is a quarter of one.
  public let population: Int
  /// The rank of the fewest draws.
  public let highestRank: Int

  /// Draws of a rank and above.
  public func draws(fromRank rank: Int) -> Int { draws >> rank }
}
