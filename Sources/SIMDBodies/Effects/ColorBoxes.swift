/// Boxes of colours, 8 levels a side: 2¹⁵ of them, red in the low five bits of a box's number.
public enum ColorBoxes {
  /// Finds the boxes of a run of pixels.
  ///
  /// - Parameters:
  ///   - source: pixels at any address.
  ///   - target: where the numbers go.
  ///   - count: how many.
  @inlinable @inline(__always)
  public static func find(
    of source: UnsafeRawPointer, into target: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    for index in 0..<count {
      // SAFETY: the caller lends `count` readable words, and room for as many numbers.
      let word = UInt32(
        littleEndian: source.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self))
      target[index] = UInt16(
        truncatingIfNeeded: word >> 3 & 0x1F | word >> 6 & 0x3E0 | word >> 9 & 0x7C00)
    }
  }
}
