/// An effect by weights that were found for each pixel: each is blended with its grey.
@frozen
public struct WeightedEffect: Sendable {
  /// What is kept of a pixel is its weight *w* or 256 − *w*: (*w* ⊻ this) + the other.
  @usableFromInline let negation: UInt32
  @usableFromInline let keptMore: UInt32

  /// Prepares an effect.
  ///
  /// - Parameter keepsSelected: whether the weight is what is kept, or what is greyed.
  public init(keepsSelected: Bool) {
    negation = keepsSelected ? 0 : .max
    keptMore = keepsSelected ? 0 : 257
  }

  /// What becomes of a pixel of a weight from 0 to 256.
  @inlinable @inline(__always)
  public func callAsFunction(_ word: PixelWord, weight: UInt16) -> UInt32 {
    let kept = (UInt32(weight) ^ negation) &+ keptMore
    let grey = nearest(luma(word.red, word.green, word.blue))
    return word.blended(grey: grey, kept: kept)
  }

  /// Changes a run of pixels; as `EffectRun.change`, with a weight for each.
  @inlinable @inline(__always)
  public func change(
    from source: UnsafeRawPointer?, weights: UnsafePointer<UInt16>,
    to target: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    guard let source else {
      for index in 0..<count {
        let word = PixelWord(UInt32(littleEndian: target[index]))
        target[index] = self(word, weight: weights[index]).littleEndian
      }
      return
    }
    for index in 0..<count {
      // SAFETY: the caller lends `count` readable words at the source.
      let word = source.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self)
      target[index] =
        self(PixelWord(UInt32(littleEndian: word)), weight: weights[index]).littleEndian
    }
  }
}
