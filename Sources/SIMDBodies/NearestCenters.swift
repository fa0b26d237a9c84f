/// For each of some points the nearest of some centres, in 16-bit coordinates of three dimensions.
///
/// The loop over points is plain and the compiler turns it into vectors: differences of 16-bit
/// components fit 16 bits, so that a 16-bit multiplication with 32-bit products does. Four centres
/// are taken at a time, so that what is known of a point is loaded and stored a quarter as often.
@frozen
public struct NearestCenters {
  @usableFromInline let l: UnsafePointer<Int16>
  @usableFromInline let a: UnsafePointer<Int16>
  @usableFromInline let b: UnsafePointer<Int16>

  /// Takes points.
  ///
  /// - Parameters:
  ///   - l: the first components.
  ///   - a: the second.
  ///   - b: the third.
  @inlinable @inline(__always)
  public init(
    _ l: UnsafePointer<Int16>, _ a: UnsafePointer<Int16>, _ b: UnsafePointer<Int16>
  ) {
    self.l = l
    self.a = a
    self.b = b
  }

  /// The squared distance of a point to the centre at `center`.
  @inlinable @inline(__always)
  func square(
    _ l: Int16, _ a: Int16, _ b: Int16, _ cl: Int16, _ ca: Int16, _ cb: Int16
  ) -> Int32 {
    let dl = Int32(truncatingIfNeeded: l &- cl)
    let da = Int32(truncatingIfNeeded: a &- ca)
    let db = Int32(truncatingIfNeeded: b &- cb)
    return dl &* dl &+ da &* da &+ db &* db
  }

  /// Finds the nearest centres; of equals the first.
  ///
  /// - Parameters:
  ///   - count: points.
  ///   - centers: three components each.
  ///   - centerCount: centres, at least one.
  ///   - squares: where the squared distances to the nearest go.
  ///   - labels: where the nearest centres' numbers go.
  /// - Complexity: O(*points* · *centres*).
  @inlinable @inline(__always)
  public func find(
    count: Int, centers: UnsafePointer<Int16>, centerCount: Int,
    squares: UnsafeMutablePointer<Int32>, labels: UnsafeMutablePointer<Int32>
  ) {
    var index = 0
    // SAFETY: the caller vouches for `count` points and results, and for three components of each
    // centre; the last centre stands in where there are no four, and is never nearer than itself.
    while index < count {
      squares[index] = .max
      labels[index] = 0
      index &+= 1
    }
    var first = 0
    while first < centerCount {
      let last = centerCount &- 1
      let c0 = centers + 3 &* first
      let c1 = centers + 3 &* (first &+ 1 < last ? first &+ 1 : last)
      let c2 = centers + 3 &* (first &+ 2 < last ? first &+ 2 : last)
      let c3 = centers + 3 &* (first &+ 3 < last ? first &+ 3 : last)
      let (l0, a0, b0) = (c0[0], c0[1], c0[2])
      let (l1, a1, b1) = (c1[0], c1[1], c1[2])
      let (l2, a2, b2) = (c2[0], c2[1], c2[2])
      let (l3, a3, b3) = (c3[0], c3[1], c3[2])
      let number = Int32(truncatingIfNeeded: first)
      var index = 0
      while index < count {
        let (l, a, b) = (l[index], a[index], b[index])
        var best = squares[index]
        var label = labels[index]
        let d0 = square(l, a, b, l0, a0, b0)
        label = d0 < best ? number : label
        best = d0 < best ? d0 : best
        let d1 = square(l, a, b, l1, a1, b1)
        label = d1 < best ? number &+ 1 : label
        best = d1 < best ? d1 : best
        let d2 = square(l, a, b, l2, a2, b2)
        label = d2 < best ? number &+ 2 : label
        best = d2 < best ? d2 : best
        let d3 = square(l, a, b, l3, a3, b3)
        label = d3 < best ? number &+ 3 : label
        best = d3 < best ? d3 : best
        squares[index] = best
        labels[index] = label
        index &+= 1
      }
      first &+= 4
    }
  }
}
