import CommandTestSupport
import DominantColor
import FilePalettes
import Foundation
import ImageCodecs
import Testing

/// The first answer, without an option, is that of the command, C, JavaScript and Python.
@Suite("First answers")
struct FirstAnswerTests {
  /// A line of the table: a picture, how many colours it keeps, the dominant colour, and the swatches.
  struct Entry: CustomTestStringConvertible {
    let line: String
    var picture: String { String(line.prefix { $0 != "\t" }) }
    var testDescription: String { picture }
  }

  static let table: [Entry] = {
    let file = Fixtures.path("FirstAnswers/answers.tsv")
    let text = (try? String(contentsOf: URL(filePath: file), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").dropFirst().map { Entry(line: String($0)) }
  }()

  private func line(_ picture: String, _ distinct: String, _ palette: Palette) -> String {
    let swatches = palette.swatches.map { "\($0.color) \($0.count)" }.joined(separator: " ")
    let dominant = palette.dominant.map { "\($0.color)" } ?? "-"
    return [picture, distinct, dominant, swatches.isEmpty ? "-" : swatches].joined(separator: "\t")
  }

  @Test("a reader of files says what the table has", arguments: table)
  func file(_ entry: Entry) throws {
    let found = try FilePaletteReader().palette(
      of: ImageFile(opening: Fixtures.path(entry.picture)))
    #expect(
      line(entry.picture, found.distinctColors.map(String.init) ?? "-", found.palette) == entry.line
    )
  }

  /// Those of files without gAMA, which a reader of files follows, and without loss.
  static let plain = table.filter {
    $0.picture.hasSuffix(".png") && !$0.picture.hasPrefix("Corpus/png")
  }

  @Test("so do pixels in memory", arguments: plain)
  func pixels(_ entry: Entry) throws {
    let decoded = try ImageDecoder().decode(ImageFile(opening: Fixtures.path(entry.picture)))
    let distinct = String(entry.line.split(separator: "\t")[1])
    let found = Dominant.palette(of: decoded.image)
    #expect(line(entry.picture, distinct, found) == entry.line)
  }

  @Test("the table is there")
  func isThere() { #expect(Self.table.count >= 12) }
}
