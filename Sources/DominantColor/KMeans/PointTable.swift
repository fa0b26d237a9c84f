/// Weighted points in OKLab laid out for vectors, and what is known of each: its nearest centre,
/// the squared distance to it and to the next.
///
/// Whoever fills a table promises a total weight of at most ``mostWeight``, so that every sum over
/// points fits 64 bits.
final class PointTable: PointColumns, @unchecked Sendable {
  // SAFETY: Sendable because a table belongs to one clusterer, whose calls are exclusive.

  /// 2³²: times a squared distance, which is under 2²⁹, it stays under 2⁶³.
  static let mostWeight: UInt64 = 1 << 32

  /// Points in the table.
  private(set) var count = 0
  let weights: UnsafeMutablePointer<Int64>
  /// The nearest centre.
  let labels: UnsafeMutablePointer<Int32>
  /// The nearest centre of each point of a block, before it is compared with the one before.
  let fresh: UnsafeMutablePointer<Int32>
  /// The centres that points are being assigned to, three components each.
  let packed: UnsafeMutablePointer<Int16>
  /// What distances are found with.
  let code: VectorCode
  /// Points worked on at a time, so that what is known of them stays in the first-level cache.
  static let block = 512

  /// Takes memory for a number of points.
  init(capacity: Int, code: VectorCode) {
    self.code = code
    weights = Self.take(capacity)
    labels = Self.take(capacity)
    fresh = Self.take(Self.block)
    packed = Self.take(3 * KMeansLimits.clusters)
    super.init(capacity: capacity)
  }

  deinit {
    weights.deallocate()
    labels.deallocate()
    fresh.deallocate()
    packed.deallocate()
  }

  /// Forgets every point.
  func removeAll() { count = 0 }

  /// Adds a point; there is room for it.
  func append(_ color: FixedOKLab, weight: Int64) {
    precondition(count < capacity, "a point table holds \(capacity) points")
    // SAFETY: within the capacity, as just checked.
    l[count] = Int16(truncatingIfNeeded: color.l)
    a[count] = Int16(truncatingIfNeeded: color.a)
    b[count] = Int16(truncatingIfNeeded: color.b)
    weights[count] = weight
    count += 1
  }

  /// The colour of a point.
  func color(_ index: Int) -> FixedOKLab {
    precondition(index < count, "no such point")
    // SAFETY: within the points, as just checked.
    return FixedOKLab(l: Int32(l[index]), a: Int32(a[index]), b: Int32(b[index]))
  }
}
