/// Boxes of colours, 8 levels a side: 2¹⁵ of them, red in the low five bits of a box's number.
///
/// Of the 2⁹ colours of a box, the lowest three bits of the number are of red.
public enum ColorBoxes {
  /// Finds the boxes of a run of pixels, and their colours within them.
  ///
  /// - Parameters:
  ///   - source: pixels at any address.
  ///   - boxes: where the numbers of boxes go.
  ///   - colors: where the numbers of colours go.
  ///   - count: how many.
  @inlinable @inline(__always)
  public static func find(
    of source: UnsafeRawPointer, into boxes: UnsafeMutablePointer<UInt16>,
    colors: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    for index in 0..<count {
      // SAFETY: the caller lends `count` readable words, and room for as many numbers of both.
      let word = UInt32(
        littleEndian: source.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self))
      boxes[index] = UInt16(
        truncatingIfNeeded: word >> 3 & 0x1F | word >> 6 & 0x3E0 | word >> 9 & 0x7C00)
      colors[index] = UInt16(
        truncatingIfNeeded: word & 7 | word >> 5 & 0x38 | word >> 10 & 0x1C0)
    }
  }
}
