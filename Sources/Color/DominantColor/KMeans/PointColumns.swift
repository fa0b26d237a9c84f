/// What vector loops over points need of each: its colour, and how far its nearest centre is.
///
/// The loops go by whole vectors: there is room for fifteen points more than the capacity.
class PointColumns {
  /// Lightness in the low half of each word, component `a` in the high half.
  final let firsts: UnsafeMutablePointer<UInt32>
  /// Component `b` in the low half of each word; the high half is 0.
  final let thirds: UnsafeMutablePointer<UInt32>
  /// The squared distance to the nearest centre.
  final let squares: UnsafeMutablePointer<Int32>
  /// Points that there is room for.
  final let capacity: Int

  /// Takes memory for a number of points, zeroed.
  init(capacity: Int) {
    self.capacity = capacity
    firsts = Self.take(capacity)
    thirds = Self.take(capacity)
    squares = Self.take(capacity)
  }

  deinit {
    firsts.deallocate()
    thirds.deallocate()
    squares.deallocate()
  }

  /// Takes memory for numbers and fifteen more, zeroed.
  static func take<Number: FixedWidthInteger>(_ count: Int) -> UnsafeMutablePointer<Number> {
    // SAFETY: initialised whole before anyone reads; the types are trivial.
    let numbers = UnsafeMutablePointer<Number>.allocate(capacity: count + 15)
    numbers.initialize(repeating: 0, count: count + 15)
    return numbers
  }

  /// A colour as two words of ``firsts`` and ``thirds``.
  @inline(__always)
  static func words(_ color: FixedOKLab) -> (first: UInt32, third: UInt32) {
    (
      UInt32(truncatingIfNeeded: color.l) & 0xFFFF | UInt32(truncatingIfNeeded: color.a) << 16,
      UInt32(truncatingIfNeeded: color.b) & 0xFFFF
    )
  }
}
