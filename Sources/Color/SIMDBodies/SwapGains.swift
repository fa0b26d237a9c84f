/// What a new centre does to the sum of squared distances, for points that lie in order of their
/// clusters.
///
/// Points are words as those of ``NearestCenters``; after the last there is room for fifteen more.
@frozen
public struct SwapGains {
  @usableFromInline let firsts: UnsafePointer<UInt32>
  @usableFromInline let thirds: UnsafePointer<UInt32>
  @usableFromInline let weights: UnsafePointer<UInt32>
  @usableFromInline let squares: UnsafePointer<Int32>
  @usableFromInline let seconds: UnsafePointer<Int32>

  /// Takes points.
  ///
  /// - Parameters:
  ///   - firsts: the first two components of each.
  ///   - thirds: the third.
  ///   - weights: the weights, which add up to at most 2³².
  ///   - squares: squared distances to the nearest centre, under 2³⁰.
  ///   - seconds: squared distances to the second nearest.
  @inlinable @inline(__always)
  public init(
    _ firsts: UnsafePointer<UInt32>, _ thirds: UnsafePointer<UInt32>,
    weights: UnsafePointer<UInt32>, squares: UnsafePointer<Int32>, seconds: UnsafePointer<Int32>
  ) {
    self.firsts = firsts
    self.thirds = thirds
    self.weights = weights
    self.squares = squares
    self.seconds = seconds
  }

  /// Finds what a new centre gains.
  ///
  /// - Parameters:
  ///   - bounds: where each cluster's points begin, and after the last where they end.
  ///   - clusters: how many.
  ///   - center: two words.
  ///   - savings: for each cluster how much less it costs to give up its centre: what its points
  ///     gain that are nearer to the new one than to their second nearest.
  /// - Returns: what all points gain that are nearer to the new centre than to any.
  /// - Complexity: O(*points*).
  @inlinable @inline(__always)
  public func find(
    bounds: UnsafePointer<Int32>, clusters: Int, center: UnsafePointer<UInt32>,
    savings: UnsafeMutablePointer<Int64>
  ) -> Int64 {
    let zero = Lanes(repeating: 0)
    var gain = zero
    var label = 0
    // SAFETY: the caller vouches for `bounds[clusters]` points and room for fifteen more, for one
    // bound more than clusters and for a saving of each. Past a cluster's end weights are 0.
    while label < clusters {
      var saved = zero
      var place = Int(bounds[label])
      let end = Int(bounds[label &+ 1])
      while place < end {
        let distance = NearestCenters.Points(firsts, thirds, place).squares(to: center)
        let square = Lanes(loading: squares + place)
        let second = Lanes(loading: seconds + place)
        let left = Lanes(repeating: UInt32(truncatingIfNeeded: end &- place))
        let weight = Lanes(loading: weights + place) & Lanes.indices.isLessSigned(than: left)
        let isNearer = distance.isLessSigned(than: square)
        let nearer = square.selected(by: isNearer, else: distance)
        // Weights add up to 2³² at most and squares are under 2³⁰: sums stay under 2⁶².
        gain = gain.addingProducts(of: weight, and: (square &- distance) & isNearer)
        saved = saved.addingProducts(
          of: weight, and: (second &- nearer) & nearer.isLessSigned(than: second))
        place &+= 16
      }
      savings[label] = Int64(bitPattern: saved.longSum)
      label &+= 1
    }
    return Int64(bitPattern: gain.longSum)
  }
}
