internal import Foundation
internal import ImageCodecs
internal import Pixels
internal import Testing

@testable import ShowHideCommand

@Suite("The ending of -o decides the format")
struct OutputFormatTests {
  @Test(
    "of palettes",
    arguments: [
      ("x.css", PaletteFormat.css), ("x.svg", .svg), ("x.ase", .ase), ("x.csv", .csv),
      ("x.json", .json), ("x.jsonl", .jsonl), ("x.ndjson", .jsonl), ("x.PNG", .png),
      ("x.gpl", .gpl), ("x.txt", .table), ("colours", .table),
    ])
  func palettes(name: String, format: PaletteFormat) throws {
    #expect(try PaletteFormat(named: nil, output: name) == format)
    #expect(try PaletteFormat(named: format.rawValue, output: name) == format)
    #expect(try PaletteFormat(named: format.rawValue, output: nil) == format)
  }

  @Test("a contradiction, and an ending that says nothing, are errors with a cure")
  func contradictions() throws {
    let showhide = try BuiltShowHide()
    try showhide.write(PNGEncoder().encode(ImageBuffer(width: 2, height: 2)), to: "a.png")
    for (arguments, words) in [
      (["--format", "json", "-o", "x.css"], "contradict each other"),
      (["-o", "x.colours"], "does not say a format. End it in .txt"),
    ] {
      let outcome = try showhide.run(["palette", "a.png"] + arguments)
      #expect(outcome.exitCode == 64 && outcome.errors.contains(words), "\(outcome.errors)")
    }
    #expect(try showhide.names() == ["a.png"])
    let css = try showhide.run(["palette", "a.png", "-o", "x.css"])
    #expect(css.exitCode == 0)
    #expect(try showhide.read("x.css").starts(with: Array(":root {".utf8)))
    #expect(
      try showhide.run(["palette", "a.png", "-o", "x.colours", "--format", "csv"]).exitCode == 0)
  }

  @Test("of found pictures")
  func found() throws {
    #expect(try FoundFormat(named: nil, output: "x.html") == .html)
    #expect(try FoundFormat(named: nil, output: "x.png") == .sheet)
    #expect(try FoundFormat(named: nil, output: "x.json") == .json)
    #expect(try FoundFormat(named: "paths", output: "x.txt") == .paths)
    #expect(try FoundFormat(named: nil, output: nil) == .table)
    #expect(throws: (any Error).self) { try FoundFormat(named: "json", output: "x.html") }
  }
}
