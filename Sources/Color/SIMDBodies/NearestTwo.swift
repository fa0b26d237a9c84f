/// The nearest two centres of each of some points: whose numbers they are, and how far.
///
/// After the last point there is room for fifteen more.
@frozen
public struct NearestTwo: @unchecked Sendable {
  // SAFETY: Sendable because the owner of the memory gives it to one thread at a time.

  /// The number of the nearest centre.
  public let labels: UnsafeMutablePointer<Int32>
  /// The squared distance to it.
  public let squares: UnsafeMutablePointer<Int32>
  /// The number of the second nearest.
  public let others: UnsafeMutablePointer<Int32>
  /// The squared distance to that.
  public let seconds: UnsafeMutablePointer<Int32>

  /// Takes memory.
  @inlinable @inline(__always)
  public init(
    labels: UnsafeMutablePointer<Int32>, squares: UnsafeMutablePointer<Int32>,
    others: UnsafeMutablePointer<Int32>, seconds: UnsafeMutablePointer<Int32>
  ) {
    self.labels = labels
    self.squares = squares
    self.others = others
    self.seconds = seconds
  }
}
