internal import CLibrary
internal import Measuring
internal import Testing
internal import TimingHistory

@Suite("The time of a night")
struct NightBudgetTests {
  private func noise(_ within: Double, _ between: Double = 0) -> [NightBudget.Noise] {
    [NightBudget.Noise(within: within, between: between)]
  }

  @Test("parts of equal noise take equal times, and one that is not known takes its own")
  func equal() {
    #expect(NightBudget([noise(1e-6), noise(1e-6), noise(1e-6)]).shares == [1, 1, 1])
    let shares = NightBudget([noise(1e-6), nil, noise(27e-6)]).shares
    // Where nothing but the sessions varies, times are as cube roots of variances.
    for (share, expected) in zip(shares, [0.5, 1, 1.5]) { #expect(abs(share - expected) < 1e-6) }
    #expect(NightBudget([noise(1e-6)]).shares == [1])
    #expect(NightBudget([]).shares.isEmpty)
  }

  @Test(
    "what varies from night to night gets no time that does not help, and noise of nothing its own")
  func between() {
    let shares = NightBudget([noise(1e-6, 1e-3), noise(1e-6), noise(0)]).shares
    #expect(shares[0] < 0.5 && shares[1] > 1.5 && shares[2] == 1)
    #expect(abs(shares.reduce(0, +) - 3) < 1e-9)
  }

  @Test(
    "no other division in the same time sees smaller changes",
    arguments: 1...20 as ClosedRange<UInt64>)
  func best(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let parts = (0..<6).map { _ in
      (0..<Int.random(in: 1...3, using: &random)).map { _ in
        NightBudget.Noise(
          within: exp(Double.random(in: -16 ... -8, using: &random)),
          between: exp(Double.random(in: -16 ... -8, using: &random)))
      }
    }
    func smallest(_ shares: [Double]) -> Double {
      zip(parts, shares).reduce(0) { sum, part in
        sum + part.0.reduce(0) { $0 + ($1.between + $1.within / part.1).squareRoot() }
      }
    }
    let shares = NightBudget(parts).shares
    #expect(abs(shares.reduce(0, +) - 6) < 1e-9)
    #expect(shares.allSatisfy { (0.249...4.001).contains($0) })
    for _ in 0..<200 {
      let (one, other) = (
        Int.random(in: 0..<6, using: &random), Int.random(in: 0..<6, using: &random)
      )
      let step = Double.random(in: 0...0.3, using: &random)
      var changed = shares
      changed[one] += step
      changed[other] -= step
      guard changed[one] <= 4, changed[other] >= 0.25 else { continue }
      #expect(smallest(changed) >= smallest(shares) * (1 - 1e-9))
    }
  }

  @Test("noise is estimated from nights of any length, steps of the level and all")
  func estimate() throws {
    var random = SeededGenerator(seed: 4)
    func normal() -> Double {
      (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0...1, using: &random) }
    }
    let (within, between) = (4e-6, 9e-6)
    let nights = (0..<30).map { night -> (value: Double, interval: Interval?, share: Double) in
      let share = night % 2 == 0 ? 0.25 : 4
      let deviation = (within / share).squareRoot()
      let value = (night < 15 ? 0 : 0.3) + normal() * (between + within / share).squareRoot()
      return (
        value, Interval(lower: value - 1.96 * deviation, upper: value + 1.96 * deviation), share
      )
    }
    let noise = try #require(NightBudget.Noise.of(nights))
    #expect(abs(noise.within / within - 1) < 1e-6)
    #expect((0.3...3).contains(noise.between / between), "\(noise.between)")
    #expect(NightBudget.Noise.of(Array(nights.prefix(7))) == nil)
    #expect(NightBudget.Noise.of(nights.map { ($0.value, nil, 1) }) == nil)
  }
}
