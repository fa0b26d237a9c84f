internal import Testing

@testable internal import Measuring

@Suite("Added work")
struct AddedWorkTests {
  /// Work of 18 µs a call and arithmetic of 1 ns a step, of which some nanoseconds after each call
  /// cost nothing, on a machine that stops for a while in one epoch of ten.
  private func added(share: Double, overlap: UInt64) -> AddedWork {
    let time = ManualTimeSource()
    var (worked, stopped) = (UInt64(0), UInt64(0))
    var isAfterCall = false
    func take(_ nanoseconds: UInt64) {
      worked += nanoseconds
      time.advance(by: nanoseconds)
      while stopped < worked / 1_000_000 {
        stopped += 1
        time.advance(by: 50_000)
      }
    }
    return AddedWork(
      share: share,
      of: {
        take(18_000 * UInt64($0))
        isAfterCall = true
      },
      step: {
        let hidden = isAfterCall ? min(overlap, UInt64($0)) : 0
        isAfterCall = false
        take(UInt64($0) - hidden)
      }, time: time)
  }

  @Test(
    "As many steps are added as take the share of a call, whatever disturbs some epochs",
    arguments: [(0.01, 180), (0.02, 360), (1, 18_000), (-1, 0)])
  func steps(share: Double, expected: Int) {
    #expect(abs(added(share: share, overlap: 0).steps - expected) <= expected / 100)
  }

  @Test("What the processor does at the same time as a call is made up for")
  func overlap() {
    #expect(abs(added(share: 0.01, overlap: 40).steps - 220) <= 2)
  }
}
