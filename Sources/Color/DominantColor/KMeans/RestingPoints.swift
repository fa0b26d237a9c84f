internal import SIMDBodies

/// The nearest two centres of points between trials, while a ``PointTable`` follows a trial.
final class RestingPoints: Sendable {
  /// The memory.
  let two: NearestTwo
  /// Points that there is room for.
  let capacity: Int

  /// Takes memory for a number of points.
  init(capacity: Int) {
    self.capacity = capacity
    two = NearestTwo(
      labels: VectorMemory.take(capacity), squares: VectorMemory.take(capacity),
      others: VectorMemory.take(capacity), seconds: VectorMemory.take(capacity))
  }

  deinit {
    two.labels.deallocate()
    two.squares.deallocate()
    two.others.deallocate()
    two.seconds.deallocate()
  }
}
