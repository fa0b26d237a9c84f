internal import Pixels

// Points assigned to the nearest centres, in OKLab: what step 1 of the specification settles clusters by.
extension DistinctColors {
  /// Clusters of the points nearest to each centre, and of each point the cluster.
  ///
  /// So many times, each from the means of the time before, without those that are empty. The labels given are of each
  /// point the nearest centre.
  static func settled(
    _ points: [Cluster], from centers: [Cluster], rounds: Int, labels: [Int]
  ) -> (clusters: [Cluster], labels: [Int]) {
    var labels = labels
    var centers = centers
    for round in 0..<rounds {
      let pixels = pixels(of: points, nearest: centers, &labels, areNearest: round == 0)
      // Where each label goes when the empty ones are gone.
      var places: [Int] = []
      var kept: [Cluster] = []
      for group in pixels {
        places.append(kept.count)
        if group.sums.count > 0 { kept.append(Cluster(group)) }
      }
      if kept.count < pixels.count { labels = labels.map { places[$0] } }
      centers = kept
    }
    return (centers, labels)
  }

  /// The pixels of the points nearest to each centre, the first of equals, and for each point the label of
  /// that centre.
  ///
  /// A point that is nearer to its centre than half of the way from there to the next one has no nearer
  /// centre (Elkan, 2003): the labels are tried first, and taken as they are if `areNearest`.
  private static func pixels(
    of points: [Cluster], nearest centers: [Cluster], _ labels: inout [Int], areNearest: Bool
  ) -> [PlacedSums] {
    var pixels = [PlacedSums](repeating: PlacedSums(), count: centers.count)
    if areNearest {
      for (point, label) in zip(points, labels) { pixels[label] += point.pixels }
      return pixels
    }
    let colors = centers.map { $0.color }
    let limits = colors.indices.map { label in
      colors.indices.lazy.filter { $0 != label }
        .map { colors[label].squaredDistance(to: colors[$0]) }.min() ?? Int32.max
    }
    colors.withUnsafeBufferPointer { colors in
      for index in points.indices {
        let color = points[index].color
        let first = labels[index]
        var best = (label: first, square: color.squaredDistance(to: colors[first]))
        if 4 &* Int64(best.square) >= Int64(limits[first]) {
          best = (label: 0, square: Int32.max)
          for label in 0..<colors.count {
            // SAFETY: the label is under the number of colours.
            let square = color.squaredDistance(to: colors[label])
            if square < best.square { best = (label, square) }
          }
          labels[index] = best.label
        }
        pixels[best.label] += points[index].pixels
      }
    }
    return pixels
  }
}
