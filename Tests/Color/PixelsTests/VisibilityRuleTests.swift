import Pixels
import Testing

@Suite("Which pixels count")
struct VisibilityRuleTests {
  private func verdict(_ rule: VisibilityRule, _ r: UInt8, _ g: UInt8, _ b: UInt8, _ a: UInt8 = 255)
    -> VisibilityRule.Verdict
  {
    rule.verdict(on: RGBA8(red: r, green: g, blue: b, alpha: a))
  }

  @Test("a pixel is visible from the minimum alpha on")
  func alpha() {
    for minimum in UInt8.min...UInt8.max {
      let rule = VisibilityRule(minimumAlpha: minimum)
      for alpha in UInt8.min...UInt8.max {
        let expected: VisibilityRule.Verdict = alpha >= minimum ? .counted : .transparent
        #expect(verdict(rule, 9, 9, 9, alpha) == expected)
      }
    }
  }

  @Test("near-white goes by the smallest channel, above the bound")
  func white() {
    let rule = VisibilityRule(whiteAbove: 250)
    #expect(verdict(rule, 251, 255, 252) == .filtered)
    #expect(verdict(rule, 250, 255, 255) == .counted)
    #expect(rule.hasFilters)
  }

  @Test("near-black goes by the largest channel, under the bound")
  func black() {
    let rule = VisibilityRule(blackBelow: 5)
    #expect(verdict(rule, 4, 0, 4) == .filtered)
    #expect(verdict(rule, 0, 5, 0) == .counted)
  }

  @Test("near-grey goes by the spread of channels, the bound included")
  func grey() {
    let rule = VisibilityRule(greyWithin: 3)
    #expect(verdict(rule, 90, 93, 91) == .filtered)
    #expect(verdict(rule, 90, 94, 91) == .counted)
  }

  @Test("a transparent pixel is transparent whatever its colour")
  func transparencyFirst() {
    let rule = VisibilityRule(whiteAbove: 0, blackBelow: 255, greyWithin: 255)
    #expect(verdict(rule, 5, 5, 5, 127) == .transparent)
    #expect(!VisibilityRule().hasFilters)
  }

  @Test("tallies add up part by part")
  func tallies() {
    let sum =
      PixelTally(counted: 1, transparent: 2, filtered: 3)
      + PixelTally(counted: 10, transparent: 20, filtered: 30)
    #expect(sum == PixelTally(counted: 11, transparent: 22, filtered: 33))
    #expect(sum.total == 66)
  }
}
