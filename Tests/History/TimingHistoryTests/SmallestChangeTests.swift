internal import Measuring
internal import Testing
internal import TimingHistory

@Suite("What a check can see, and whether a series is still measured")
struct SmallestChangeTests {
  private var generator = SeededGenerator(seed: 45)

  /// Noise of a standard deviation of one (the sum of twelve uniform numbers).
  private mutating func noise() -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &generator) }
  }

  /// How often a change of a level of 60 points is found in so many points after it.
  private mutating func foundShare(_ size: (SmallestChange) -> (effect: Double, points: Int))
    -> Double
  {
    let trials = 150
    var found = 0
    for _ in 0..<trials {
      var values = (0..<60).map { _ in 100 + noise() }
      guard let smallest = ChangePointDetector().findings(in: values).smallestChange else {
        continue
      }
      let (effect, points) = size(smallest)
      values += (0..<points).map { _ in 100 * (1 + effect) + noise() }
      let changes = ChangePointDetector().changePoints(in: values)
      if changes.contains(where: { abs($0.index - 60) <= 20 }) { found += 1 }
    }
    return Double(found) / Double(trials)
  }

  @Test("the smallest change is found as often as it says, half of it in as many points as it says")
  mutating func power() throws {
    let whole = foundShare { ($0.effect, $0.points) }
    #expect(whole >= 0.9 && whole <= 1, "\(whole)")
    let early = foundShare { ($0.effect / 2, $0.points) }
    #expect(early < 0.6, "\(early)")
    let late = foundShare { ($0.effect / 2, $0.pointsForHalf ?? 4) }
    #expect(late >= 0.9, "\(late)")
  }

  @Test("it is about the noise of the newest level, whatever the unit")
  mutating func scale() throws {
    let values = (0..<40).map { _ in 100 + noise() } + (0..<40).map { _ in 200 + noise() }
    let one = try #require(ChangePointDetector().findings(in: values).smallestChange)
    let scaled = values.map { $0 * 1024 }
    let other = try #require(ChangePointDetector().findings(in: scaled).smallestChange)
    #expect(abs(one.effect / other.effect - 1) < 1e-9)
    #expect(one.effect > 0.005 && one.effect < 0.05)
    #expect(ChangePointDetector().findings(in: [1, 2, 3]).smallestChange == nil)
    #expect(
      ChangePointDetector().findings(in: Array(repeating: 5, count: 30)).smallestChange
        .map { $0.effect < 0.01 } ?? true)
  }

  @Test("a series has ended when it was left out for a month and for long by its own measure")
  func ended() throws {
    let day: Int64 = 86_400_000
    let daily = try #require(MeasuredSpan((0..<50).map { $0 * day }))
    #expect(daily.last == 49 * day)
    #expect(daily.usualGap == day)
    #expect(!daily.hasEnded(by: 49 * day))
    #expect(!daily.hasEnded(by: 79 * day))
    #expect(daily.hasEnded(by: 80 * day))
    let monthly = try #require(MeasuredSpan((0..<50).map { $0 * 30 * day }))
    #expect(!monthly.hasEnded(by: (49 * 30 + 300) * day))
    #expect(monthly.hasEnded(by: (49 * 30 + 301) * day))
    let single = try #require(MeasuredSpan([5]))
    #expect(!single.hasEnded(by: .max))
    #expect(MeasuredSpan([]) == nil)
    #expect(!(MeasuredSpan([.min, 0])?.hasEnded(by: .max) ?? true))
  }
}
