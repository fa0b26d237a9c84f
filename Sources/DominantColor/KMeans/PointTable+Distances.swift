internal import SIMDAVX2
internal import SIMDAVX512
internal import SIMDBaseline

extension PointTable {
  /// The squared distance between two points of 16-bit components, for loops that the compiler
  /// turns into vectors: differences fit 16 bits, so a 16-bit multiplication does.
  @inline(__always)
  private static func square(
    _ l: Int16, _ a: Int16, _ b: Int16, _ center: (l: Int16, a: Int16, b: Int16)
  ) -> Int32 {
    let dl = Int32(l &- center.l)
    let da = Int32(a &- center.a)
    let db = Int32(b &- center.b)
    return dl &* dl &+ da &* da &+ db &* db
  }

  @inline(__always)
  static func halves(_ color: FixedOKLab) -> (l: Int16, a: Int16, b: Int16) {
    (
      Int16(truncatingIfNeeded: color.l), Int16(truncatingIfNeeded: color.a),
      Int16(truncatingIfNeeded: color.b)
    )
  }

  /// Finds every point's nearest centre, the first of equals, and tells of each change.
  ///
  /// - Parameters:
  ///   - centers: at least one.
  ///   - changed: called with a point's index, its old and its new label.
  func assign(to centers: [FixedOKLab], changed: (Int, Int, Int) -> Void) {
    precondition(centers.count <= KMeansLimits.clusters, "too many centres")
    // SAFETY: there is room for three components of every centre, as just checked.
    for (label, center) in centers.enumerated() {
      (packed[3 * label], packed[3 * label + 1], packed[3 * label + 2]) = Self.halves(center)
    }
    var start = 0
    while start < count {
      let size = min(Self.block, count - start)
      nearest(start, size, centers.count)
      // SAFETY: `start + index` is a point, `index` under the scratch memory's size. Pointers are
      // copied to locals, or each store would be feared to change them.
      let labels = labels + start
      let fresh = fresh
      for index in 0..<size where fresh[index] != labels[index] {
        let old = labels[index]
        labels[index] = fresh[index]
        changed(start &+ index, Int(old), Int(fresh[index]))
      }
      start += size
    }
  }

  /// Finds the nearest of the packed centres for a block of points.
  private func nearest(_ start: Int, _ size: Int, _ centers: Int) {
    // SAFETY: `size` points from `start` on, at most a block, which `fresh` has room for.
    let (l, a, b) = (l + start, a + start, b + start)
    let squares = squares + start
    code.nearestCenters(l, a, b, size, packed, centers, squares, fresh)
  }

  /// Finds the squared distance of every point to its second nearest centre.
  ///
  /// - Parameter centers: those that the points were last assigned to; at least two.
  func findSeconds(_ centers: [FixedOKLab]) {
    var start = 0
    while start < count {
      let size = min(Self.block, count - start)
      // SAFETY: `start + index` is a point.
      let (l, a, b) = (l + start, a + start, b + start)
      let seconds = seconds + start
      let labels = labels + start
      for index in 0..<size { seconds[index] = .max }
      for (label, center) in centers.enumerated() {
        let center = Self.halves(center)
        let label = Int32(truncatingIfNeeded: label)
        for index in 0..<size {
          let square = Self.square(l[index], a[index], b[index], center)
          let old = seconds[index]
          let other = labels[index] == label ? Int32.max : square
          seconds[index] = other < old ? other : old
        }
      }
      start += size
    }
  }

  /// The weighted mean of all points; `nil` when there are none.
  var mean: FixedOKLab? {
    var sums = ClusterSums()
    for index in 0..<count { sums.add(color(index), weight: weights[index]) }
    return sums.mean
  }

  /// The inertia: the sum of weight times squared distance to the nearest centre.
  var inertia: Int64 {
    var sum: Int64 = 0
    // SAFETY: indices of points; the sum fits by the promise of `mostWeight`.
    for index in 0..<count { sum &+= weights[index] &* Int64(squares[index]) }
    return sum
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
