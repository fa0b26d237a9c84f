internal import DominantColor
import Foundation
internal import HistoryReports
import Testing

@testable import KernelGoals

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

  private let missing = [
    Peer(
      name: "sharp-file", input: .file, what: "stats().dominant", version: nil,
      missing: "there is no node")
  ]

  @Test("each file has a table of its own, and what is missing is said below")
  func files() {
    let file = PeerResult(
      image: "photo.png", width: 6, height: 4, planted: nil, reference: "own",
      rows: [row("own", seconds: 0.002, ratio: nil, deltaE00: nil)])
    let text = PeerReport.table(results + [file], missing: missing)
    #expect(text.contains("photo.png: 6×4, one core"), "\(text)")
    #expect(text.contains("× simd") && text.contains("× own"), "\(text)")
    #expect(
      text.hasSuffix("\nLeft out: sharp-file (stats().dominant): there is no node.\n"), "\(text)")
    let alone = PeerReport.markdown([file], missing: [])
    #expect(!alone.contains("× simd") && !alone.contains("Left out"), "\(alone)")
  }

  @Test("a line of the script's list says what the peer takes")
  func list() {
    let line = #"{"name": "a", "input": "file", "what": "b", "version": "1", "missing": null}"#
    #expect(
      Peer(parsing: line) == Peer(name: "a", input: .file, what: "b", version: "1", missing: nil))
    #expect(Peer(parsing: line.replacing("file", with: "folder")) == nil)
  }

  @Test("Markdown has a row for each contender and escapes bars")
  func markdown() {
    let lines = PeerReport.markdown(results, missing: missing).split(separator: "\n")
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
      results, missing: missing, environment: RunEnvironment.current(inputs: []))
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(object["schema"] as? Int == 1)
    let images = try #require(object["images"] as? [[String: Any]])
    let rows = try #require(images[1]["rows"] as? [[String: Any]])
    #expect(rows[0]["ratioToReference"] as? Double == 5)
    #expect(rows[0]["deltaE00"] as? Double == 61.54)
    #expect(images[0]["reference"] as? String == "simd")
    let absent = try #require(object["missing"] as? [[String: Any]])
    #expect(absent.map { $0["reason"] as? String } == ["there is no node"])
    #expect(rows[0]["extraBytes"] as? Int == 1_500_000)
  }
}
