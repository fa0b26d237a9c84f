internal import SIMDBodies

/// Finds the points that promise most in place of a present centre, for all centres in one pass
/// over the points near each.
struct SwapSearch {
  /// A point that becomes a centre, the centre that it takes the place of, and what that does to
  /// the inertia before centres move.
  struct Swap {
    var point: Int
    var label: Int
    var change: Int64

    /// Whether this promises more than another.
    func isBefore(_ other: Swap) -> Bool {
      (change, point, label) < (other.change, other.point, other.label)
    }
  }

  /// The swaps to try, the most promising first; at most ``KMeansLimits/tries``.
  private(set) var ranked: [Swap] = []
  /// The nearest two centres of each point when swaps were last looked for.
  var two: NearestTwo { resting.two }
  private var count = 0
  /// What giving up each centre adds to the inertia when nothing takes its place.
  private var removals: [Int64]
  /// How much less that is with one point in its place.
  private var savings: [Int64]
  private let sorted: PointsByCluster
  private let resting: RestingPoints
  /// The best swap for each pair of the cluster a point comes from and another's centre.
  private var best: [Swap]

  /// Takes memory for numbers of centres and points.
  init(centers: Int, points: Int) {
    sorted = PointsByCluster(capacity: points)
    resting = RestingPoints(capacity: points)
    ranked.reserveCapacity(KMeansLimits.tries + 1)
    removals = Array(repeating: 0, count: centers)
    savings = removals
    best = Array(repeating: Swap(point: -1, label: 0, change: .max), count: centers * centers)
  }

  /// Finds the swaps to try.
  ///
  /// - Parameters:
  ///   - points: assigned to the centres.
  ///   - centers: from two to as many as the search has memory for.
  ///   - inertia: that of the points.
  mutating func find(_ points: PointTable, _ centers: [FixedOKLab], _ inertia: Int64) {
    count = centers.count
    findTwo(points, centers)
    sorted.sort(points, two, clusters: count)
    for pair in 0..<count * count { best[pair].point = -1 }
    let halves = Int128(2 * KMeansLimits.candidates)
    var sum: Int64 = 0
    var next: Int128 = 1
    let two = two
    // Few steps of an inertia under 2⁶³ fit 128 bits.
    var threshold = Int64(truncatingIfNeeded: next &* Int128(inertia) / halves)
    for index in 0..<points.count {
      // SAFETY: indices of points; the sum fits by the promise of `mostWeight`.
      sum &+= points.weights[index] &* Int64(two.squares[index])
      if sum > threshold {
        judge(index, points)
        while sum > threshold {
          next &+= 2
          threshold = Int64(clamping: next &* Int128(inertia) / halves)
        }
      }
    }
    rank()
  }

  /// The centre whose points add least to the inertia when they go to their second nearest, the
  /// first of equals.
  mutating func leastMissed(_ points: PointTable, _ centers: [FixedOKLab]) -> Int {
    count = centers.count
    findTwo(points, centers)
    var least = 0
    for label in 1..<count where removals[label] < removals[least] { least = label }
    return least
  }

  /// Lists the best swaps of all pairs in order, ties by point and label.
  private mutating func rank() {
    ranked.removeAll(keepingCapacity: true)
    for pair in 0..<count * count where best[pair].point >= 0 {
      let swap = best[pair]
      // Inserted in order: twelve entries at most, of which a worse one falls out at the end.
      var place = ranked.count
      while place > 0, swap.isBefore(ranked[place - 1]) { place -= 1 }
      guard place < KMeansLimits.tries else { continue }
      ranked.insert(swap, at: place)
      if ranked.count > KMeansLimits.tries { ranked.removeLast() }
    }
  }

  /// Finds the nearest two centres of each point, and what giving up each centre costs.
  private mutating func findTwo(_ points: PointTable, _ centers: [FixedOKLab]) {
    precondition(points.count <= resting.capacity, "room for \(resting.capacity) points")
    points.findTwo(of: centers, into: two)
    let two = two
    for label in 0..<count { removals[label] = 0 }
    removals.withUnsafeMutableBufferPointer { removals in
      for index in 0..<points.count {
        // SAFETY: indices of points, whose labels are those of centres.
        removals[Int(two.labels[index])] &+=
          points.weights[index] &* Int64(two.seconds[index] &- two.squares[index])
      }
    }
  }

  /// Judges a point in place of every centre but its own cluster's.
  private mutating func judge(_ point: Int, _ points: PointTable) {
    // Nearer than its present centre: gained whichever centre goes. Nearer than the second: its
    // present centre can go for less.
    let gain = sorted.gain(of: points.color(point), savings: &savings)
    // SAFETY: an index of a point.
    let home = Int(two.labels[point])
    for label in 0..<count where label != home {
      // What the centre's points lose, less what those of them save that go to the new one
      // instead of their second nearest, less what all others gain by it.
      let change = removals[label] &- savings[label] &- gain
      let pair = home * count + label
      if best[pair].point < 0 || change < best[pair].change {
        best[pair] = Swap(point: point, label: label, change: change)
      }
    }
  }
}
