internal import DominantColor
import Foundation
internal import HistoryReports
import Testing

@testable import bench

@Suite("The table of a race with peers")
struct PeerReportTests {
  private func row(
    _ name: String, seconds: Double, ratio: Double?, deltaE00: Double?
  ) -> PeerRow {
    PeerRow(
      name: name, what: "counts | sums", isOurs: name == "simd",
      answer: PeerAnswer(
        version: "2.0", seconds: 1, extraBytes: 1_500_000,
        swatches: [PeerAnswer.Swatch(color: "#102030", population: nil)]),
      deltaE00: deltaE00, seconds: [0: seconds],
      ratio: ratio.map { PeerRow.Ratio(factor: $0, interval: nil) })
  }

  private var results: [PeerResult] {
    [
      PeerResult(
        image: "photo", width: 6, height: 4, planted: nil,
        rows: [
          row("simd", seconds: 0.002, ratio: nil, deltaE00: nil),
          row("other", seconds: 0.01, ratio: 5, deltaE00: nil),
        ]),
      PeerResult(
        image: "planted", width: 6, height: 4, planted: "#102030",
        rows: [row("other", seconds: 0.01, ratio: 5, deltaE00: 61.54)]),
    ]
  }

  @Test("Markdown has a row for each contender and escapes bars")
  func markdown() {
    let lines = PeerReport.markdown(results).split(separator: "\n")
    #expect(
      lines[0]
        == "| contender | time | × simd | colour | ΔE00 planted | memory | what it does | version |"
    )
    #expect(lines[2] == "| simd | 2.00 ms | 1 | #102030 | – | 1.50 MB | counts \\| sums | 2.0 |")
    #expect(
      lines[3] == "| other | 10.0 ms | 5.00 | #102030 | 61.5 | 1.50 MB | counts \\| sums | 2.0 |")
  }

  @Test("JSON has every field")
  func json() throws {
    let text = PeerReport.json(
      results, environment: RunEnvironment.current(inputs: []))
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(object["schema"] as? Int == 1)
    let images = try #require(object["images"] as? [[String: Any]])
    let rows = try #require(images[1]["rows"] as? [[String: Any]])
    #expect(rows[0]["ratioToSimd"] as? Double == 5)
    #expect(rows[0]["deltaE00"] as? Double == 61.54)
    #expect(rows[0]["extraBytes"] as? Int == 1_500_000)
  }
}
