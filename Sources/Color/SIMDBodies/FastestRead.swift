public import Pixels

/// Reads every pixel of a view and does as little with it as a processor can: the yardstick that
/// histogram speeds are given in.
///
/// Four accumulators take turns, so that no addition waits for the one before it.
@frozen
public struct FastestRead {
  @usableFromInline var sums: (Lanes, Lanes, Lanes, Lanes)

  /// Starts at zero.
  @inlinable @inline(__always)
  public init() {
    let zero = Lanes(repeating: 0)
    sums = (zero, zero, zero, zero)
  }

  /// Reads a view.
  ///
  /// - Complexity: O(*n*) in pixels.
  /// - Parameter view: the pixels.
  /// - Returns: the sum of all pixels as 32-bit words, modulo 2³²: a number that the reading cannot
  ///   be left out for.
  @inlinable @inline(__always)
  public mutating func read(_ view: PixelView) -> UInt64 {
    let lineCount = view.isContiguous ? min(view.height, 1) : view.height
    let lineLength = view.isContiguous ? view.pixelCount : view.width
    for line in 0..<lineCount {
      var next = view.row(line)
      var left = lineLength
      // SAFETY: `left` pixels remain at `next`; whole vectors are loaded only while they do.
      while left >= 64 {
        sums.0 = sums.0 &+ Lanes(loading: next)
        sums.1 = sums.1 &+ Lanes(loading: next + 64)
        sums.2 = sums.2 &+ Lanes(loading: next + 128)
        sums.3 = sums.3 &+ Lanes(loading: next + 192)
        next += 256
        left &-= 64
      }
      while left > 0 {
        let lanes = min(left, 16)
        sums.0 = sums.0 &+ Lanes(loading: next, first: lanes)
        next += 4 &* lanes
        left &-= lanes
      }
    }
    return UInt64((sums.0 &+ sums.1 &+ sums.2 &+ sums.3).sum)
  }
}
