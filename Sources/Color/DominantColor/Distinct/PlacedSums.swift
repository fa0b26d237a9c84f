/// The sums of some pixels, and how many of them lie alone in their rows.
struct PlacedSums {
  /// The pixels.
  var sums = ColorSums()
  /// Those of them that lie alone, at most all.
  var alone: UInt64 = 0

  /// Fewer pixels say nothing of whether they are scattered: things of an icon are as small.
  static let leastScattered: UInt64 = 64

  /// How far the pixels lie together, 0 to 16: 16 where half of them lie alone or fewer, 0 from three
  /// quarters on; 16 for fewer than ``leastScattered``.
  var togetherness: Int {
    guard sums.count >= Self.leastScattered else { return 16 }
    // Counts are under 2⁵⁵ (`PaletteHistogram.pixelLimit`), so that no product reaches 2⁶⁴.
    let (most, some) = (3 &* sums.count, 4 &* alone)
    guard some < most else { return 0 }
    return min(Int(16 &* (most &- some) / sums.count), 16)
  }

  /// Adds other pixels.
  static func += (pixels: inout PlacedSums, other: PlacedSums) {
    pixels.sums += other.sums
    pixels.alone &+= other.alone
  }
}
