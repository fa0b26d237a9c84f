internal import Testing

@testable internal import Measuring

@Suite("Added work")
struct AddedWorkTests {
  @Test(
    "As many steps are added as take the share of a call, whatever disturbs some epochs",
    arguments: [(0.01, 180), (0.02, 360), (1, 18_000), (-1, 0)])
  func steps(share: Double, expected: Int) {
    let time = ManualTimeSource()
    var epochs = 0
    func take(_ nanoseconds: UInt64) {
      epochs += 1
      time.advance(by: nanoseconds + (epochs % 3 == 0 ? 50_000 : 0))
    }
    let added = AddedWork(
      share: share, of: { take(18_000 * UInt64($0)) }, step: { take(UInt64($0)) }, time: time)
    #expect(added.steps == expected)
  }
}
