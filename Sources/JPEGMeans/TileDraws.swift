internal import Hashing

/// Which tiles of a picture are drawn: 4 × 4 pixels each, a quarter of what a pixel of the outline
/// stands for.
///
/// The outline, in reading order, is cut into strata of equal length. From each, one pixel and one
/// of its four tiles are drawn, uniformly and independently of all others. The last stratum may
/// reach past the outline, where nothing is drawn.
///
/// Positions are a hash of the seed, so that the same seed draws the same tiles on every machine.
public struct TileDraws: Hashable, Sendable {
  /// Tiles to draw: 1 or more; fewer where the strata would have no length.
  public var count: Int
  /// What chooses them.
  public var seed: UInt64

  /// Makes draws.
  public init(count: Int, seed: UInt64) {
    self.count = max(count, 1)
    self.seed = seed
  }

  /// Pixels of each stratum of an outline.
  public func stratumLength(outlinePixels: Int) -> Int {
    max(1, (outlinePixels + count - 1) / count)
  }

  /// Strata of an outline, and so draws: at most ``count``.
  public func strata(outlinePixels: Int) -> Int {
    let length = stratumLength(outlinePixels: outlinePixels)
    return (outlinePixels + length - 1) / length
  }

  /// The pixel of the outline that a stratum's tile lies in, which may be past the last, and which
  /// of the four it is.
  func position(stratum: Int, length: Int) -> (index: Int, tile: Int) {
    let key = SplitMix64.mix(seed &+ SplitMix64.step)
    let random = SplitMix64.mix(key &+ UInt64(stratum) &* SplitMix64.step)
    // The high half of the product is uniform below its factor but for one part in 2⁶⁴ ÷ length.
    let within = random.multipliedFullWidth(by: UInt64(4 * length)).high
    return (stratum * length + Int(within / 4), Int(within % 4))
  }
}
