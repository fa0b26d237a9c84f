/// The SplitMix64 generator (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014): the same numbers from the same seed on every machine.
///
/// Its numbers are a hash of a counter, so the hundredth can be had without the first ninety-nine;
/// synthetic images are made that way.
///
/// ```swift
/// var random = SplitMix64(seed: 7)
/// let side = Int.random(in: 1...64, using: &random)
/// ```
public struct SplitMix64: RandomNumberGenerator, Sendable {
  /// What the counter advances by: 2⁶⁴ divided by the golden ratio, made odd.
  static let step: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var state: UInt64

  /// Makes a generator whose numbers follow from the seed alone.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next number, uniform over all 64-bit numbers.
  public mutating func next() -> UInt64 {
    state &+= Self.step
    return Self.mix(state)
  }

  /// Scrambles a counter into a number that looks random; different counters, different numbers.
  @inline(__always)
  static func mix(_ counter: UInt64) -> UInt64 {
    var z = counter
    z = (z ^ (z &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z &>> 31)
  }

  /// A number from 0 up to a bound, leaving the bound out.
  ///
  /// Unlike `Int.random(in:using:)` this is pinned here, so that a newer standard library cannot
  /// change an image.
  mutating func below(_ bound: Int) -> Int {
    guard bound > 0 else { return 0 }
    return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A number of a closed range.
  mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.upperBound - range.lowerBound + 1)
  }
}
