internal import Hashing

/// A small random generator whose sequence is fixed by its seed.
///
/// Orders of measuring are random so that no contender always follows the same neighbour, and
/// seeded so that a run can be repeated.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var generator: SplitMix64

  /// Starts the sequence of a seed.
  public init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 { generator.next() }
}
