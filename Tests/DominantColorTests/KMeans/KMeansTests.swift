import Pixels
import Testing

@testable import DominantColor

@Suite("Method kmeans")
struct KMeansTests {
  /// A histogram of colours, each with a number of pixels.
  static func histogram(_ colors: [(RGB8, UInt64)]) -> ColorHistogram {
    var histogram = ColorHistogram(.fine)
    for (color, count) in colors {
      let sums = ColorSums(
        count: count, red: UInt64(color.red) * count, green: UInt64(color.green) * count,
        blue: UInt64(color.blue) * count)
      histogram.cells[histogram.cellIndex(of: color)] += sums
      histogram.tally.counted += count
    }
    return histogram
  }

  /// Seeded colours: some scattered about a few centres, some anywhere.
  static func scattered(_ count: Int, heaviest: UInt64, seed: UInt64) -> ColorHistogram {
    var random = SplitMix64(seed: seed)
    func level() -> Int { Int.random(in: 0...255, using: &random) }
    let centers = (0..<5).map { _ in SIMD3(level(), level(), level()) }
    return histogram(
      (0..<count).map { index in
        var color = SIMD3(level(), level(), level())
        if index % 3 > 0 { color = centers[index % 5] &+ (color &- 128) / 8 }
        let near = color.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255))
        return (
          RGB8(red: UInt8(near.x), green: UInt8(near.y), blue: UInt8(near.z)),
          UInt64.random(in: 1...heaviest, using: &random)
        )
      })
  }

  /// The swatches, after checking that reference and fast clusterer agree on them.
  static func swatches(_ histogram: ColorHistogram, _ count: Int) -> [Swatch] {
    var (reference, clusterer) = (KMeansReference(), KMeansClusterer())
    let expected = reference.swatches(of: histogram, count: count)
    let found = clusterer.swatches(of: histogram, count: count)
    #expect(found == expected)
    #expect(clusterer.centers == reference.centers)
    return found
  }

  @Test("answers nothing for nothing")
  func empty() {
    #expect(Self.swatches(ColorHistogram(.fine), 8).isEmpty)
  }

  @Test(
    "answers the exact colour of a flat image, whatever the number of clusters",
    arguments: [1, 2, 8, 64])
  func flat(count: Int) {
    let color = RGB8(red: 10, green: 200, blue: 33)
    let swatches = Self.swatches(Self.histogram([(color, 24_000_000)]), count)
    #expect(swatches == [Swatch(color: color, count: 24_000_000, outOf: 24_000_000)])
  }

  @Test("has as many swatches as colours when these are fewer, ties by colour")
  func fewColors() {
    let colors = (0..<6).map { (index: Int) -> RGB8 in
      RGB8(red: UInt8(40 * index), green: 90, blue: UInt8(250 - 40 * index))
    }
    let swatches = Self.swatches(Self.histogram(colors.map { ($0, 7) }), 8)
    #expect(swatches.map(\.color) == colors)
    #expect(swatches.allSatisfy { $0.count == 7 && $0.outOf == 42 })
  }

  @Test("separates two groups exactly, the larger first")
  func twoGroups() {
    let (dark, light) = (RGB8(red: 20, green: 20, blue: 20), RGB8(red: 230, green: 230, blue: 230))
    let histogram = Self.histogram([
      (dark, 10), (RGB8(red: 30, green: 20, blue: 20), 10),
      (light, 15), (RGB8(red: 230, green: 240, blue: 230), 15),
    ])
    #expect(
      Self.swatches(histogram, 2) == [
        Swatch(color: RGB8(red: 230, green: 235, blue: 230), count: 30, outOf: 50),
        Swatch(color: RGB8(red: 25, green: 20, blue: 20), count: 20, outOf: 50),
      ])
  }

  @Test("makes one cluster the mean of everything")
  func oneCluster() {
    let histogram = Self.scattered(300, heaviest: 90, seed: 1)
    var sums = ColorSums()
    for cell in histogram.cells { sums += cell }
    #expect(Self.swatches(histogram, 1).map(\.color) == [sums.mean])
  }

  @Test("agrees with its reference, and keeps every pixel", arguments: 0..<12 as Range<UInt64>)
  func agreement(seed: UInt64) {
    let histogram = Self.scattered(
      [5, 9, 40, 100][Int(seed % 4)], heaviest: seed % 3 == 0 ? 1 : 1000, seed: seed)
    for count in [1, 2, 3, 8] {
      let swatches = Self.swatches(histogram, count)
      let cells = histogram.cells.filter { $0.count > 0 }.count
      #expect(swatches.count == min(count, cells))
      #expect(swatches.reduce(0) { $0 + $1.count } == histogram.tally.counted)
      #expect(swatches.map(\.count) == swatches.map(\.count).sorted(by: >))
    }
  }

  @Test("agrees with its reference when points are merged for the search")
  func agreementWhenMerged() {
    let histogram = Self.scattered(1900, heaviest: 300, seed: 77)
    let occupied = histogram.cells.filter { $0.count > 0 }.count
    #expect(occupied > KMeansLimits.searchedPoints)
    #expect(Self.swatches(histogram, 4).count == 4)
  }

  @Test("agrees with its reference beyond 64-bit sums, where scaling all counts changes nothing")
  func hugeCounts() {
    func colors(scale: UInt64) -> [(RGB8, UInt64)] {
      (0..<40).map { (index: Int) -> (RGB8, UInt64) in
        let red = UInt8(index * 37 % 256)
        let green = UInt8(index * 91 % 256)
        let blue = UInt8(index * 53 % 256)
        return (RGB8(red: red, green: green, blue: blue), UInt64(index + 1) * scale)
      }
    }
    let small = Self.histogram(colors(scale: 1))
    let huge = Self.histogram(colors(scale: 1 << 40))
    #expect(huge.tally.counted > PointTable.mostWeight)
    #expect(Self.swatches(huge, 8).map(\.color) == Self.swatches(small, 8).map(\.color))
  }

  @Test("comes to rest: every cell is nearest to its own cluster's centre, which is its mean")
  func rest() {
    let histogram = Self.scattered(500, heaviest: 50, seed: 9)
    let clusterer = KMeansClusterer()
    let swatches = clusterer.swatches(of: histogram, count: 8)
    let centers = clusterer.centers
    let points: [KMeansReference.Point] = histogram.cells.compactMap { cell in
      cell.count == 0
        ? nil : KMeansReference.Point(color: FixedOKLab(meanOf: cell), weight: cell.count)
    }
    let groups = Dictionary(grouping: points) { KMeansReference.nearest($0.color, centers).label }
    for (label, members) in groups {
      #expect(KMeansReference.mean(members)?.color == centers[label])
    }
    let weights: [UInt64] = groups.values.map { members in members.reduce(0) { $0 + $1.weight } }
    #expect(weights.sorted(by: >) == swatches.map(\.count))
  }

  @Test("gives a reused clusterer's answer as a new one does")
  func reuse() {
    let clusterer = KMeansClusterer()
    for seed in [3, 4, 5] as [UInt64] {
      let histogram = Self.scattered(Int(seed) * 400 - 1000, heaviest: 10, seed: seed)
      let fresh = KMeansClusterer()
      #expect(
        clusterer.swatches(of: histogram, count: 7) == fresh.swatches(of: histogram, count: 7))
    }
  }
}
