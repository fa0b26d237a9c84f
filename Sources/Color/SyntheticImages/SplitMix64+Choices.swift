internal import Hashing

extension SplitMix64 {
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
