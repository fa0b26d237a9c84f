internal import CommandText
internal import DominantColor
internal import Foundation
internal import Measuring
internal import OrderedJSON
internal import Testing

@testable import KernelTuning

@Suite("Reports of a tuning")
struct TuneReportTests {
  private func report(path: String? = nil) -> TuneReport {
    func race(_ image: String, side: Int, _ tiles: Double, _ simd: Double) -> RaceOutcome {
      .scripted(
        image, side: side, hopeless: [Candidates.reference],
        entries: [
          (
            Candidates.tiles,
            RaceOutcome.timing("tiles×2", .init(wall: tiles, otherThreads: tiles))
          ), (Candidates.simd, RaceOutcome.timing("simd", .init(wall: simd))),
        ])
    }
    let result = TuneResult(methods: [
      TuneResult.Method(
        method: .histogram, one: Candidates.simd, several: Candidates.tiles,
        races: [
          race("photo", side: 100, 90, 60), race("flat", side: 100, 90, 30),
          race("photo", side: 1000, 500, 1000),
        ])
    ])
    return TuneReport(
      result: result,
      tuning: Tuning(
        key: TuningKey(
          library: "1", cpu: "Abacus", cpuFeatures: "0", cores: 2, cgroupQuota: "none"),
        made: "now", threads: result.threads), path: path)
  }

  @Test("the table has a row a size, and what follows")
  func table() {
    #expect(
      report().table == """

          method         size              photo               flat  cut-out  noise  threads
          histogram  0.010 MP  60.0 µs → 90.0 µs  30.0 µs → 90.0 µs        –      –  do not pay
          histogram   1.00 MP   1.00 ms → 500 µs                  –        –      –  pay

        histogram: all threads from 0.100 MP

        """)
  }

  @Test("the JSON holds the tuning and every race, the hopeless too")
  func json() throws {
    let text = report(path: "/there/tuning.json").json.text
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(document["schema"] as? Int == 2)
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
    let tuning = try #require(document["tuning"] as? [String: Any])
    #expect((tuning["threadsFrom"] as? [String: Int]) == ["histogram": 100_000])
    #expect(tuning["cpu"] as? String == "Abacus")
  }
}
