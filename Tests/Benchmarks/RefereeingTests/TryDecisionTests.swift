internal import Measuring
internal import Refereeing
internal import Testing

@Suite("What becomes of a try")
struct TryDecisionTests {
  private let wish = RefereeWish(worth: 0.01)

  private func standing(
    _ logRatio: Double, launches: Int = 20, scatter: Double = 0.0001, allowance: Double = 0
  ) -> TryStanding {
    TryStanding(
      wish: wish, risk: 0.01,
      logRatios: (0..<launches).map { logRatio + scatter * Double($0 % 5 - 2) },
      allowance: allowance)
  }

  @Test("faster by more than it is worth is kept, equal and a little faster are not")
  func single() {
    #expect(TryDecision([standing(-0.02)]) == .keep(faster: [0]))
    #expect(TryDecision([standing(0)]) == .discardNoFaster)
    // More than the margin of a quarter is shown: it is kept though less than what is worth it.
    #expect(TryDecision([standing(-0.005)]) == .keep(faster: [0]))
    #expect(TryDecision([standing(-0.001)]) == .discardNoFaster)
    #expect(TryDecision([standing(0.02)]) == .discardSlower(0))
  }

  @Test("too few launches, and launches that scatter, go on")
  func open() {
    #expect(TryDecision([standing(-0.02, launches: 8)]) == .goOn([0]))
    #expect(TryDecision([standing(-0.006, scatter: 0.01)]) == .goOn([0]))
  }

  @Test("one that is slower by what is worth it stops all, one that is less so stops none")
  func others() {
    #expect(TryDecision([standing(-0.2), standing(0.012)]) == .discardSlower(1))
    #expect(TryDecision([standing(-0.2), standing(0.005)]) == .keep(faster: [0]))
    // Nothing is known of the second yet, so it is that which is measured.
    #expect(TryDecision([standing(-0.2), standing(0.005, launches: 3)]) == .goOn([1]))
    #expect(TryDecision([standing(0), standing(-0.03), standing(-0.02)]) == .keep(faster: [1, 2]))
  }

  @Test("what layouts may make is taken off, and no launch can help where it is more than is asked")
  func allowance() {
    #expect(TryDecision([standing(-0.02, allowance: 0.05)]) == .beyondReach)
    #expect(TryDecision([standing(-0.08, allowance: 0.05)]) == .keep(faster: [0]))
    #expect(TryDecision([standing(0, allowance: 0.005)]) == .discardNoFaster)
  }

  @Test("a smaller risk needs more launches")
  func risk() {
    let few = TryStanding(wish: wish, risk: 1e-6, logRatios: Array(repeating: -0.02, count: 16))
    let many = TryStanding(wish: wish, risk: 1e-6, logRatios: Array(repeating: -0.02, count: 32))
    #expect(!few.isFaster)
    #expect(many.isFaster)
  }
}
