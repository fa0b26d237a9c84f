internal import CommandText
internal import DominantColor
internal import ImageCodecs
internal import Pixels
internal import Testing

@testable import ShowHideCommand

@Suite("Formats of palettes")
struct PaletteFormatTests {
  private let images = [
    PaletteEntry(
      path: "in/A \"b\", <c>.png", width: 4, height: 5, isExact: true, warnings: ["odd \"end\""],
      palette: Palette(
        method: .histogram,
        swatches: [
          Swatch(color: RGB8(red: 212, green: 84, blue: 36), count: 12, outOf: 16),
          Swatch(color: RGB8(red: 0, green: 8, blue: 255), count: 4, outOf: 16),
        ], tally: PixelTally(counted: 16, transparent: 4))),
    PaletteEntry(
      path: "empty.png", width: 1, height: 1, isExact: true, warnings: [],
      palette: Palette(method: .histogram, swatches: [], tally: PixelTally(transparent: 1))),
  ]

  private func bytes(_ format: PaletteFormat, colors: Terminal.Colors = .none) throws -> [UInt8] {
    var writer = format.writer(on: Terminal(isTerminal: colors != .none, colors: colors))
    var all = writer.opening() + writer.section(images[0])
    all += writer.failure("bad.png", "'bad.png' is \"bad\".")
    return all + writer.section(images[1]) + (try writer.closing())
  }

  private func text(_ format: PaletteFormat, colors: Terminal.Colors = .none) throws -> String {
    String(decoding: try bytes(format, colors: colors), as: UTF8.self)
  }

  @Test(
    "texts are as recorded",
    arguments: [PaletteFormat.table, .json, .jsonl, .csv, .css, .gpl, .svg])
  func texts(format: PaletteFormat) throws {
    let text = try text(format)
    #expect(try recorded(text, "palette.\(format.rawValue).txt") == text)
  }

  @Test("swatches show where colours do")
  func swatches() throws {
    #expect(
      try text(.table, colors: .trueColor).contains(
        "\u{1B}[48;2;212;84;36m        \u{1B}[0m #d45424"))
    #expect(try !text(.table).contains("\u{1B}"))
  }

  @Test("ASE has a group a picture and colours as big-endian floats")
  func ase() throws {
    let bytes = try bytes(.ase)
    #expect(bytes.prefix(12) == [0x41, 0x53, 0x45, 0x46, 0, 1, 0, 0, 0, 0, 0, 6][...])
    // The first block opens the group: name length in units with the end, then the name.
    #expect(bytes[12..<20] == [0xC0, 0x01, 0, 0, 0, 24, 0, 11][...])
    let model = Array("RGB ".utf8)
    let colors = bytes.indices.filter { bytes[$0...].starts(with: model) }
    #expect(colors.count == 2)
    // 0, 8/255, 1 and the kind of colour.
    #expect(
      Array(bytes[(colors[1] + 4)..<(colors[1] + 18)])
        == [0, 0, 0, 0, 0x3D, 0x00, 0x80, 0x81, 0x3F, 0x80, 0, 0, 0, 2])
    #expect(bytes.suffix(6) == [0xC0, 0x02, 0, 0, 0, 0][...])
  }

  @Test("a long name in ASE ends with a whole character")
  func longNameInASE() throws {
    // Each face is two units, of which the 1000th is the first of a pair.
    let name = "x" + String(repeating: "\u{1F600}", count: 600)
    var writer = PaletteFormat.ase.writer(on: Terminal(isTerminal: false, colors: .none))
    _ = writer.section(
      PaletteEntry(
        path: name + ".png", width: 1, height: 1, isExact: true, warnings: [],
        palette: Palette(method: .histogram, swatches: [], tally: PixelTally(transparent: 1))))
    let bytes = try writer.closing()
    let count = Int(bytes[18]) << 8 | Int(bytes[19])
    #expect(count == 1000)
    let units = (0..<count).map { UInt16(bytes[20 + 2 * $0]) << 8 | UInt16(bytes[21 + 2 * $0]) }
    #expect(units.last == 0)
    #expect(String(decoding: units.dropLast(), as: UTF16.self) == String(name.prefix(500)))
  }

  @Test("a PNG shows a strip a picture, shares as widths")
  func png() throws {
    let image = try ImageDecoder().decode(try bytes(.png)).image
    #expect((image.width, image.height) == (640, 128))
    #expect(image[479, 63].color == RGB8(red: 212, green: 84, blue: 36))
    #expect(image[480, 0].color == RGB8(red: 0, green: 8, blue: 255))
    #expect(image[0, 64].alpha == 0)
    #expect(PaletteFormat.png.isBinary && PaletteFormat.ase.isBinary && !PaletteFormat.svg.isBinary)
  }

  @Test("without any palette there is no strip to draw, which is an error and no empty file")
  func emptyStrip() {
    let writer = PalettePNG()
    #expect(throws: CommandFailure.self) { try writer.closing() }
  }

  @Test("names used twice stay apart in CSS, and a comment cannot be ended")
  func css() {
    var report = PaletteCSS()
    _ = report.section(images[0])
    let again = String(decoding: report.section(images[0]), as: UTF8.self)
    #expect(again.contains("--a--b----c-_2-1: #d45424;"))
    let hostile = PaletteEntry(
      path: "*/x", width: 1, height: 1, isExact: true, warnings: [], palette: images[0].palette)
    #expect(String(decoding: report.section(hostile), as: UTF8.self).hasPrefix("  /* * /x */\n"))
  }
}
