internal import Testing

@testable internal import Measuring

@Suite("Bounds of a median that hold at all moments at once")
struct AnytimeBoundTests {
  /// The exact probability that fair signs, looked at after each of them, exclude what is true.
  private func crossing(_ bound: AnytimeBound, signs: Int) -> Double {
    // How likely each number of misses is where nothing was excluded yet.
    var open = [1.0]
    var excluded = 0.0
    for count in 1...signs {
      var next = [Double](repeating: 0, count: count + 1)
      for (misses, probability) in open.enumerated() {
        next[misses] += probability / 2
        next[misses + 1] += probability / 2
      }
      if let most = bound.misses(count: count) {
        for misses in 0...most {
          excluded += next[misses]
          next[misses] = 0
        }
      }
      open = next
    }
    return excluded
  }

  @Test(
    "Counted exactly, the truth is excluded with at most the risk over 320 moments",
    arguments: [0.01, 0.001])
  func risk(_ risk: Double) {
    let excluded = crossing(AnytimeBound(risk: risk), signs: 320)
    #expect(excluded <= risk)
    // And not with so little that launches are wasted.
    #expect(excluded >= risk / 2)
  }

  @Test("The fewest values, and how many may be wrong")
  func misses() {
    let one = AnytimeBound(risk: 0.01)
    // 2 · (1 − 2⁻¹⁰) · 2⁹ ÷ 10 = 102.3, and 2 · (1 − 2⁻⁹) · 2⁸ ÷ 9 = 56.8.
    #expect(one.misses(count: 8) == nil && one.misses(count: 9) == 0)
    let two = AnytimeBound(risk: 0.001)
    #expect(two.misses(count: 12) == nil && two.misses(count: 13) == 0)
    #expect(one.misses(count: 0) == nil && AnytimeBound(risk: 1).misses(count: 1) == 0)
    let counts = [16, 20, 25, 32, 40, 50, 64, 80, 100, 128, 160]
    #expect(counts.map(one.misses) == [1, 2, 4, 6, 9, 13, 18, 24, 32, 44, 57])
    #expect(counts.map(two.misses) == [0, 1, 3, 5, 7, 11, 16, 22, 29, 40, 54])
  }

  @Test("The bounds are the values of these ranks, from either side")
  func ranks() {
    let bound = AnytimeBound(risk: 0.01)
    let values = (1...20).map(Double.init).reversed() as [Double]
    #expect(bound.upper(values) == 18 && bound.lower(values) == 3)
    #expect(bound.upper([1, 2, 3]) == nil && bound.lower([]) == nil)
    #expect(bound.upper(values.map { -$0 }) == bound.lower(values).map { -$0 })
  }
}
