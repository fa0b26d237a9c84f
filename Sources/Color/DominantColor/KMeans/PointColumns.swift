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
    firsts = VectorMemory.take(capacity)
    thirds = VectorMemory.take(capacity)
    squares = VectorMemory.take(capacity)
  }

  deinit {
    firsts.deallocate()
    thirds.deallocate()
    squares.deallocate()
  }

  /// A colour as two words of ``firsts`` and ``thirds``.
  @inline(__always)
  static func words(_ color: FixedOKLab) -> (first: UInt32, third: UInt32) {
    (
      //     firsts   [ a, 16 | l, 16 ]     thirds   [ 0, 16 | b, 16 ]
      //
      // Components are at most 2¹⁴ in size: halves hold them with a sign, and their
      // differences too.
      UInt32(truncatingIfNeeded: color.l) & 0xFFFF | UInt32(truncatingIfNeeded: color.a) << 16,
      UInt32(truncatingIfNeeded: color.b) & 0xFFFF
    )
  }
}
