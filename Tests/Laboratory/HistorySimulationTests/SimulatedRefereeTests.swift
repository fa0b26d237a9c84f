internal import HistorySimulation
internal import Testing

@Suite("Hundreds of simulated changes before a referee")
struct SimulatedRefereeTests {
  private func results(_ simulation: SimulatedReferee) -> [SimulatedReferee.Result] {
    (1...5).map { simulation.run(seed: $0) }
  }

  @Test("of 500 that do nothing and 50 that are faster, it keeps those that are worth it")
  func usual() {
    for result in results(SimulatedReferee()) {
      #expect(Double(result.wrong) <= 0.05 * Double(result.kept))
      #expect(Double(result.worthyKept) >= 0.95 * Double(result.worthy))
      #expect(result.holdsSum)
    }
  }

  @Test("launches that scatter by more than is asked for leave much undecided, and nothing wrong")
  func noisy() {
    var simulation = SimulatedReferee()
    simulation.scales = 0.02...0.05
    let all = results(simulation)
    #expect(all.reduce(0) { $0 + $1.wrong } == 0)
    #expect(all.allSatisfy { $0.undecided > 0 })
  }
}
