internal import Measuring
internal import Testing

@Suite("Allowing for layouts")
struct LayoutAllowanceTests {
  private let allowance = LayoutAllowance(logRatio: -0.02, layoutPairs: 20)
  private let margin = 0.0025

  private func verdict(_ verdict: Verdict, _ lower: Double, _ upper: Double) -> Verdict {
    allowance.verdict(verdict, interval: Interval(lower: lower, upper: upper), margin: margin)
  }

  @Test("A verdict stands only where layout alone could not have made it")
  func verdicts() {
    #expect(verdict(.slower, 0.0226, 0.03) == .slower)
    #expect(verdict(.slower, 0.0224, 0.03) == .cannotTell(morePairs: nil))
    #expect(verdict(.faster, -0.03, -0.0226) == .faster)
    #expect(verdict(.faster, -0.03, -0.0224) == .cannotTell(morePairs: nil))
    #expect(verdict(.same, -0.001, 0.001) == .cannotTell(morePairs: nil))
    #expect(verdict(.cannotTell(morePairs: 7), 0, 1) == .cannotTell(morePairs: 7))
    #expect(
      allowance.verdict(.slower, interval: nil, margin: margin) == .cannotTell(morePairs: nil))
    let small = LayoutAllowance(logRatio: 0.001, layoutPairs: nil)
    let interval = Interval(lower: -0.001, upper: 0.001)
    #expect(small.verdict(.same, interval: interval, margin: margin) == .same)
    #expect(small.widened(interval) == Interval(lower: -0.002, upper: 0.002))
  }

  @Test("No verdict of slower or faster can come of files that differ by the allowance at most")
  func noFalseAlarm() {
    for effect in stride(from: -0.02, through: 0.02, by: 0.001) {
      for verdict in [Verdict.slower, .faster] {
        let interval = Interval(lower: effect - 0.0001, upper: effect + 0.0001)
        let judged = allowance.verdict(verdict, interval: interval, margin: margin)
        #expect(judged == .cannotTell(morePairs: nil))
      }
    }
  }

  @Test("The allowance covers every difference that was measured, of enough pairs")
  func measured() throws {
    let ratios = (0..<12).map { Double($0 - 6) * 0.001 }
    let allowance = try #require(LayoutAllowance(measured: ratios))
    #expect(allowance == LayoutAllowance(logRatio: 0.006, layoutPairs: 12))
    #expect(LayoutAllowance(measured: Array(ratios.dropLast())) == nil)
    #expect(LayoutAllowance.assumed.layoutPairs == nil)
    #expect((LayoutAllowance.assumed.logRatio * 100).rounded() == 5)
  }
}
