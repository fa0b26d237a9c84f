/// The loop that applies an effect to a run of pixels.
public enum EffectRun {
  /// Changes pixels in place, or writes the changed pixels of a run elsewhere.
  ///
  /// - Parameters:
  ///   - source: the pixels, at any address; `nil` to change the target's own. It must not overlap
  ///     the target.
  ///   - target: where the changed pixels go.
  ///   - count: how many.
  ///   - effect: what becomes of a pixel.
  @inlinable @inline(__always)
  public static func change(
    from source: UnsafeRawPointer?, to target: UnsafeMutablePointer<UInt32>, count: Int,
    by effect: (PixelWord) -> UInt32
  ) {
    // Two loops: with one pointer the compiler need not ask whether two overlap.
    guard let source else {
      for index in 0..<count {
        target[index] = effect(PixelWord(UInt32(littleEndian: target[index]))).littleEndian
      }
      return
    }
    for index in 0..<count {
      // SAFETY: the caller lends `count` readable words at the source.
      let word = source.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self)
      target[index] = effect(PixelWord(UInt32(littleEndian: word))).littleEndian
    }
  }
}
