/// Comparisons of some pixels with one.
enum EqualPixels {
  /// Pixels that are compared at once.
  static let count = 8

  /// Whether ``count`` pixels from here on are equal to one.
  ///
  /// SAFETY: they have to be readable, at any alignment.
  ///
  /// - Parameters:
  ///   - pixels: the first of them.
  ///   - word: the one, as it is loaded.
  /// - Returns: whether all of them are.
  @inline(__always)
  static func areAll(_ pixels: UnsafeRawPointer, _ word: UInt32) -> Bool {
    let two = UInt64(word) &* 0x1_0000_0001
    var different: UInt64 = 0
    for index in 0..<count / 2 {
      different |= (pixels + 8 * index).loadUnaligned(as: UInt64.self) ^ two
    }
    return different == 0
  }
}
