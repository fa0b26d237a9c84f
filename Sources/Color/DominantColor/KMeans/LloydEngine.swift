internal import SIMDBodies

/// Lloyd's iteration over a ``PointTable``, with sums that follow the points that change clusters.
///
/// Its memory is taken once, for as many centres as method `kmeans` makes; calls allocate nothing.
struct LloydEngine {
  /// The centres.
  private(set) var centers: [FixedOKLab] = []
  /// The inertia of the points that the centres were last improved for.
  private(set) var inertia: Int64 = 0
  /// The inertias that the last improvement came by, before each of its rounds.
  private(set) var passed: [Int64] = []
  private var saved: [FixedOKLab] = []
  private var taken: [Int] = []
  private var sums: [ClusterSums] = []
  private var savedSums: [ClusterSums] = []
  private var swaps = SwapSearch(
    centers: KMeansLimits.clusters, points: KMeansLimits.mostSearchedPoints)

  /// Takes memory.
  init() {
    centers.reserveCapacity(KMeansLimits.clusters)
    passed.reserveCapacity(KMeansLimits.rounds)
    saved.reserveCapacity(KMeansLimits.clusters)
    taken.reserveCapacity(KMeansLimits.clusters)
    sums.reserveCapacity(KMeansLimits.clusters)
    savedSums.reserveCapacity(KMeansLimits.clusters)
  }

  /// Starts with centres, at least one, and all points in the first cluster.
  mutating func begin(_ points: PointTable, centers start: [FixedOKLab]) {
    centers.removeAll(keepingCapacity: true)
    centers.append(contentsOf: start)
    sums.removeAll(keepingCapacity: true)
    for _ in centers { sums.append(ClusterSums()) }
    // Everything starts in the first cluster, and moves out of it like at any later time.
    points.labels.update(repeating: 0, count: points.count)
    sums[0] = points.total
  }

  /// Assigns points to centres and moves centres to their points' means until no assignment
  /// changes, or `limit` assignments were made; a centre without points moves to the worst point.
  ///
  /// - Parameters:
  ///   - points: what is assigned.
  ///   - limit: assignments at most.
  ///   - isAssigned: whether the first assignment is known, and the points have it.
  @inline(never)
  mutating func converge(
    _ points: PointTable, limit: Int = KMeansLimits.iterations, isAssigned: Bool = false
  ) {
    for assignment in 1...limit {
      let changes = isAssigned && assignment == 1 ? 0 : assign(points)
      // The first assignment has nothing to be compared with: the centres may have been swapped.
      if assignment == limit || (changes == 0 && assignment > 1) { return }
      moveCenters(points)
    }
  }

  /// Assigns points to centres, and lets the sums follow.
  ///
  /// - Returns: how many changed clusters.
  @inline(never)
  private mutating func assign(_ points: PointTable) -> Int {
    var changes = 0
    sums.withUnsafeMutableBufferPointer { sums in
      points.assign(to: centers) { index, old, new in
        Self.move(index, of: points, from: old, to: new, in: sums)
        changes &+= 1
      }
    }
    return changes
  }

  /// Assigns points to centres of which one was just replaced, from where the search for swaps left
  /// them.
  private mutating func assign(_ points: PointTable, replaced label: Int) {
    sums.withUnsafeMutableBufferPointer { sums in
      points.replace(label, by: centers[label], swaps.two) { index, old, new in
        Self.move(index, of: points, from: old, to: new, in: sums)
      }
    }
  }

  /// Lets sums follow a point.
  @inline(__always)
  private static func move(
    _ index: Int, of points: PointTable, from old: Int, to new: Int,
    in sums: UnsafeMutableBufferPointer<ClusterSums>
  ) {
    // SAFETY: an index of a point.
    let (color, weight) = (points.color(index), points.weights[index])
    // Integers come back to what they were: sums that follow every change equal sums that are
    // made anew.
    sums[old].add(color, weight: 0 &- weight)
    sums[new].add(color, weight: weight)
  }

  /// Iterates from a replaced centre until the inertia about the moved centres is under `goal`;
  /// whether it is within the assignments of a trial.
  ///
  /// Gives up when moving the centres takes off too small a part of what is still lacking.
  private mutating func lowers(
    _ points: PointTable, replaced label: Int, below goal: Int64
  ) -> Bool {
    for assignment in 1...KMeansLimits.trialIterations {
      if assignment == 1 { assign(points, replaced: label) } else { _ = assign(points) }
      let assigned = points.inertia(centers, sums)
      moveCenters(points)
      let moved = points.inertia(centers, sums)
      if moved < goal { return true }
      // Inertias are 0 or more, and their differences fit 64 bits.
      let taken = Int128(KMeansLimits.trialPart) &* Int128(assigned &- moved)
      if taken < Int128(moved &- goal) { return false }
    }
    return false
  }

  private mutating func moveCenters(_ points: PointTable) {
    taken.removeAll(keepingCapacity: true)
    for label in centers.indices {
      if let mean = sums[label].mean {
        centers[label] = mean
      } else if let index = points.worst(except: taken) {
        centers[label] = points.color(index)
        taken.append(index)
      }
    }
  }

  /// Replaces centres by points as long as that lowers the inertia and it is not that `known`; the
  /// points are not assigned to the centres afterwards.
  mutating func improve(_ points: PointTable, until known: Int64? = nil) {
    inertia = points.inertia(centers, sums)
    passed.removeAll(keepingCapacity: true)
    guard centers.count > 1 else { return }
    for _ in 0..<KMeansLimits.rounds {
      if inertia == known { return }
      passed.append(inertia)
      save()
      swaps.find(points, centers, inertia)
      var isBetter = false
      for place in swaps.ranked.indices {
        let swap = swaps.ranked[place]
        putBack()
        centers[swap.label] = points.color(swap.point)
        isBetter = lowers(points, replaced: swap.label, below: inertia)
        if isBetter { break }
      }
      guard isBetter else { return putBack() }
      converge(points)
      inertia = points.inertia(centers, sums)
    }
  }

  /// Takes out the centres that are missed least, one by one, until there are `count`.
  mutating func thin(_ points: PointTable, to count: Int) {
    converge(points, limit: KMeansLimits.thinningIterations.first)
    while centers.count > count {
      remove(swaps.leastMissed(points, centers), points)
      converge(points, limit: KMeansLimits.thinningIterations.next, isAssigned: true)
    }
  }

  /// Takes out a centre; its points go to the second nearest, so that all are at their nearest.
  private mutating func remove(_ label: Int, _ points: PointTable) {
    let two = swaps.two
    sums.withUnsafeMutableBufferPointer { sums in
      for index in 0..<points.count {
        // SAFETY: an index of a point.
        var new = two.labels[index]
        points.squares[index] = two.squares[index]
        if Int(new) == label {
          new = two.others[index]
          points.squares[index] = two.seconds[index]
          Self.move(index, of: points, from: label, to: Int(new), in: sums)
        }
        // Numbers above the one that goes move down by one.
        points.labels[index] = Int(new) > label ? new &- 1 : new
      }
    }
    centers.remove(at: label)
    sums.remove(at: label)
  }

  private mutating func save() {
    savedSums.removeAll(keepingCapacity: true)
    savedSums.append(contentsOf: sums)
    saved.removeAll(keepingCapacity: true)
    saved.append(contentsOf: centers)
  }

  private mutating func putBack() {
    sums.removeAll(keepingCapacity: true)
    sums.append(contentsOf: savedSums)
    centers.removeAll(keepingCapacity: true)
    centers.append(contentsOf: saved)
  }
}
