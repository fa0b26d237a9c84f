internal import Testing

@testable internal import Measuring

@Suite("Contenders")
struct ContenderTests {
  @Test("A closure is called as often as told", arguments: [0, 1, 2, 1000])
  func calls(count: Int) {
    var calls = 0
    let contender = Contender("c") {
      calls += 1
      return calls
    }
    contender.repeatWork(count)
    #expect(calls == count)
    #expect(contender.label == "c")
  }

  @Test("A slowed contender does exactly the extra work, carried over between epochs")
  func slowed() {
    var calls = 0
    let slowed = Contender("c", repeating: { calls += $0 }).slowed(by: 0.25)
    slowed.repeatWork(8)
    #expect(calls == 10)
    for _ in 0..<4 { slowed.repeatWork(1) }
    #expect(calls == 15)
    #expect(slowed.label == "c")
    calls = 0
    Contender("c", repeating: { calls += $0 }).slowed(by: -1).repeatWork(7)
    #expect(calls == 7)
  }

  @Test("A black hole takes values of every kind and lets go of them")
  func blackHoles() {
    blackHole(1)
    blackHole([1, 2, 3])
    blackHole("text")
    blackHole(())
    weak var kept: ManualTimeSource?
    do {
      let source = ManualTimeSource()
      kept = source
      blackHole(source as any TimeSource)
    }
    #expect(kept == nil)
  }
}
