internal import SIMDBodies

/// The points of a ``PointTable`` in order of their clusters, so that sums over each cluster are
/// sums over neighbours.
final class PointsByCluster: PointColumns, @unchecked Sendable {
  // SAFETY: Sendable because it belongs to one clusterer, whose calls are exclusive.

  private let weights: UnsafeMutablePointer<UInt32>
  /// The squared distance to the second nearest centre.
  private let seconds: UnsafeMutablePointer<Int32>
  /// Where each cluster's points begin, and after the last where they end.
  private let bounds: UnsafeMutablePointer<Int32>
  private let center: UnsafeMutablePointer<UInt32>
  private var clusters = 0
  private var code = InstructionSet.baseline.code

  /// Takes memory for a number of points.
  override init(capacity: Int) {
    weights = VectorMemory.take(capacity)
    seconds = VectorMemory.take(capacity)
    bounds = VectorMemory.take(KMeansLimits.clusters + 1)
    center = VectorMemory.take(2)
    super.init(capacity: capacity)
  }

  deinit {
    weights.deallocate()
    seconds.deallocate()
    bounds.deallocate()
    center.deallocate()
  }

  /// Copies points, at least two, of which the nearest two of so many centres are known.
  func sort(_ points: PointTable, _ two: NearestTwo, clusters: Int) {
    precondition(points.count <= capacity, "room for \(capacity) points")
    precondition(clusters <= KMeansLimits.clusters, "too many clusters")
    self.clusters = clusters
    code = points.code
    // SAFETY: labels are under `clusters`; bounds have one more than that. After the sums, a bound
    // is where its cluster's next point goes, and at last where the next cluster begins.
    for label in 0...clusters { bounds[label] = 0 }
    for index in 0..<points.count { bounds[Int(two.labels[index])] += 1 }
    var start: Int32 = 0
    for label in 0..<clusters {
      let size = bounds[label]
      bounds[label] = start
      start += size
    }
    for index in 0..<points.count {
      let label = Int(two.labels[index])
      let place = Int(bounds[label])
      bounds[label] += 1
      firsts[place] = points.firsts[index]
      thirds[place] = points.thirds[index]
      // Two or more points, so that none has all the weight there can be.
      weights[place] = UInt32(truncatingIfNeeded: points.weights[index])
      squares[place] = two.squares[index]
      seconds[place] = two.seconds[index]
    }
    // Sorting by counting. `bounds` with three clusters of 2, 1 and 3 points:
    //
    //     counted             2   1   3
    //     first places        0   2   3
    //     after all are put   2   3   6
    //     moved up            0   2   3   6
    for label in (0..<clusters).reversed() { bounds[label + 1] = bounds[label] }
    bounds[0] = 0
  }

  /// What a new centre gains, and for each cluster how much less it then costs to give up its
  /// centre.
  func gain(of color: FixedOKLab, savings: inout [Int64]) -> Int64 {
    precondition(savings.count >= clusters, "room for every cluster's savings")
    // SAFETY: as many points as the last bound says, and savings for each cluster.
    (center[0], center[1]) = Self.words(color)
    return savings.withUnsafeMutableBufferPointer { savings in
      guard let savings = savings.baseAddress else { return 0 }
      return code.swapGains(
        SwapGains(firsts, thirds, weights: weights, squares: squares, seconds: seconds),
        bounds, clusters, center, savings)
    }
  }
}
