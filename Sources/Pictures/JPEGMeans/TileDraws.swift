internal import Hashing

/// Which tiles of a picture are drawn: 4 × 4 pixels each, a quarter of what a pixel of the outline
/// stands for.
///
/// The outline, in reading order, is cut into strata of equal length. From each, one pixel and one
/// of its four tiles are drawn, uniformly and independently of all others. The last strata may
/// reach past the outline, where nothing is drawn.
///
/// Draws have ranks, so that fewer of them are a sample of the same kind: of two neighbouring strata
/// one, chosen by chance, has its draw rise to rank 1; of the two risen ones of four strata one rises
/// to rank 2, and so on up to ``highestRank``. The draws of rank *r* and above are one from each 2ʳ
/// strata, uniformly and independently: strata 2ʳ times as long.
///
/// Positions and ranks are hashes of the seed, so that the same seed draws the same tiles on every
/// machine.
package struct TileDraws: Hashable, Sendable {
  /// Tiles to draw: 1 or more; fewer where the strata would have no length.
  package var count: Int
  /// What chooses them.
  package var seed: UInt64

  /// The rank of one draw in sixteen.
  package static let highestRank = 4

  package init(count: Int, seed: UInt64) {
    self.count = max(count, 1)
    self.seed = seed
  }

  /// Pixels of each stratum of an outline.
  package func stratumLength(outlinePixels: Int) -> Int {
    max(1, (outlinePixels - 1) / max(count, 1) + 1)
  }

  /// Strata of an outline that hold a pixel of it, and so draws: at most ``count``.
  package func strata(outlinePixels: Int) -> Int {
    let length = stratumLength(outlinePixels: outlinePixels)
    return (outlinePixels + length - 1) / length
  }

  /// Strata with the empty ones after the outline's end that make whole groups of 2^``highestRank``.
  package func paddedStrata(outlinePixels: Int) -> Int {
    let group = 1 << Self.highestRank
    return (strata(outlinePixels: outlinePixels) + group - 1) / group * group
  }

  /// The pixel of the outline that a stratum's tile lies in, which may be past the last, and which
  /// of the four it is.
  @inline(__always)
  func position(stratum: Int, length: Int) -> (index: Int, tile: Int) {
    // The high half of the product is uniform below its factor but for one part in 2⁶⁴ ÷ length.
    let within = random(1, stratum).multipliedFullWidth(by: UInt64(4 * length)).high
    return (stratum * length + Int(within / 4), Int(within % 4))
  }

  /// The rank of a stratum's draw.
  @inline(__always)
  func rank(stratum: Int) -> Int {
    // A knock-out of sixteen: a bit for each meeting, of which there are 15.
    let bits = random(2, stratum >> Self.highestRank)
    // The bits of the meetings, from the lowest on: 8 of the first round, then 4, 2 and 1.
    //
    //     bit     0 … 7     8 … 11    12 13    14
    //     round   0         1         2        3
    //
    // `wins` has bit r set where the stratum's side won in round r; its rank is how many it
    // won from the first on.
    var wins = 0
    for round in 0..<Self.highestRank {
      let meeting = (stratum & (1 << Self.highestRank - 1)) >> (round + 1)
      let firstOfRound = 16 - 16 >> round
      let winner = Int(truncatingIfNeeded: bits &>> UInt64(firstOfRound + meeting))
      wins |= ((winner ^ ~(stratum >> round)) & 1) << round
    }
    return (~wins).trailingZeroBitCount
  }

  @inline(__always)
  private func random(_ stream: UInt64, _ number: Int) -> UInt64 {
    let key = SplitMix64.mix(seed &+ stream &* SplitMix64.step)
    return SplitMix64.mix(key &+ UInt64(number) &* SplitMix64.step)
  }
}
