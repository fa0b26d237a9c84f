internal import SIMDBodies

/// Weighted points in OKLab laid out for vectors, and what is known of each: its nearest centre and
/// the squared distance to it.
///
/// The code that fills a table promises a total weight of at most ``mostWeight``, so that every sum over
/// points fits 64 bits.
final class PointTable: PointColumns, @unchecked Sendable {
  // SAFETY: Sendable because a table belongs to one clusterer, whose calls are exclusive.

  /// 2³²: times a squared distance, which is under 2²⁹, it stays under 2⁶³.
  static let mostWeight: UInt64 = 1 << 32

  /// Points in the table.
  private(set) var count = 0
  /// The sums of all points.
  private(set) var total = ClusterSums()
  /// The sum of weight times squared distance to black, modulo 2⁶⁴.
  private var squareSum: Int64 = 0
  let weights: UnsafeMutablePointer<Int64>
  /// The nearest centre.
  let labels: UnsafeMutablePointer<Int32>
  /// The points of a block that changed clusters, and the clusters they came from.
  let changed: (points: UnsafeMutablePointer<UInt32>, oldLabels: UnsafeMutablePointer<UInt32>)
  /// The centres that points are being assigned to, two words each.
  let packed: UnsafeMutablePointer<UInt32>
  /// Groups of pixels on their way to points, as ``CellColors`` takes them.
  private let sums: UnsafeMutablePointer<UInt64>
  /// What colours are converted and distances found with.
  let code: VectorCode
  /// Points worked on at a time, so that what is known of them stays in the first-level cache.
  static let block = 512

  /// Takes memory for a number of points.
  init(capacity: Int, code: VectorCode) {
    self.code = code
    weights = VectorMemory.take(capacity)
    labels = VectorMemory.take(capacity)
    changed = (VectorMemory.take(Self.block), VectorMemory.take(Self.block))
    packed = VectorMemory.take(2 * KMeansLimits.clusters)
    sums = VectorMemory.take(4 * CellColors.capacity)
    super.init(capacity: capacity)
  }

  deinit {
    weights.deallocate()
    labels.deallocate()
    changed.points.deallocate()
    changed.oldLabels.deallocate()
    packed.deallocate()
    sums.deallocate()
  }

  /// Takes points at the means of groups of pixels in place of those it has; there is room for them.
  ///
  /// - Parameter groups: hands over each group.
  @inline(__always)
  func fill(meansOf groups: (_ add: (ColorSums) -> Void) -> Void) {
    let (sums, weights, capacity) = (sums, weights, capacity)
    let size = CellColors.capacity
    var (count, gathered) = (0, 0)
    groups { group in
      precondition(count &+ gathered < capacity, "a point table holds \(capacity) points")
      // SAFETY: within the capacity, as just checked; under `size` groups are gathered.
      sums[gathered] = group.count
      sums[size &+ gathered] = group.red
      sums[2 &* size &+ gathered] = group.green
      sums[3 &* size &+ gathered] = group.blue
      weights[count &+ gathered] = Int64(truncatingIfNeeded: group.count)
      gathered &+= 1
      if gathered == size {
        place(size, at: count)
        count &+= size
        gathered = 0
      }
    }
    if gathered > 0 { place(gathered, at: count) }
    self.count = count &+ gathered
    addUp()
  }

  /// Makes points of gathered groups.
  private func place(_ gathered: Int, at count: Int) {
    // SAFETY: a multiple of eight groups, of which those that are only there for that are black;
    // there is room for fifteen points more than the capacity.
    let whole = (gathered &+ 7) & ~7
    for group in gathered..<whole {
      sums[group] = 1
      for channel in 1...3 { sums[channel &* CellColors.capacity &+ group] = 0 }
    }
    LinearLight.table.withUnsafeBufferPointer { light in
      guard let light = light.baseAddress else { return }
      code.cellColors(CellColors(sums, light: light), whole, firsts + count, thirds + count)
    }
  }

  private func addUp() {
    var (total, squareSum) = (ClusterSums(), Int64(0))
    for point in 0..<count {
      // SAFETY: a point.
      let (color, weight) = (color(point), weights[point])
      total.add(color, weight: weight)
      squareSum &+= weight &* Int64(color.squaredLength)
    }
    self.total = total
    self.squareSum = squareSum
  }

  /// Takes points in place of those it has; there is room for them.
  ///
  /// - Parameter points: hands over each colour and its weight.
  @inline(__always)
  func fill(_ points: (_ add: (FixedOKLab, Int64) -> Void) -> Void) {
    // Counted in local variables: those of an object are checked for overlaps at every access.
    let (firsts, thirds, weights, capacity) = (firsts, thirds, weights, capacity)
    var count = 0
    points { color, weight in
      precondition(count < capacity, "a point table holds \(capacity) points")
      // SAFETY: within the capacity, as just checked.
      (firsts[count], thirds[count]) = Self.words(color)
      weights[count] = weight
      count &+= 1
    }
    self.count = count
    addUp()
  }

  /// Takes the points of another table in place of those it has; there is room for them.
  func copy(_ other: PointTable) {
    precondition(other.count <= capacity, "a point table holds \(capacity) points")
    // SAFETY: within both capacities, as just checked.
    firsts.update(from: other.firsts, count: other.count)
    thirds.update(from: other.thirds, count: other.count)
    weights.update(from: other.weights, count: other.count)
    (count, total, squareSum) = (other.count, other.total, other.squareSum)
  }

  /// The colour of a point.
  @inline(__always)
  func color(_ index: Int) -> FixedOKLab {
    precondition(index < count, "no such point")
    // SAFETY: within the points, as just checked.
    // Up and down again by 16 bits: the sign of the low half spreads over the word.
    let first = Int32(bitPattern: firsts[index])
    return FixedOKLab(
      l: (first << 16) >> 16, a: first >> 16,
      b: Int32(bitPattern: thirds[index] << 16) >> 16)
  }

  /// The inertia: the sum of weight times squared distance to the nearest centre.
  ///
  /// - Parameters:
  ///   - centers: those that the points were last assigned to.
  ///   - sums: the sums of each centre's points.
  /// - Returns: the sum.
  /// - Complexity: O(*centres*): |x − c|² is |x|² − 2 x·c + |c|², and sums modulo 2⁶⁴ end in the
  ///   right number, because that is one of 63 bits.
  func inertia(_ centers: [FixedOKLab], _ sums: [ClusterSums]) -> Int64 {
    var inertia = squareSum
    for (center, sums) in zip(centers, sums) {
      let (l, a, b) = (Int64(center.l), Int64(center.a), Int64(center.b))
      // Each centre's part of −2 x·c over its points, whose sum of x is known.
      inertia &-= 2 &* (l &* sums.l &+ a &* sums.a &+ b &* sums.b)
      inertia &+= sums.weight &* Int64(center.squaredLength)
    }
    return inertia
  }
}
