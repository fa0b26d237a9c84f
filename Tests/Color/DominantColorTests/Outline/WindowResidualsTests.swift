internal import Hashing
internal import Pixels
internal import Testing

@testable import DominantColor

@Suite("Sums of what windows hold more of than the outline")
struct WindowResidualsTests {
  /// Tiles of colours near each other and far away, with pixels that do not count.
  private static func tiles(_ count: Int, _ random: inout SplitMix64) -> [UInt32] {
    (0..<count).flatMap { _ in
      let center = random.next()
      return (0..<OutlineTiles.stride).map { _ -> UInt32 in
        let word = random.next()
        if word >> 59 == 0 { return 0 }
        func level(_ shift: UInt64) -> UInt32 {
          let middle = Int(center >> shift & 63) + 20
          return UInt32(max(middle + Int(word >> shift & 63) - 32, 0))
        }
        return (level(0) | level(8) << 8 | level(16) << 16 | 0xFF00_0000).littleEndian
      }
    }
  }

  @Test(
    "those of the windows that are kept are what they would be with all of them",
    arguments: [2, 7, 48, 49, 300], [HistogramPrecision.standard, .fine])
  func kept(count: Int, precision: HistogramPrecision) {
    var random = SplitMix64(seed: UInt64(count))
    let side = precision.cellsPerChannel
    let last = side - precision.windowSide
    // Of dark ones, where the tiles are, the blackest among them.
    var windows = [0]
    while windows.count < count {
      let places = (0..<3).map { _ in Int(random.next() % UInt64(last / 2)) }
      let window = (places[0] * side + places[1]) * side + places[2]
      if !windows.contains(window) { windows.append(window) }
    }
    for leader in [0, windows[count / 2]] {
      let words = Self.tiles(200, &random)
      var all = WindowResiduals(precision, leader: leader)
      var some = all
      for (number, part) in [0..<100, 100..<200].enumerated() {
        let stride = OutlineTiles.stride
        let slice = words[stride * part.lowerBound..<stride * part.upperBound]
        all.add(slice)
        some.add(slice)
        if number == 0 { some.keep([leader] + windows.filter { $0 != leader }) }
      }
      var touched = 0
      for window in windows {
        let (expected, found) = (all.lead(over: window), some.lead(over: window))
        #expect(expected == found)
        if window != leader, expected.squares > 0 { touched += 1 }
      }
      #expect(touched > 0)
    }
  }
}
