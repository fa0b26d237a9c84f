/// What loops over points need of each: its colour, and how far its nearest two centres are.
class PointColumns {
  final let l: UnsafeMutablePointer<Int16>
  final let a: UnsafeMutablePointer<Int16>
  final let b: UnsafeMutablePointer<Int16>
  /// The squared distance to the nearest centre.
  final let squares: UnsafeMutablePointer<Int32>
  /// The squared distance to the second nearest centre.
  final let seconds: UnsafeMutablePointer<Int32>
  /// Points that there is room for.
  final let capacity: Int

  /// Takes memory for a number of points, zeroed.
  init(capacity: Int) {
    self.capacity = capacity
    l = Self.take(capacity)
    a = Self.take(capacity)
    b = Self.take(capacity)
    squares = Self.take(capacity)
    seconds = Self.take(capacity)
  }

  deinit {
    l.deallocate()
    a.deallocate()
    b.deallocate()
    squares.deallocate()
    seconds.deallocate()
  }

  /// Takes memory for numbers, zeroed.
  static func take<Number: FixedWidthInteger>(_ count: Int) -> UnsafeMutablePointer<Number> {
    // SAFETY: initialised whole before anyone reads; the types are trivial.
    let numbers = UnsafeMutablePointer<Number>.allocate(capacity: count)
    numbers.initialize(repeating: 0, count: count)
    return numbers
  }
}
