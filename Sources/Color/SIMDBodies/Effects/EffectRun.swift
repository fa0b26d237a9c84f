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
    // SAFETY: the caller passes `count` readable words at the source and writable ones at the
    // target; those of a step are read before any of them is written.
    let source = source ?? UnsafeRawPointer(target)
    let target = UnsafeMutableRawPointer(target)
    #if arch(wasm32)
      changeSteps(from: source, to: target, count: count, by: effect)
    #else
      changeAll(from: source, to: target, count: count, by: effect)
    #endif
  }

  /// Changes whole steps, and then what is left.
  @inlinable @inline(__always)
  static func changeAll(
    from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int,
    by effect: (PixelChannels) -> (Lanes, Lanes)
  ) {
    // SAFETY: as in ``change``.
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

  /// The same in half the code: what is left goes through memory that holds a whole step.
  @inlinable @inline(__always)
  static func changeSteps(
    from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int,
    by effect: (PixelChannels) -> (Lanes, Lanes)
  ) {
    var rest = (Lanes(repeating: 0), Lanes(repeating: 0))
    withUnsafeMutableBytes(of: &rest) { rest in
      guard let rest = rest.baseAddress else { return }
      var offset = 0
      // SAFETY: as in ``change``; `rest` has the 128 bytes of a step.
      while offset < 4 &* count {
        let left = 4 &* count &- offset
        let isWhole = left >= 128
        if !isWhole { rest.copyMemory(from: source + offset, byteCount: left) }
        let from = isWhole ? source + offset : UnsafeRawPointer(rest)
        let to = isWhole ? target + offset : rest
        let (first, second) = effect(
          PixelChannels(Lanes(loading: from), Lanes(loading: from + 64)))
        first.store(to: to)
        second.store(to: to + 64)
        if !isWhole { (target + offset).copyMemory(from: rest, byteCount: left) }
        offset &+= 128
      }
    }
  }
}
