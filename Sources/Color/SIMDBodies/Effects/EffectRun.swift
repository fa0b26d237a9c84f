/// The loop that applies an effect to a run of pixels.
public enum EffectRun {
  /// Pixels that are worked on at once.
  @inlinable @inline(__always)
  static var step: Int { 32 }

  /// Changes pixels in place, or writes the changed pixels of a run elsewhere.
  ///
  /// - Parameters:
  ///   - source: the pixels, at any address; `nil` to change the target's own. It must not overlap
  ///     the target.
  ///   - target: where the changed pixels go.
  ///   - count: how many.
  ///   - effect: what becomes of pixels.
  @inlinable @inline(__always)
  public static func change(
    from source: UnsafeRawPointer?, to target: UnsafeMutablePointer<UInt32>, count: Int,
    by effect: (PixelChannels) -> (Lanes, Lanes)
  ) {
    // SAFETY: the caller lends `count` readable words at the source and writable ones at the
    // target; those of a step are read before any of them is written.
    let source = source ?? UnsafeRawPointer(target)
    let target = UnsafeMutableRawPointer(target)
    var offset = 0
    let whole = 4 &* (count & ~(step &- 1))
    while offset < whole {
      Lanes.prefetchPixels(after: source + offset)
      let pixels = PixelChannels(
        Lanes(loading: source + offset), Lanes(loading: source + offset + 64))
      let (first, second) = effect(pixels)
      first.store(to: target + offset)
      second.store(to: target + offset + 64)
      offset &+= 128
    }
    let left = count & (step &- 1)
    if left > 0 {
      let (few, more) = (min(left, 16), max(left &- 16, 0))
      let pixels = PixelChannels(
        Lanes(loading: source + offset, first: few),
        Lanes(loading: source + offset + 4 &* few, first: more))
      let (first, second) = effect(pixels)
      first.store(to: target + offset, first: few)
      second.store(to: target + offset + 4 &* few, first: more)
    }
  }
}
