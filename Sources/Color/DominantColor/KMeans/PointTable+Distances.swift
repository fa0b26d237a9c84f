internal import SIMDBodies

extension PointTable {
  /// Finds every point's nearest centre, the first of equals, and reports each change.
  ///
  /// - Parameters:
  ///   - centers: at least one.
  ///   - changed: called with a point's index, its old and its new label.
  @inline(__always)
  func assign(to centers: [FixedOKLab], changed: (Int, Int, Int) -> Void) {
    pack(centers)
    forEachBlock(changed) { points, start, changes in
      // SAFETY: squares and labels from a point on, with room for whole vectors.
      code.nearestCenters(
        points, packed, centers.count, squares + start, labels + start, changes)
    }
  }

  /// Finds the nearest two centres of every point.
  ///
  /// - Parameters:
  ///   - centers: at least two.
  ///   - two: where the results go.
  func findTwo(of centers: [FixedOKLab], into two: NearestTwo) {
    pack(centers)
    code.nearestTwo(NearestCenters(firsts, thirds, count: count), packed, centers.count, two)
  }

  /// Finds every point's nearest centre where one was replaced, and reports each point that is
  /// nearest to another number than before.
  ///
  /// - Parameters:
  ///   - label: which was replaced.
  ///   - center: by what.
  ///   - two: every point's nearest two centres before.
  ///   - changed: called with a point's index, its old and its new label.
  @inline(__always)
  func replace(
    _ label: Int, by center: FixedOKLab, _ two: NearestTwo, changed: (Int, Int, Int) -> Void
  ) {
    pack([center])
    forEachBlock(changed) { points, start, changes in
      // SAFETY: as above, and as much of the nearest two.
      let two = NearestTwo(
        labels: two.labels + start, squares: two.squares + start, others: two.others + start,
        seconds: two.seconds + start)
      return code.nearestReplaced(
        points, label, packed, two, squares + start, labels + start, changes)
    }
  }

  private func pack(_ centers: [FixedOKLab]) {
    precondition(centers.count <= KMeansLimits.clusters, "too many centres")
    // SAFETY: there is room for two words of every centre, as just checked.
    for (label, center) in centers.enumerated() {
      (packed[2 * label], packed[2 * label + 1]) = Self.words(center)
    }
  }

  /// Assigns the points of each block, and reports those that changed.
  @inline(__always)
  private func forEachBlock(
    _ changed: (Int, Int, Int) -> Void,
    _ assign: (NearestCenters, Int, NearestCenters.Changes) -> Int
  ) {
    let (changedPoints, oldLabels) = self.changed
    let changes = NearestCenters.Changes(changedPoints, oldLabels: oldLabels)
    let labels = labels
    var start = 0
    while start < count {
      let size = min(Self.block, count - start)
      // SAFETY: `size` points from `start` on, at most a block, which the lists have room for.
      let points = NearestCenters(firsts + start, thirds + start, count: size)
      for entry in 0..<assign(points, start, changes) {
        let index = start &+ Int(changedPoints[entry])
        changed(index, Int(oldLabels[entry]), Int(labels[index]))
      }
      start += size
    }
  }

  /// The index of the point that adds most to the inertia, the first of equals; `nil` when none
  /// adds anything.
  func worst(except taken: [Int]) -> Int? {
    var worst: (index: Int, cost: Int64)?
    // SAFETY: indices of points; a product fits by the promise of `mostWeight`.
    for index in 0..<count {
      let cost = weights[index] &* Int64(squares[index])
      if cost > worst?.cost ?? 0, !taken.contains(index) { worst = (index, cost) }
    }
    return worst?.index
  }

  /// Adds the worst points to centres until there are `count`; fewer only when every point lies on
  /// a centre.
  func complete(_ centers: inout [FixedOKLab], to count: Int) {
    while centers.count < count {
      assign(to: centers) { _, _, _ in }
      guard let index = worst(except: []) else { return }
      centers.append(color(index))
    }
  }
}
