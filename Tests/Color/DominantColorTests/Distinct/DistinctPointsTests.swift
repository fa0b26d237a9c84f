internal import Hashing
internal import Pixels
internal import Testing

@testable import DominantColor

/// The scalar loops of method `distinct`, which specify it, and the vectors that stand for them.
@Suite("Points of method distinct")
struct DistinctPointsTests {
  /// Pixels of a picture whose colours spread around a few, the more the larger the spread.
  private func placed(seed: UInt64, side: Int, spread: UInt64) throws -> PlacedColors {
    var random = SplitMix64(seed: seed)
    let centers = (0..<9).map { _ in random.next() }
    var image = try ImageBuffer(width: side, height: side)
    for y in 0..<side {
      for x in 0..<side {
        let center = centers[Int(random.next() % 9)]
        func level(_ channel: UInt64) -> UInt8 {
          UInt8(min((center >> (8 * channel) & 0xFF) + random.next() % spread, 255))
        }
        image[x, y] = RGBA8(RGB8(red: level(0), green: level(1), blue: level(2)))
      }
    }
    var placed = PlacedColors()
    image.withPixels { placed.add($0, rule: VisibilityRule()) }
    return placed
  }

  @Test("vectors of every instruction set give the scalar loops' swatches")
  func vectors() throws {
    for (seed, spread) in [1, 2, 20, 90, 256].enumerated() {
      for side in [1, 3, 40] {
        let pixels = try placed(seed: UInt64(seed), side: side, spread: UInt64(spread))
        for count in [6, 64] {
          let expected = DistinctColors.swatches(of: pixels, count: count, code: nil)
          #expect(!expected.isEmpty)
          for set in InstructionSet.available {
            #expect(
              DistinctColors.swatches(of: pixels, count: count, code: set.code) == expected,
              "\(set), spread \(spread), side \(side), \(count) colours")
          }
        }
      }
    }
  }

  @Test("more pixels than vectors add up are the scalar loops'")
  func many() throws {
    var many = try placed(seed: 3, side: 32, spread: 60)
    // 2¹⁰ times 2²³.
    for _ in 0..<23 { many.merge(many) }
    #expect(many.tally.counted > PointTable.mostWeight)
    let found = DistinctColors.swatches(of: many, count: 6)
    #expect(found.map(\.count).reduce(0, +) == many.tally.counted)
    #expect(found == DistinctColors.swatches(of: many, count: 6, code: nil))
  }

  @Test("of equally near centres the first is nearest")
  func equals() {
    let grey = PlacedSums(sums: ColorSums(count: 1, red: 99, green: 99, blue: 99))
    let centers = [(9000, 40), (9000, -40), (9000, 40)].map {
      FixedOKLab(l: Int32($0.0), a: Int32($0.1), b: 0)
    }
    for code in [nil] + InstructionSet.available.map({ $0.code }) {
      #expect(DistinctPoints([grey, grey], code: code).nearest(of: centers) == [0, 0])
    }
  }

  @Test("roots are floored, next to squares too")
  func roots() {
    for root in (0...26).flatMap({ power in (-2...2).map { Int64(1) << Int64(power) + Int64($0) } })
    where root > 0 {
      #expect(SquareRoot.floor(root * root) == root)
      #expect(SquareRoot.floor(root * root - 1) == root - 1)
      #expect(SquareRoot.floor(root * root + 1) == root)
    }
    #expect(SquareRoot.floor(Int64(-5)) == 0)
    #expect(SquareRoot.floor(Int64.max) == 3_037_000_499)
  }
}
