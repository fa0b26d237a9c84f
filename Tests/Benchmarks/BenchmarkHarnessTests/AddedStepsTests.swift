internal import BenchmarkHarness
internal import Measuring
internal import Testing

@Suite("Steps of added work")
struct AddedStepsTests {
  @Test("a share of a run is found in steps, whatever they cost", arguments: [0.01, 0.02])
  func share(_ share: Double) throws {
    for (start, step) in [(5e6, 1.5), (20e6, 0.4), (400e6, 3)] {
      var layouts: Set<Int> = []
      let steps = try AddedSteps.find(share: share, limit: 1 << 40) { steps, layout in
        layouts.insert(layout)
        // A layout makes a program up to 2 % slower, and not the steps.
        return start * (1 + 0.01 * Double(layout % 3)) + step * Double(steps)
      }
      #expect(agrees(Double(steps) * step, start * share, within: 0.02))
      #expect(layouts.count == 4)
    }
  }

  private func agrees(_ value: Double, _ expected: Double, within relative: Double) -> Bool {
    abs(value - expected) <= relative * expected
  }

  @Test("what other programs add to a run, and not to steps, does not count")
  func neighbours() throws {
    var runs = 0
    let steps = try AddedSteps.find(share: 0.01, limit: 1 << 40) { steps, _ in
      runs += 1
      return 10e6 * (runs % 2 == 0 ? 1.1 : 1) + Double(steps)
    }
    #expect(agrees(Double(steps), 1e5, within: 0.01))
  }

  @Test("a run that is disturbed now and then does not count")
  func disturbances() throws {
    var runs = 0
    let steps = try AddedSteps.find(share: 0.01, limit: 1 << 40) { steps, _ in
      runs += 1
      return (10e6 + Double(steps)) * (runs % 9 == 0 ? 4 : 1)
    }
    #expect(agrees(Double(steps), 1e5, within: 0.05))
  }

  @Test("runs that are disturbed while the number of steps is sought do not end the search")
  func disturbedSearch() throws {
    var runs = 0
    let steps = try AddedSteps.find(share: 0.02, limit: 1 << 40) { steps, _ in
      runs += 1
      // The first two runs with steps.
      return (10e6 + Double(steps)) * (3...4 ~= runs ? 3 : 1)
    }
    #expect(agrees(Double(steps), 2e5, within: 0.02))
  }

  @Test("work that does not make a program longer is an error, as is one that fails")
  func failures() {
    #expect(throws: WorkerFailure.self) {
      try AddedSteps.find(share: 0.01, limit: 1 << 30) { _, _ in 1e6 }
    }
    let failure = WorkerFailure.exited(code: 2, during: "an epoch")
    #expect(throws: failure) {
      try AddedSteps.find(share: 0.01, limit: 1 << 30) { _, _ throws(WorkerFailure) in
        throw failure
      }
    }
  }
}
