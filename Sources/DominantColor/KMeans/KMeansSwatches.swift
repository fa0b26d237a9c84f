internal import Pixels

/// Swatches out of clusters.
enum KMeansSwatches {
  /// The swatches of clusters that have pixels, by falling population, ties by colour.
  static func sorted(_ clusters: [ColorSums], outOf total: UInt64) -> [Swatch] {
    clusters.compactMap { sums in
      sums.mean.map { Swatch(color: $0, count: sums.count, outOf: total) }
    }
    .sorted { ($1.count, $0.color) < ($0.count, $1.color) }
  }
}
