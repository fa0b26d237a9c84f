/// The SplitMix64 generator (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014): the same numbers from the same seed on every machine.
///
/// Its numbers are a hash of a counter, so the hundredth can be had without the first ninety-nine.
///
/// ```swift
/// var random = SplitMix64(seed: 7)
/// let side = Int.random(in: 1...64, using: &random)
/// ```
public struct SplitMix64: RandomNumberGenerator, Sendable {
  /// What the counter advances by: 2⁶⁴ divided by the golden ratio, made odd.
  @inlinable
  public static var step: UInt64 { 0x9E37_79B9_7F4A_7C15 }
  @usableFromInline var state: UInt64

  /// Makes a generator whose numbers follow from the seed alone.
  @inlinable
  public init(seed: UInt64) { state = seed }

  /// The next number, uniform over all 64-bit numbers.
  @inlinable
  public mutating func next() -> UInt64 {
    state &+= Self.step
    return Self.mix(state)
  }

  /// Scrambles a counter into a number that looks random; different counters, different numbers.
  @inlinable @inline(__always)
  public static func mix(_ counter: UInt64) -> UInt64 {
    // Each step can be undone (a shift that is added by ⊻, a product with an odd number), so
    // that no two counters give one number.
    var z = counter
    z = (z ^ (z &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z &>> 31)
  }
}
