/// The sums of some pixels, and how many of them lie alone.
struct PlacedSums {
  /// The pixels.
  var sums = ColorSums()
  /// Those of them that lie alone, at most all.
  var alone: UInt64 = 0

  /// Fewer pixels say nothing of whether they are scattered: things of an icon are as small.
  static let leastScattered: UInt64 = 64

  /// How far the pixels lie together, 0 to 16: 16 where a quarter of them lie alone or fewer, 0 from nine
  /// sixteenths on; 16 for fewer than ``leastScattered``.
  var togetherness: Int {
    guard sums.count >= Self.leastScattered else { return 16 }
    // Counts are under 2⁵⁵ (`PaletteHistogram.pixelLimit`), so that no product reaches 2⁶⁴.
    let (most, some) = (9 &* sums.count, 16 &* alone)
    guard some < most else { return 0 }
    // 16 (9 n − 16 a) ÷ 5 n: with a of n alone it falls from 16 at a = n/4 to 0 at a = 9n/16.
    return min(Int(16 &* (most &- some) / (5 &* sums.count)), 16)
  }

  /// Adds other pixels.
  static func += (pixels: inout PlacedSums, other: PlacedSums) {
    pixels.sums += other.sums
    pixels.alone &+= other.alone
  }
}
