internal import Pixels

/// Swatches out of clusters.
enum KMeansSwatches {
  /// The swatches of clusters that have pixels, by falling population, ties by colour.
  ///
  /// Allocates the result and nothing else.
  static func sorted(_ clusters: [ColorSums], outOf total: UInt64) -> [Swatch] {
    var swatches: [Swatch] = []
    swatches.reserveCapacity(clusters.count)
    for sums in clusters {
      guard let color = sums.mean else { continue }
      swatches.append(Swatch(color: color, count: sums.count, outOf: total))
    }
    swatches.sortFew { ($1.count, $0.color) < ($0.count, $1.color) }
    return swatches
  }
}
