internal import ColorIndex
internal import Hashing
internal import Pixels

/// Colours and palettes that follow from a seed.
extension SplitMix64 {
  mutating func color() -> RGB8 {
    let word = next()
    return RGB8(
      red: UInt8(truncatingIfNeeded: word), green: UInt8(truncatingIfNeeded: word >> 8),
      blue: UInt8(truncatingIfNeeded: word >> 16))
  }

  /// A colour at most so many levels away in each channel.
  mutating func color(near color: RGB8, levels: Int) -> RGB8 {
    func moved(_ level: UInt8, _ numbers: inout SplitMix64) -> UInt8 {
      UInt8(min(max(Int(level) + Int.random(in: -levels...levels, using: &numbers), 0), 255))
    }
    let red = moved(color.red, &self)
    let green = moved(color.green, &self)
    return RGB8(red: red, green: green, blue: moved(color.blue, &self))
  }

  /// Up to eight colours whose shares fall and sum to at most the whole.
  mutating func palette() -> IndexedPalette {
    var left = IndexedSwatch.whole
    let count = Int.random(in: 0...8, using: &self)
    let swatches = (0..<count).map { _ in
      let share = Int.random(in: 0...left / 2, using: &self)
      left -= share
      return IndexedSwatch(color: color(), share: share)
    }
    return IndexedPalette(swatches.sorted { $0.share > $1.share })
  }
}
