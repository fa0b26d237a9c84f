internal import Pixels

// Points assigned to the nearest centres, in OKLab: what steps 1 to 4 of the specification settle clusters by.
extension DistinctColors {
  /// Clusters of the pixels that each centre has, without those that have none.
  static func moved(_ centers: [Cluster], to pixels: [PlacedSums]) -> [Cluster] {
    var moved: [Cluster] = []
    for index in centers.indices where pixels[index].sums.count > 0 {
      moved.append(Cluster(pixels[index], isNoise: centers[index].isNoise))
    }
    return moved
  }

  /// Clusters of the points nearest to each centre, the first of equals; without those that are empty.
  static func assigned(_ points: [Cluster], to centers: [Cluster]) -> [Cluster] {
    settled(points, from: centers, rounds: 1)
  }

  // The same, so many times, each from the means of the time before. Labels are of each point the nearest
  // centre, where that is known.
  static func settled(
    _ points: [Cluster], from centers: [Cluster], rounds: Int, labels: [Int]? = nil
  ) -> [Cluster] {
    var labels = labels
    var centers = centers
    for round in 0..<rounds {
      let pixels = pixels(of: points, nearest: centers, &labels, areNearest: round == 0)
      // Where each label goes when the empty ones are gone.
      var places: [Int] = []
      var kept = 0
      for group in pixels {
        places.append(kept)
        if group.sums.count > 0 { kept += 1 }
      }
      if kept < pixels.count { labels = labels.map { $0.map { places[$0] } } }
      centers = Self.moved(centers, to: pixels)
    }
    return centers
  }

  static func pixels(of points: [Cluster], nearest centers: [Cluster]) -> [PlacedSums] {
    var labels: [Int]?
    return pixels(of: points, nearest: centers, &labels, areNearest: false)
  }

  /// The pixels of the points nearest to each centre, the first of equals, and for each point the label of
  /// that centre.
  ///
  /// A point that is nearer to its centre than half of the way from there to the next one has no nearer
  /// centre (Elkan, 2003): labels that are given are tried first, and taken as they are if `areNearest`.
  private static func pixels(
    of points: [Cluster], nearest centers: [Cluster], _ labels: inout [Int]?, areNearest: Bool
  ) -> [PlacedSums] {
    var pixels = [PlacedSums](repeating: PlacedSums(), count: centers.count)
    if let labels, areNearest {
      for (point, label) in zip(points, labels) { pixels[label] += point.pixels }
      return pixels
    }
    let colors = centers.map { $0.color }
    let limits = colors.indices.map { label in
      colors.indices.lazy.filter { $0 != label }
        .map { colors[label].squaredDistance(to: colors[$0]) }.min() ?? Int32.max
    }
    var found = labels ?? [Int](repeating: 0, count: points.count)
    colors.withUnsafeBufferPointer { colors in
      for index in points.indices {
        let color = points[index].color
        let first = found[index]
        var best = (label: first, square: color.squaredDistance(to: colors[first]))
        if 4 &* Int64(best.square) >= Int64(limits[first]) {
          best = (label: 0, square: Int32.max)
          for label in 0..<colors.count {
            // SAFETY: the label is under the number of colours.
            let square = color.squaredDistance(to: colors[label])
            if square < best.square { best = (label, square) }
          }
          found[index] = best.label
        }
        pixels[best.label] += points[index].pixels
      }
    }
    labels = found
    return pixels
  }
}
