extension KMeansReference {
  /// Windows looked for.
  static func windowCount(clusters: Int) -> Int {
    clusters <= KMeansLimits.manyStarts ? 2 * clusters : clusters
  }

  /// The centres of least inertia that the search comes to from either of its starts, the first of
  /// equals.
  static func searched(_ points: [Point], windows: [FixedOKLab], count: Int) -> [FixedOKLab] {
    guard count <= KMeansLimits.manyStarts else {
      return improved(completed(windows, points, count: count), points).centers
    }
    let twice = completed(windows, points, count: 2 * count)
    let first = improved(thinned(twice, points, count: count), points)
    let middle = mean(points).map { [$0.color] } ?? []
    let second = improved(
      completed(middle, points, count: count), points, until: first.inertia)
    return second.inertia < first.inertia ? second.centers : first.centers
  }

  /// Centres, and then the worst points until there are `count`; fewer only when every point lies
  /// on a centre.
  static func completed(
    _ start: [FixedOKLab], _ points: [Point], count: Int
  ) -> [FixedOKLab] {
    var centers = start
    while centers.count < count {
      let squares = points.map { nearest($0.color, centers).square }
      guard let index = worst(points, squares) else { break }
      centers.append(points[index].color)
    }
    return centers
  }

  /// Centres without those that are missed least: again and again the one is taken out whose points
  /// add least to the inertia when they go to their second nearest, the first of equals.
  static func thinned(_ start: [FixedOKLab], _ points: [Point], count: Int) -> [FixedOKLab] {
    var rest = converged(start, points, limit: KMeansLimits.thinningIterations.first)
    while rest.centers.count > count {
      let seconds = seconds(rest, points)
      var losses = Array(repeating: UInt128(0), count: rest.centers.count)
      for (index, point) in points.enumerated() {
        losses[rest.labels[index]] +=
          UInt128(point.weight) * UInt128(seconds[index] - rest.squares[index])
      }
      guard let least = losses.indices.min(by: { losses[$0] < losses[$1] }) else { break }
      var centers = rest.centers
      centers.remove(at: least)
      rest = converged(centers, points, limit: KMeansLimits.thinningIterations.next)
    }
    return rest.centers
  }
}
