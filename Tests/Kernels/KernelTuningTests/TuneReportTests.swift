internal import CommandText
internal import DominantColor
internal import Foundation
internal import Measuring
internal import OrderedJSON
internal import Testing

@testable import KernelTuning

@Suite("Reports of a tuning")
struct TuneReportTests {
  private func result(_ wobble: Double = 0) -> TuneResult {
    func race(_ image: String, side: Int, _ tiles: Double, _ simd: Double) -> RaceOutcome {
      .scripted(
        image, side: side, hopeless: [Candidates.reference],
        entries: [
          (
            Candidates.tiles,
            RaceOutcome.timing(
              "tiles×2", .init(wall: tiles, otherThreads: tiles), wobble: -wobble)
          ), (Candidates.simd, RaceOutcome.timing("simd", .init(wall: simd), wobble: wobble)),
        ])
    }
    return TuneResult(
      questions: [
        (
          TunedQuestion(.histogram), [Candidates.tiles, Candidates.simd, Candidates.reference],
          [
            race("photo", side: 100, 90, 60), race("flat", side: 100, 90, 30),
            race("photo", side: 1000, 500, 1000),
          ]
        )
      ], threadCounts: [1, 2])
  }

  private func report(_ result: TuneResult, path: String? = nil) -> TuneReport {
    TuneReport(
      result: result,
      tuning: Tuning(
        key: TuningKey(
          library: "1", kernelBuild: "f", cpu: "Abacus", cpuFeatures: "0", cores: 2,
          cgroupQuota: "none"), made: "now", choices: result.choices), path: path)
  }

  @Test("the table has a row a size, and the choices that follow")
  func table() {
    #expect(
      report(result()).table == """

          method     content      size  chosen     photo     flat  cut-out  noise  came closest  on        takes        95 % interval
          histogram  busy     0.010 MP  simd     60.0 µs        –        –      –  tiles×2       photo   +50.0 %    +50.0 % – +50.0 %
          histogram  busy      1.00 MP  tiles×2   500 µs        –        –      –  simd          photo  +100.0 %  +100.0 % – +100.0 %
          histogram  plain    0.010 MP  simd           –  30.0 µs        –      –  tiles×2       flat   +200.0 %  +200.0 % – +200.0 %

        histogram, busy, on 1 thread: simd
        histogram, busy, on 2 threads: simd, tiles×2 from 0.100 MP
        histogram, plain, on 1 thread: simd
        histogram, plain, on 2 threads: simd

        """)
  }

  @Test("ties and races that stayed open are called so")
  func notes() {
    func note(_ wobble: Double) -> Bool {
      let race = RaceOutcome.scripted(
        side: 100,
        entries: [
          (
            Candidates.tiles,
            RaceOutcome.timing("tiles×2", .init(wall: 90, otherThreads: 90), wobble: -wobble)
          ), (Candidates.simd, RaceOutcome.timing("simd", .init(wall: 90), wobble: wobble)),
        ])
      let result = TuneResult(
        questions: [(TunedQuestion(.histogram), [Candidates.tiles, Candidates.simd], [race])],
        threadCounts: [2])
      return report(result).table.contains(wobble < 0.01 ? "  tie\n" : "  open\n")
    }
    #expect(note(0.001))
    #expect(note(0.05))
  }

  @Test("the JSON holds the tuning and every race, the hopeless too")
  func json() throws {
    let text = report(result(), path: "/there/tuning.json").json.text
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(document["schema"] as? Int == 1)
    #expect(document["path"] as? String == "/there/tuning.json")
    let races = try #require(document["races"] as? [[String: Any]])
    #expect(races.count == 9)
    #expect(races[0]["kernel"] as? String == "tiles")
    #expect(races[0]["threads"] as? Int == 2)
    #expect(abs((races[0]["medianSeconds"] as? Double ?? 0) - 90e-6) < 1e-9)
    #expect(races[0]["rounds"] as? Int == 9)
    #expect(races[2]["kernel"] as? String == "histogram")
    #expect(races[2]["medianSeconds"] is NSNull)
    #expect(races[2]["matchesReference"] as? Bool == true)
    // What the JSON says of the tuning is what its file says.
    let tuning = try #require(document["tuning"] as? [String: Any])
    #expect((tuning["choices"] as? [[String: Any]])?.count == 5)
    #expect(tuning["kernelBuild"] as? String == "f")
  }

  @Test("what the next size takes is foreseen by a line through the last two")
  func cost() throws {
    #expect(ClassCost.expected(pixels: 1e6, after: []) == nil)
    // Small ones take what timing takes.
    let small = ClassCost(pixels: 4096, secondsPerImage: 0.3)
    #expect(ClassCost.expected(pixels: 65_536, after: [small]) == 0.3)
    let one = ClassCost(pixels: 1e6, secondsPerImage: 1)
    #expect(ClassCost.expected(pixels: 4e6, after: [small, one]) == 4)
    let four = ClassCost(pixels: 4e6, secondsPerImage: 1.6)
    let expected = try #require(ClassCost.expected(pixels: 24e6, after: [small, one, four]))
    #expect(abs(expected - 5.6) < 1e-9)
    // A larger image that took less says nothing: at least as long as it took.
    let faster = ClassCost(pixels: 4e6, secondsPerImage: 0.5)
    #expect(ClassCost.expected(pixels: 24e6, after: [one, faster]) == 0.5)
  }
}
