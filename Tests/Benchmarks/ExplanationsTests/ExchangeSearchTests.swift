internal import Testing

@testable import Explanations

/// Searches over made parts whose effects are known.
@Suite("Searching for the parts that make a change")
struct ExchangeSearchTests {
  private static let margin = 0.0025

  /// Half the width of every interval.
  private static let width = 0.001

  private static func effect(_ value: Double) -> ExchangeEffect {
    ExchangeEffect(median: value, interval: value - width...value + width)
  }

  /// A sequence that is the same in every run.
  private struct Draws: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  /// Searches among parts whose effects add up.
  private func search(
    _ effects: [Double], likely: [Int] = [],
    together: (parts: Set<Int>, effect: Double) = ([], 0),
    unusable: @escaping ([Int]) -> Bool = { _ in false }, most: Int = .max,
    measured effect: @escaping (Double) -> ExchangeEffect = effect
  ) -> Attribution {
    func value(_ parts: [Int]) -> Double {
      let all = !together.parts.isEmpty && together.parts.isSubset(of: parts)
      return parts.reduce(0) { $0 + effects[$1] } + (all ? together.effect : 0)
    }
    var measured = 0
    var search = ExchangeSearch(
      count: effects.count, likely: likely, whole: effect(value(Array(effects.indices))),
      margin: Self.margin
    ) { parts in
      if unusable(parts) { return .unusable("it does not link.") }
      measured += 1
      return measured > most ? .stopped : .measured(effect(value(parts)))
    }
    return search.run()
  }

  @Test(
    "one part among others is named, wherever it is, and the others are shown to change nothing")
  func one() {
    for count in 1...40 {
      for culprit in Set([0, count / 2, count - 1]) {
        var effects = Array(repeating: 0.0, count: count)
        effects[culprit] = 0.024
        let found = search(effects)
        #expect(found.shares.map(\.parts) == [[culprit]], "\(count)")
        #expect(found.rest == Array(0..<count).filter { $0 != culprit })
        #expect(count == 1 || found.restEffect?.median == 0)
        #expect(found.together(margin: Self.margin) == nil)
        #expect(found.isComplete)
      }
    }
  }

  @Test("a likely part that is the one takes two sessions; if it is not, the one is found too")
  func likely() {
    for culprit in [0, 17, 39] {
      var effects = Array(repeating: 0.0, count: 40)
      effects[culprit] = 0.024
      let right = search(effects, likely: [culprit])
      #expect(right.shares.map(\.parts) == [[culprit]])
      #expect(right.rest.count == 39 && right.restEffect?.median == 0 && right.sessions == 2)
      for likely in [[5], [38, 5, 1], Array(18..<39)] {
        let wrong = search(effects, likely: likely)
        #expect(wrong.shares.map(\.parts) == [[culprit]], "\(likely)")
        #expect(wrong.isComplete && wrong.together(margin: Self.margin) == nil)
        // As many as without, and those that look at the likely ones in vain: both halves, and all.
        #expect(wrong.sessions <= search(effects).sessions + 5, "\(likely): \(wrong.sessions)")
      }
    }
  }

  @Test("likely parts that cancel are both named, and so are others")
  func likelyCancelling() {
    var effects = Array(repeating: 0.0, count: 20)
    (effects[3], effects[4]) = (0.015, -0.015)
    for likely in [[], [3, 4], [4, 3], [3], [12]] {
      let found = search(effects, likely: likely)
      let named: Set<[Int]> = likely.contains(3) ? [[3], [4]] : []
      #expect(Set(found.shares.map(\.parts)) == named, "\(likely)")
    }
    (effects[3], effects[12]) = (0.015, -0.015)
    effects[4] = 0
    for likely in [[], [3, 12], [7]] {
      #expect(Set(search(effects, likely: likely).shares.map(\.parts)) == [[3], [12]], "\(likely)")
    }
  }

  @Test("forty parts take a few sessions more than six")
  func cost() {
    func most(_ count: Int) -> Int {
      (0..<count).map { culprit in
        var effects = Array(repeating: 0.0, count: count)
        effects[culprit] = -0.02
        return search(effects).sessions
      }.max() ?? 0
    }
    #expect(most(6) <= 7)
    #expect(most(40) <= 13)
  }

  @Test("any number of parts with effects that add up are all named, the largest first")
  func several() {
    var draws = Draws(state: 61)
    for _ in 0..<200 {
      let count = Int.random(in: 1...24, using: &draws)
      var effects = Array(repeating: 0.0, count: count)
      for _ in 0..<Int.random(in: 1...3, using: &draws) {
        let size = Double.random(in: 0.006...0.05, using: &draws)
        effects[Int.random(in: 0..<count, using: &draws)] = size
      }
      let found = search(effects)
      let wanted = effects.indices.filter { effects[$0] != 0 }
      #expect(found.shares.flatMap(\.parts).sorted() == wanted, "\(effects)")
      #expect(found.shares.allSatisfy { $0.parts.count == 1 })
      let sizes = found.shares.map(\.effect.median)
      #expect(sizes == sizes.sorted(by: >))
      #expect(found.together(margin: Self.margin) == nil)
    }
  }

  @Test("a slower and a faster part are named although the whole is the same")
  func cancelling() {
    let found = search([0, 0.015, 0, -0.015, 0])
    #expect(Set(found.shares.map(\.parts)) == [[1], [3]])
    #expect(found.restEffect?.median == 0)
  }

  @Test("parts that change something only together are named together")
  func interaction() {
    for pair in [[0, 1], [0, 5], [2, 4], [3, 7]] {
      let found = search(
        Array(repeating: 0, count: 8), together: (Set(pair), 0.03))
      #expect(found.shares.map(\.parts) == [pair])
    }
  }

  @Test("an effect at the margin is named without what adds nothing to it")
  func margin() {
    // Alone it is below the margin, and noise of another part lifts it above.
    let found = search([0, Self.margin * 0.95, Self.margin * 0.1, 0])
    #expect(found.shares.map(\.parts) == [[1]])
  }

  @Test("an effect beyond the parts' own is named as together")
  func superadditive() throws {
    let found = search([0.02, 0.01], together: ([0, 1], 0.02))
    #expect(found.shares.map(\.parts) == [[0], [1]])
    let together = try #require(found.together(margin: Self.margin))
    #expect(abs(together.median - 0.02) < 1e-9)
  }

  @Test("what links only together is exchanged together, and what was thrown away is said")
  func coupled() {
    let found = search(
      [0, 0.02, 0, 0, 0, 0],
      unusable: { parts in parts.contains(1) != parts.contains(4) })
    #expect(found.shares.map(\.parts) == [[1, 4]])
    #expect(!found.refusals.isEmpty)
    #expect(found.refusals.allSatisfy { $0.reason == "it does not link." })
    #expect(found.restEffect?.median == 0)
  }

  @Test("a busy machine, where medians differ by more than what matters, hides no smaller cause")
  func busy() {
    // The part that adds nothing makes it seem less slow, by a tenth.
    func found(width: Double) -> [[Int]] {
      search(
        [0.6, 0, -0.06], unusable: { $0.contains(1) != $0.contains(0) },
        measured: {
          ExchangeEffect(median: $0, interval: $0 - width...$0 + width)
        }
      ).shares.map(\.parts)
    }
    #expect(found(width: 0.1) == [[0, 1]])
    // Where the intervals say that it makes it faster, it belongs to the whole.
    #expect(found(width: 0.001) == [[0, 1, 2]])
  }

  @Test("where nothing but all can be exchanged, all are named")
  func onlyAll() {
    let found = search([0, 0.02, 0, 0], unusable: { $0.count < 4 })
    #expect(found.shares.map(\.parts) == [[0, 1, 2, 3]])
  }

  @Test("a search that is stopped says where the rest is")
  func stopped() {
    var effects = Array(repeating: 0.0, count: 16)
    effects[3] = 0.02
    let found = search(effects, most: 1)
    #expect(found.isStopped && !found.isComplete)
    #expect(found.suspects == Array(0..<8))
    #expect(found.together(margin: Self.margin) == nil)
    effects[12] = 0.01
    let half = search(effects, most: 6)
    #expect(half.shares.map(\.parts) == [[3]])
    #expect(!half.suspects.contains(3))
    effects[12] = 0
    #expect(search(effects, most: 0).suspects == Array(0..<16))
    #expect(search(effects).isComplete)
  }

  @Test("there may be no parts")
  func none() {
    let found = search([])
    #expect(found.shares.isEmpty && found.rest.isEmpty && found.sessions == 0)
  }
}
