internal import CommandTestSupport
internal import Files
internal import Foundation
internal import ImageCodecs
internal import Pixels
internal import Testing

@Suite("Inputs are found whatever their names, and skipped ones are reported, as built")
struct InputNamesTests {
  private let showhide: BuiltShowHide
  private let picture: [UInt8]

  init() throws {
    showhide = try BuiltShowHide()
    picture = try PNGEncoder().encode(ImageBuffer(width: 2, height: 1))
  }

  /// A path in the command's folder, as ``PathText`` writes the bytes.
  private func write(_ name: [UInt8]) throws {
    let path = PathParts.join(showhide.folder.path, PathText.decode(name))
    try makeFolder(at: PathParts(path).folder)
    try writeFile(picture, to: path, replacingExisting: false)
  }

  private func paths(_ outcome: BuiltShowHide.Outcome) throws -> [String] {
    try outcome.output.split(separator: "\n").compactMap { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return object?["path"] as? String
    }
  }

  /// `in/café.png` as old programs wrote it: é is one byte, which is not UTF-8.
  private let latin = Array("in/caf".utf8) + [0xE9] + Array(".png".utf8)

  @Test("A name that is not UTF-8 is found by a folder, a pattern and both kinds of list")
  func foreignNames() throws {
    try write(latin)
    try showhide.write(latin + [0x0A], to: "lines.txt")
    try showhide.write(latin + [0], to: "zeros.txt")
    for arguments in [
      ["in"], ["in/caf*"], ["--files-from", "lines.txt"], ["--files-from0", "zeros.txt"],
    ] {
      let outcome = try showhide.run(["palette", "--format", "jsonl"] + arguments)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(try paths(outcome).map { PathText.encode($0) } == [latin])
    }
    let table = try showhide.run(["palette", "in"])
    #expect(table.output.hasPrefix("in/caf\\xe9.png: 2×1\n"))
    let shown = try showhide.run(["show", "in", "-o", "out/"])
    #expect(shown.exitCode == 0, "\(shown.errors)")
    let written = try #require(names(inFolder: showhide.folder.path + "/out"))
    #expect(
      written.map { PathText.encode($0) }
        == [Array("caf".utf8) + [0xE9] + Array("-show.png".utf8)])
  }

  @Test("A name with a line feed is one path between zero bytes, told from lines by itself")
  func zeroBytes() throws {
    let names = ["a\nb.png", "c.png"]
    for name in names { try write(Array(name.utf8)) }
    let list = names.flatMap { (name: String) -> [UInt8] in Array(name.utf8) + [0] }
    for option in ["--files-from", "--files-from0"] {
      let outcome = try showhide.run(["palette", option, "-", "--format", "jsonl"], input: list)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(try paths(outcome) == names)
    }
    let both = try showhide.run(["palette", "--files-from", "x", "--files-from0", "y"])
    #expect(both.exitCode == 64)
  }

  @Test("A name that begins with a dash is a file where there is one, whatever its letters")
  func dashes() throws {
    try write(Array("-dash.png".utf8))
    let outcome = try showhide.run(["palette", "-dash.png", "--format", "jsonl"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try paths(outcome) == ["./-dash.png"])
  }

  @Test("Control characters of a name reach no terminal")
  func controlCharacters() throws {
    try write(Array("\u{1B}[31m.png".utf8))
    let table = try showhide.run(["palette", "\u{1B}[31m.png"])
    #expect(table.output.hasPrefix("\\x1b[31m.png: 2×1\n"))
    let missing = try showhide.run(["palette", "\u{1B}]0;title\u{7}"])
    #expect(missing.errors == "Error: '\\x1b]0;title\\x07' does not exist.\n")
    let shown = try showhide.run(["show", "\u{1B}[31m.png", "-o", "out/"])
    #expect(shown.exitCode == 0 && !shown.output.contains("\u{1B}"))
  }

  @Test("A name in a table maps back to its bytes; in CSS and GIMP's palettes it is safe to read")
  func namesInOutputs() throws {
    let name = Array("a\u{202E}b\u{7}".utf8) + [0xE9] + Array(".png".utf8)
    var white = try ImageBuffer(width: 2, height: 1)
    white.withMutableBytes { bytes in
      for place in bytes.indices { bytes[place] = 255 }
    }
    try writeFile(
      PNGEncoder().encode(white),
      to: PathParts.join(showhide.folder.path, PathText.decode(name)), replacingExisting: false)
    let table = try showhide.run(["palette", ".", "--format", "csv"])
    let row = try #require(table.output.split(separator: "\r\n").dropFirst().first)
    let path = try #require(row.split(separator: ",").first)
    #expect(PathText.encode(PathParts(String(path)).name) == name)
    let lines = try showhide.run(["palette", ".", "--format", "jsonl"])
    #expect(try paths(lines).map { PathText.encode(PathParts($0).name) } == [name])
    for format in ["css", "gpl"] {
      let outcome = try showhide.run(["palette", ".", "--format", format])
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(outcome.output.contains("a\\u{202e}b\\x07\\xe9"), "\(format)")
      for scalar in outcome.output.unicodeScalars where scalar != "\n" && scalar != "\t" {
        #expect(scalar.value >= 0x20 && scalar.value < 0x7F, "\(format): \(scalar.value)")
      }
    }
  }

  @Test("What a folder holds beside pictures is counted and said, unless quiet")
  func skipped() throws {
    try write(Array("in/a.png".utf8))
    try write(Array("in/sub/b.png".utf8))
    try showhide.write([], to: "in/empty.png")
    try showhide.write(Array("text".utf8), to: "in/notes.txt")
    #expect(symlink("nowhere", showhide.folder.path + "/in/link.png") == 0)
    #expect(mkfifo(showhide.folder.path + "/in/pipe", 0o600) == 0)
    let expected =
      "Warning: 'in': 5 of 6 entries were skipped: 1 empty, 1 broken link, 1 not a PNG, JPEG, WebP, GIF, AVIF, HEIC, TIFF or BMP, "
      + "1 pipe, socket or device, 1 folder.\n"
    let outcome = try showhide.run(["palette", "in"])
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors == expected)
    #expect(try showhide.run(["show", "in", "-o", "out/"]).errors == expected)
    #expect(try showhide.run(["palette", "in", "--quiet"]).errors.isEmpty)
  }

  @Test("Several inputs are not written into a folder with the name of a picture")
  func folderNamedLikeAPicture() throws {
    try write(Array("a.png".utf8))
    try write(Array("b.png".utf8))
    let outcome = try showhide.run(["show", "a.png", "b.png", "-o", "one.png"])
    #expect(outcome.exitCode == 64)
    #expect(outcome.errors.contains("'one.png' is the name of a PNG file"))
    #expect(try showhide.names() == ["a.png", "b.png"])
    #expect(try showhide.run(["show", "a.png", "b.png", "-o", "one.png/"]).exitCode == 0)
  }
}
