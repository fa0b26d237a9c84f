internal import Hashing
internal import Pixels
internal import Testing

@testable import DominantColor

@Suite("Which windows might win, look by look")
struct OutlineContestTests {
  /// Pixels of a few colours with noise, of which three have about as many.
  private static func color(_ random: inout SplitMix64) -> RGB8 {
    let word = random.next()
    let centers: [(Int, Int, Int)] = [
      (60, 60, 60), (60, 60, 60), (180, 44, 40), (180, 44, 40), (120, 200, 60), (120, 200, 60),
      (70, 120, 66), (200, 200, 200),
    ]
    let (r, g, b) = centers[Int(word % 8)]
    func level(_ center: Int, _ shift: UInt64) -> UInt8 {
      UInt8(center + Int(word >> shift & 15) - 8)
    }
    return RGB8(red: level(r, 8), green: level(g, 16), blue: level(b, 24))
  }

  private static func word(_ color: RGB8) -> UInt32 {
    (UInt32(color.red) | UInt32(color.green) << 8 | UInt32(color.blue) << 16 | 0xFF00_0000)
      .littleEndian
  }

  @Test("what is beaten stays out, and the sums of what remains are whole", arguments: 0..<20)
  func looks(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let count = 4000
    var outline = ColorHistogram(.standard)
    var words: [UInt32] = []
    for _ in 0..<count {
      let mean = Self.color(&random)
      outline.add(
        ColorSums(
          count: 1, red: UInt64(mean.red), green: UInt64(mean.green), blue: UInt64(mean.blue)),
        toCell: outline.cellIndex(of: mean))
      words.append(Self.word(mean))
      // Rough tiles: half of their pixels are of other colours.
      for pixel in 0..<16 {
        words.append(Self.word(pixel % 2 == 0 ? mean : Self.color(&random)))
      }
    }
    let test = ResidualTest(errorProbability: 1e-10, events: 1)
    var atOnce = try #require(OutlineContest(outline))
    var byLooks = try #require(OutlineContest(outline))
    atOnce.add(words[...])
    let allFound = atOnce.candidates(draws: count, population: count, test: test)
    let all = try #require(allFound)
    let part = 17 * (600 + 50 * seed)
    byLooks.add(words[..<part])
    let firstFound = byLooks.candidates(draws: part / 17, population: count, test: test)
    let first = try #require(firstFound)
    byLooks.add(words[part...])
    let secondFound = byLooks.candidates(draws: count, population: count, test: test)
    let second = try #require(secondFound)
    // Nothing comes back, and nothing goes that the whole sample does not beat.
    #expect(first.count > second.count && second.count > 1)
    #expect(Set(second.map(\.window)).isSubset(of: first.map(\.window)))
    #expect(
      second.map(\.window) == all.map(\.window).filter { first.map(\.window).contains($0) })
    let needed = Dictionary(uniqueKeysWithValues: all.map { ($0.window, $0.neededDraws) })
    for candidate in second { #expect(candidate.neededDraws == needed[candidate.window]) }
  }
}
