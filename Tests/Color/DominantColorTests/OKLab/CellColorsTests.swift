internal import Hashing
import Testing

@testable import DominantColor

@Suite("Mean colours in vectors")
struct CellColorsTests {
  /// Sums of pixels of one level each, which are exact, and of as many levels as there are.
  private static let groups: [ColorSums] = {
    var groups: [ColorSums] = []
    for level in UInt64(0)...255 {
      for count in [UInt64(1), 3, 1 << 32] {
        groups.append(
          ColorSums(
            count: count, red: level * count, green: (255 - level) * count,
            blue: (level * 7 & 255) * count))
      }
    }
    // Of up to 2³² pixels, whose sums are under those of white ones.
    var random = SplitMix64(seed: 7)
    for _ in 0..<20_000 {
      let count = 1 + (random.next() & 0xFFFF_FFFF) >> (random.next() & 31)
      func sum() -> UInt64 { random.next() % (255 * count + 1) }
      groups.append(ColorSums(count: count, red: sum(), green: sum(), blue: sum()))
    }
    return groups
  }()

  @Test(
    "are those of the formula, with every instruction set",
    arguments: InstructionSet.available)
  func sameAsFormula(set: InstructionSet) {
    let table = PointTable(capacity: Self.groups.count, code: set.code)
    table.fill(meansOf: { add in Self.groups.forEach(add) })
    #expect(table.count == Self.groups.count)
    var total = ClusterSums()
    for (index, group) in Self.groups.enumerated() {
      let color = FixedOKLab(meanOf: group)
      if table.color(index) != color {
        Issue.record("\(group): \(table.color(index)), not \(color)")
      }
      total.add(color, weight: Int64(group.count))
    }
    #expect(table.total.mean == total.mean)
  }

  @Test("of any number of groups leave the others alone", arguments: 0...17)
  func numbers(count: Int) {
    let table = PointTable(capacity: 20, code: InstructionSet.best.code)
    table.fill(meansOf: { add in Self.groups.suffix(count).forEach(add) })
    #expect(table.count == count)
    for (index, group) in Self.groups.suffix(count).enumerated() {
      #expect(table.color(index) == FixedOKLab(meanOf: group))
      #expect(table.weights[index] == Int64(group.count))
    }
  }
}
