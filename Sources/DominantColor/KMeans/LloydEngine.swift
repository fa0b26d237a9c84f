/// Lloyd's iteration over a ``PointTable``, with sums that follow the points that change clusters.
struct LloydEngine {
  /// The centres.
  private(set) var centers: [FixedOKLab]
  private let points: PointTable
  private var sums: [ClusterSums]

  /// Starts with centres, at least one.
  init(_ points: PointTable, centers: [FixedOKLab]) {
    self.points = points
    self.centers = centers
    sums = Array(repeating: ClusterSums(), count: centers.count)
    // Everything starts in the first cluster, and moves out of it like at any later time.
    for index in 0..<points.count {
      // SAFETY: indices of points.
      points.labels[index] = 0
      sums[0].add(points.color(index), weight: points.weights[index])
    }
  }

  /// Assigns points to centres and moves centres to their points' means until no assignment changes,
  /// or `limit` assignments were made; a centre without points moves to the worst point.
  mutating func converge(limit: Int = KMeansLimits.iterations) {
    for assignment in 1...limit {
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
      // The first assignment has nothing to be compared with: the centres may have been swapped.
      if assignment == limit || (changes == 0 && assignment > 1) { return }
      moveCenters()
    }
  }

  private mutating func moveCenters() {
    var taken: [Int] = []
    for label in centers.indices {
      if let mean = sums[label].mean {
        centers[label] = mean
      } else if let index = points.worst(except: taken) {
        centers[label] = points.color(index)
        taken.append(index)
      }
    }
  }

  /// Replaces centres by points as long as that lowers the inertia; the points are not assigned to
  /// the centres afterwards.
  mutating func improve() {
    guard centers.count > 1 else { return }
    var swaps = SwapSearch(centers: centers.count)
    var inertia = points.inertia
    for _ in 0..<KMeansLimits.rounds {
      let before = centers
      let isBetter = swaps.find(points, centers, inertia).contains { swap in
        centers = before
        centers[swap.label] = points.color(swap.point)
        converge(limit: KMeansLimits.trialIterations)
        return points.inertia < inertia
      }
      guard isBetter else {
        centers = before
        return
      }
      converge()
      inertia = points.inertia
    }
  }
}
