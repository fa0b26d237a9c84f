/// Lloyd's iteration over a ``PointTable``, with sums that follow the points that change clusters.
///
/// Its memory is taken once, for as many centres as method `kmeans` makes; calls allocate nothing.
struct LloydEngine {
  /// The centres.
  private(set) var centers: [FixedOKLab] = []
  /// The inertia of the points that the centres were last improved for.
  private(set) var inertia: Int64 = 0
  private var saved: [FixedOKLab] = []
  private var taken: [Int] = []
  private var sums: [ClusterSums] = []
  private var swaps = SwapSearch(
    centers: KMeansLimits.clusters, points: KMeansLimits.mostSearchedPoints)

  /// Takes memory.
  init() {
    centers.reserveCapacity(KMeansLimits.clusters)
    saved.reserveCapacity(KMeansLimits.clusters)
    taken.reserveCapacity(KMeansLimits.clusters)
    sums.reserveCapacity(KMeansLimits.clusters)
  }

  /// Starts with centres, at least one, and all points in the first cluster.
  mutating func begin(_ points: PointTable, centers start: [FixedOKLab]) {
    centers.removeAll(keepingCapacity: true)
    centers.append(contentsOf: start)
    restart(points)
  }

  /// Goes on with other points and the centres there are.
  mutating func restart(_ points: PointTable) {
    sums.removeAll(keepingCapacity: true)
    for _ in centers { sums.append(ClusterSums()) }
    // Everything starts in the first cluster, and moves out of it like at any later time.
    for index in 0..<points.count {
      // SAFETY: indices of points.
      points.labels[index] = 0
      sums[0].add(points.color(index), weight: points.weights[index])
    }
  }

  /// Assigns points to centres and moves centres to their points' means until no assignment
  /// changes, or `limit` assignments were made; a centre without points moves to the worst point.
  mutating func converge(_ points: PointTable, limit: Int = KMeansLimits.iterations) {
    for assignment in 1...limit {
      let changes = assign(points)
      // The first assignment has nothing to be compared with: the centres may have been swapped.
      if assignment == limit || (changes == 0 && assignment > 1) { return }
      moveCenters(points)
    }
  }

  /// Assigns points to centres, and lets the sums follow.
  ///
  /// - Returns: how many changed clusters.
  private mutating func assign(_ points: PointTable) -> Int {
    var changes = 0
    sums.withUnsafeMutableBufferPointer { sums in
      points.assign(to: centers) { index, old, new in
        // SAFETY: an index of a point.
        let (color, weight) = (points.color(index), points.weights[index])
        sums[old].add(color, weight: 0 &- weight)
        sums[new].add(color, weight: weight)
        changes &+= 1
      }
    }
    return changes
  }

  /// Iterates until the inertia is under `goal`; whether it is within the assignments of a trial.
  ///
  /// Gives up when it would not be if each assignment left took off as much as the last.
  private mutating func lowers(_ points: PointTable, below goal: Int64) -> Bool {
    var last: Int64?
    for assignment in 1...KMeansLimits.trialIterations {
      _ = assign(points)
      let inertia = points.inertia
      if inertia < goal { return true }
      let left = Int128(KMeansLimits.trialIterations - assignment)
      if let last, Int128(last - inertia) * left < Int128(inertia - goal) { return false }
      last = inertia
      moveCenters(points)
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
    inertia = points.inertia
    guard centers.count > 1 else { return }
    for _ in 0..<KMeansLimits.rounds {
      if inertia == known { return }
      save()
      swaps.find(points, centers, inertia)
      var isBetter = false
      for place in swaps.ranked.indices {
        let swap = swaps.ranked[place]
        putBack()
        centers[swap.label] = points.color(swap.point)
        isBetter = lowers(points, below: inertia)
        if isBetter { break }
      }
      guard isBetter else { return putBack() }
      converge(points)
      inertia = points.inertia
    }
  }

  /// Takes out the centres that are missed least, one by one, until there are `count`.
  mutating func thin(_ points: PointTable, to count: Int) {
    converge(points, limit: KMeansLimits.thinningIterations.first)
    while centers.count > count {
      centers.remove(at: swaps.leastMissed(points, centers))
      restart(points)
      converge(points, limit: KMeansLimits.thinningIterations.next)
    }
  }

  private mutating func save() {
    saved.removeAll(keepingCapacity: true)
    saved.append(contentsOf: centers)
  }

  private mutating func putBack() {
    centers.removeAll(keepingCapacity: true)
    centers.append(contentsOf: saved)
  }
}
