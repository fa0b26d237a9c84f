public import CRowShims

/// Samples of 16 bits in the nearest 8: round(255 · sample / 65535), as libpng has it
/// (`png_set_scale_16`).
public enum WideRow {
  /// Rounds a row in place.
  ///
  /// - Parameters:
  ///   - high: pixels of the samples' high bytes; those of the rounded samples afterwards.
  ///   - low: pixels of their low bytes.
  ///   - count: how many pixels.
  @inlinable @inline(__always)
  public static func round(
    _ high: UnsafeMutablePointer<UInt32>, low: UnsafePointer<UInt32>, count: Int
  ) {
    var x = 0
    // SAFETY: eight pixels at a time while so many are left, and then the rest one by one.
    while x &+ 8 <= count {
      crow_round_eight(high + x, low + x)
      x &+= 8
    }
    while x < count {
      crow_round_one(high + x, low + x)
      x &+= 1
    }
  }
}
