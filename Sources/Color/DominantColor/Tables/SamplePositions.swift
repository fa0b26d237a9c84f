internal import Hashing

/// Where a sample reads: one pixel in each of 512 strata a round, anywhere in the stratum.
///
/// Positions are a hash of seed, round and stratum, so the same seed reads the same pixels on every
/// machine. Strata are runs of pixels of equal length in reading order; the last may reach past the
/// image, where no pixel is.
///
/// Neighbouring pixels are not drawn together: a bound that holds for every image has to assume
/// that they are alike, so they would cost time and prove nothing.
struct SamplePositions {
  /// Strata, and so draws a round.
  static let strata = 512

  private let key: UInt64
  private let length: UInt64

  /// Divides an image of some pixels.
  init(pixelCount: Int, seed: UInt64) {
    length = UInt64((pixelCount + Self.strata - 1) / Self.strata)
    key = SplitMix64.mix(seed &+ SplitMix64.step)
  }

  /// The position that a draw reads, in pixels from the first; may lie past the last.
  @inline(__always)
  subscript(round round: Int, stratum stratum: Int) -> Int {
    let draw = UInt64(truncatingIfNeeded: round &* Self.strata &+ stratum)
    let random = SplitMix64.mix(key &+ draw &* SplitMix64.step)
    // The high half of the product is uniform below `length` but for one part in 2⁶⁴ ÷ length.
    let within = random.multipliedFullWidth(by: length).high
    return Int(truncatingIfNeeded: UInt64(truncatingIfNeeded: stratum) &* length &+ within)
  }
}
