/// What a new centre does to the sum of squared distances, for points that lie in order of their
/// clusters.
///
/// The loop over points has no branch and the compiler turns it into vectors: weights and squared
/// distances are of 32 bits, so that a multiplication of 32-bit halves does for the products.
@frozen
public struct SwapGains {
  @usableFromInline let l: UnsafePointer<Int16>
  @usableFromInline let a: UnsafePointer<Int16>
  @usableFromInline let b: UnsafePointer<Int16>
  @usableFromInline let weights: UnsafePointer<UInt32>
  @usableFromInline let squares: UnsafePointer<Int32>
  @usableFromInline let seconds: UnsafePointer<Int32>

  /// Takes points.
  ///
  /// - Parameters:
  ///   - l: the first components.
  ///   - a: the second.
  ///   - b: the third.
  ///   - weights: the weights, which add up to at most 2³².
  ///   - squares: squared distances to the nearest centre, under 2³⁰.
  ///   - seconds: squared distances to the second nearest.
  @inlinable @inline(__always)
  public init(
    _ l: UnsafePointer<Int16>, _ a: UnsafePointer<Int16>, _ b: UnsafePointer<Int16>,
    weights: UnsafePointer<UInt32>, squares: UnsafePointer<Int32>, seconds: UnsafePointer<Int32>
  ) {
    self.l = l
    self.a = a
    self.b = b
    self.weights = weights
    self.squares = squares
    self.seconds = seconds
  }

  /// Finds what a new centre gains.
  ///
  /// - Parameters:
  ///   - bounds: where each cluster's points begin, and after the last where they end.
  ///   - clusters: how many.
  ///   - center: three components.
  ///   - savings: for each cluster how much less it costs to give up its centre: what its points
  ///     gain that are nearer to the new one than to their second nearest.
  /// - Returns: what all points gain that are nearer to the new centre than to any.
  /// - Complexity: O(*points*).
  @inlinable @inline(__always)
  public func find(
    bounds: UnsafePointer<Int32>, clusters: Int, center: UnsafePointer<Int16>,
    savings: UnsafeMutablePointer<Int64>
  ) -> Int64 {
    let (cl, ca, cb) = (center[0], center[1], center[2])
    var gain: UInt64 = 0
    var label = 0
    // SAFETY: the caller vouches for `bounds[clusters]` points, for one bound more than clusters
    // and for a saving of each.
    while label < clusters {
      var saved: UInt64 = 0
      var index = Int(bounds[label])
      let end = Int(bounds[label &+ 1])
      while index < end {
        let dl = Int32(truncatingIfNeeded: l[index] &- cl)
        let da = Int32(truncatingIfNeeded: a[index] &- ca)
        let db = Int32(truncatingIfNeeded: b[index] &- cb)
        let distance = dl &* dl &+ da &* da &+ db &* db
        let square = squares[index]
        let second = seconds[index]
        let weight = UInt64(truncatingIfNeeded: weights[index])
        let nearer = distance < square ? square : distance
        let least = distance < square ? square &- distance : 0
        let less = nearer < second ? second &- nearer : 0
        gain &+= weight &* UInt64(truncatingIfNeeded: UInt32(bitPattern: least))
        saved &+= weight &* UInt64(truncatingIfNeeded: UInt32(bitPattern: less))
        index &+= 1
      }
      savings[label] = Int64(bitPattern: saved)
      label &+= 1
    }
    return Int64(bitPattern: gain)
  }
}
