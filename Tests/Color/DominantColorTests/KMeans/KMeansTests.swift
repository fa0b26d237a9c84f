internal import Hashing
import Pixels
import SyntheticImages
import Testing

@testable import DominantColor

@Suite("Method kmeans")
struct KMeansTests {
  /// Seeded colours: some scattered about a few centres, some anywhere.
  static func scattered(_ count: Int, heaviest: UInt64, seed: UInt64) -> CountedColors {
    var random = SplitMix64(seed: seed)
    func level() -> Int { Int.random(in: 0...255, using: &random) }
    let centers = (0..<5).map { _ in SIMD3(level(), level(), level()) }
    return CountedColors(
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
  static func swatches(_ colors: CountedColors, _ count: Int) -> [Swatch] {
    var (reference, clusterer) = (KMeansReference(), KMeansClusterer())
    let expected = reference.swatches(of: colors, count: count)
    let found = clusterer.swatches(of: colors, count: count)
    #expect(found == expected)
    #expect(clusterer.centers == reference.centers)
    #expect(clusterer.swatches(of: colors, count: count, threads: 2) == expected)
    #expect(clusterer.centers == reference.centers)
    return found
  }

  @Test("answers nothing for nothing")
  func empty() {
    #expect(Self.swatches(CountedColors(), 8).isEmpty)
  }

  @Test(
    "answers the exact colour of a flat image, whatever the number of clusters",
    arguments: [1, 2, 8, 64])
  func flat(count: Int) {
    let color = RGB8(red: 10, green: 200, blue: 33)
    let swatches = Self.swatches(CountedColors([(color, 24_000_000)]), count)
    #expect(swatches == [Swatch(color: color, count: 24_000_000, outOf: 24_000_000)])
  }

  @Test("has as many swatches as colours when these are fewer, ties by colour")
  func fewColors() {
    let colors = (0..<6).map { (index: Int) -> RGB8 in
      RGB8(red: UInt8(40 * index), green: 90, blue: UInt8(250 - 40 * index))
    }
    let swatches = Self.swatches(CountedColors(colors.map { ($0, 7) }), 8)
    #expect(swatches.map(\.color) == colors)
    #expect(swatches.allSatisfy { $0.count == 7 && $0.outOf == 42 })
  }

  @Test("separates two groups exactly, the larger first")
  func twoGroups() {
    let (dark, light) = (RGB8(red: 20, green: 20, blue: 20), RGB8(red: 230, green: 230, blue: 230))
    let histogram = CountedColors([
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
    let colors = Self.scattered(300, heaviest: 90, seed: 1)
    var sums = ColorSums()
    for cell in colors.histogram.cells { sums += cell }
    #expect(Self.swatches(colors, 1).map(\.color) == [sums.mean])
  }

  @Test("agrees with its reference, and keeps every pixel", arguments: 0..<12 as Range<UInt64>)
  func agreement(seed: UInt64) {
    let colors = Self.scattered(
      [5, 9, 40, 100][Int(seed % 4)], heaviest: seed % 3 == 0 ? 1 : 1000, seed: seed)
    for count in [1, 2, 3, 8] {
      let swatches = Self.swatches(colors, count)
      #expect(swatches.count == min(count, colors.byColor.count))
      #expect(swatches.reduce(0) { $0 + $1.count } == colors.histogram.tally.counted)
      #expect(swatches.map(\.count) == swatches.map(\.count).sorted(by: >))
    }
  }

  @Test("agrees with its reference when points are merged for the search")
  func agreementWhenMerged() {
    let colors = Self.scattered(1900, heaviest: 300, seed: 77)
    #expect(!KMeansReference.isCoarse(colors.histogram))
    #expect(colors.groups.count > KMeansLimits.searchedPoints)
    #expect(Self.swatches(colors, 4).count == 4)
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
    let small = CountedColors(colors(scale: 1))
    let huge = CountedColors(colors(scale: 1 << 40))
    #expect(huge.histogram.tally.counted > PointTable.mostWeight)
    #expect(Self.swatches(huge, 8).map(\.color) == Self.swatches(small, 8).map(\.color))
  }

  @Test("comes to rest: every point is nearest to its own cluster's centre, which is its mean")
  func rest() {
    let colors = Self.scattered(500, heaviest: 50, seed: 9)
    let clusterer = KMeansClusterer()
    let swatches = clusterer.swatches(of: colors, count: 8)
    let centers = clusterer.centers
    let points = colors.groups.map { group in
      KMeansReference.Point(color: FixedOKLab(meanOf: group.sums), weight: group.sums.count)
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
      let colors = Self.scattered(Int(seed) * 400 - 1000, heaviest: 10, seed: seed)
      let fresh = KMeansClusterer()
      #expect(clusterer.swatches(of: colors, count: 7) == fresh.swatches(of: colors, count: 7))
    }
  }

  @Test("tells colours of one cell apart, as many as there are")
  func colorsOfOneCell() {
    let colors = (0..<8).map { (index: Int) -> RGB8 in
      RGB8(red: UInt8(100 + index % 2), green: UInt8(100 + index / 2 % 2), blue: UInt8(96 + index))
    }
    let all = CountedColors(colors.map { ($0, 5) })
    #expect(Set(colors.map { all.histogram.cellIndex(of: $0) }).count == 1)
    #expect(Set(Self.swatches(all, 8).map(\.color)) == Set(colors))
    #expect(Set(Self.swatches(all, 64).map(\.color)) == Set(colors))
    // The two halves that lie furthest apart.
    #expect(Self.swatches(all, 2).map(\.count) == [20, 20])
  }

  @Test(
    "agrees with its reference where colours are points, merged or not", arguments: [700, 2500])
  func agreementOfColors(count: Int) {
    var random = SplitMix64(seed: 5)
    var colors = CountedColors()
    while colors.byColor.count < count {
      let grey = Int.random(in: 60...200, using: &random)
      func near() -> UInt8 { UInt8(grey + Int.random(in: -6...6, using: &random)) }
      colors.add(RGB8(red: near(), green: near(), blue: near()), random.next() % 50 + 1)
    }
    #expect(KMeansReference.isCoarse(colors.histogram))
    #expect(colors.groups.count == count)
    #expect(Self.swatches(colors, 5).count == 5)
  }

  @Test("takes colours together when there are more than points")
  func manyColors() {
    var colors = CountedColors()
    // 68 cells full of colours, 34,816 in all.
    for cell in 0..<68 {
      for low in 0..<512 {
        let color = RGB8(
          red: UInt8(cell % 4 * 8 + low >> 6), green: UInt8(cell / 4 * 8 + low >> 3 & 7),
          blue: UInt8(80 + low & 7))
        colors.add(color, UInt64(low % 3 + 1))
      }
    }
    #expect(colors.byColor.count > KMeansLimits.points)
    #expect(colors.groups.count == 68 * 64)
    #expect(Self.swatches(colors, 3).count == 3)
  }
}
