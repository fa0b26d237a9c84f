internal import CommandText
internal import DominantColor
internal import Foundation
internal import KernelWorkloads
internal import Measuring
internal import OrderedJSON
internal import Pixels
internal import Testing
internal import Reporting

@testable import KernelTuning

@Suite("Verification of choices")
struct VerificationTests {
  private func run(
    _ selection: KernelSelection, methods: [PaletteMethod] = [.histogram], cancelled: Bool = false,
    set: InstructionSet = .best,
    times: @escaping (String) -> Double
  ) -> (cells: [Verification.Cell], wrong: [String], messages: [String]) {
    final class Messages { var lines: [String] = [] }
    let messages = Messages()
    var verification = Verification(
      selection: selection, methods: methods, threads: 2, sizes: [(5, 5), (50, 40)],
      images: [.synthetic("gradient"), .synthetic("alpha")], secondsPerRace: 1,
      timer: ScriptedContest(rounds: 15) { .init(wall: times($0), otherThreads: 0) },
      time: ManualTimeSource(), load: ImageLoader.load,
      context: RunContext(
        message: { messages.lines.append($0.line) },
        isCancelled: { cancelled },
        elapsed: { 0 }),
      kernels: KernelCatalog.all.filter { $0.method != .hue || $0.id == "hue" })
    verification.instructionSet = set
    let (cells, wrong) = verification.run()
    return (cells, wrong, messages.lines)
  }

  @Test("the regret of a choice is its time over the best one's, less one")
  func regret() throws {
    let (cells, wrong, _) = run(.kernel("simd")) { name in
      name == "simd" ? 150 : name == "histogram" ? 100 : 200
    }
    #expect(wrong.isEmpty)
    #expect(cells.count == 4)
    for cell in cells {
      #expect(cell.chosen.kernel.id == "simd")
      #expect(cell.best.kernel.id == "histogram")
      #expect(cell.fastest.kernel.id == "histogram")
      #expect(abs(cell.regret - 0.5) < 1e-3)
      #expect(abs(cell.measured - 0.5) < 1e-3)
      #expect(cell.interval?.contains(cell.measured) == true)
      #expect(cell.rounds == 15)
    }
    #expect(
      cells.map { "\($0.width)x\($0.height) \($0.image)" } == [
        "5x5 gradient", "5x5 alpha", "50x40 gradient", "50x40 alpha",
      ])
  }

  @Test("the best choice has none, and methods without a choice have no cells")
  func noRegret() {
    let (cells, _, messages) = run(.kernel("histogram"), methods: [.histogram, .hue]) {
      $0 == "histogram" ? 100 : 140
    }
    #expect(cells.count == 4)
    #expect(cells.allSatisfy { $0.regret == 0 && $0.best == $0.chosen && $0.measured == 0 })
    #expect(messages == ["Method hue has one kernel: nothing to choose, so no cells."])
  }

  @Test("every instruction set can be looked at", arguments: InstructionSet.available)
  func sets(set: InstructionSet) {
    let wrong = run(.defaultOrder, set: set) { _ in 1 }.wrong
    #expect(wrong.isEmpty)
  }

  @Test("what is cancelled has no cells left to make")
  func cancelled() {
    #expect(run(.defaultOrder, cancelled: true) { _ in 1 }.cells.isEmpty)
  }

  private func cell(_ regret: Double) -> Verification.Cell {
    Verification.Cell(
      width: 400, height: 300, image: "screen", method: .histogram, chosen: Candidates.tiles,
      best: regret > 0 ? Candidates.simd : Candidates.tiles, regret: regret,
      fastest: Candidates.simd, measured: 0.011, interval: -0.002...0.03, rounds: 15)
  }

  @Test("the report gives median and 99th percentile, as a table and as JSON")
  func report() throws {
    let report = VerificationReport(
      cells: [cell(0), cell(0), cell(0), cell(0), cell(0.1)], explanation: "By a test.")
    #expect(report.median == 0)
    #expect(abs((report.percentile99 ?? 0) - 0.096) < 1e-9)
    #expect(report.table.contains("regret: median 0.0 %, 99th percentile 9.6 %, of 5 cells."))
    #expect(report.table.contains("histogram  400×300  screen  tiles×2  simd     10.0 %"))
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(report.json.text.utf8)) as? [String: Any])
    #expect(document["schema"] as? Int == 1)
    let cells = try #require(document["cells"] as? [[String: Any]])
    #expect(cells.count == 5)
    #expect(cells[4]["size"] as? String == "400x300")
    #expect(cells[4]["image"] as? String == "screen")
    #expect(cells[4]["method"] as? String == "histogram")
    #expect(cells[4]["chosen"] as? String == "tiles")
    #expect(cells[4]["chosenThreads"] as? Int == 2)
    #expect(cells[4]["best"] as? String == "simd")
    #expect(cells[4]["regret"] as? Double == 0.1)
    #expect(cells[4]["interval"] as? [Double] == [-0.002, 0.03])
    let empty = VerificationReport(cells: [], explanation: "By a test.")
    #expect(empty.table == "By a test.\n")
    #expect(empty.median == nil)
  }

  @Test("the held-out grid has no size and no kind that is tuned on")
  func heldOut() {
    for size in HeldOutGrid.sizes {
      #expect(!TunePlan.standardSizes.contains { $0 == size })
    }
    #expect(Set(HeldOutGrid.synthetic).isDisjoint(with: TunePlan.images))
  }
}
