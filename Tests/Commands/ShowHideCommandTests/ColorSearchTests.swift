internal import DominantColor
internal import Foundation
internal import ImageCodecs
internal import Pixels
internal import SyntheticImages
internal import Testing

@testable import ShowHideCommand

@Suite("showhide index, find and name, as built")
struct ColorSearchTests {
  private let showhide: BuiltShowHide

  init() throws { showhide = try BuiltShowHide() }

  /// Writes a picture of two colours, the first on three of four rows.
  private func write(_ name: String, _ first: String, _ second: String, age: Double = 60) throws {
    var image = try ImageBuffer(width: 8, height: 8)
    let colors = [try #require(RGB8(hex: first)), try #require(RGB8(hex: second))]
    for y in 0..<8 { for x in 0..<8 { image[x, y] = RGBA8(colors[y < 6 ? 0 : 1]) } }
    try showhide.write(PNGEncoder().encode(image), to: name)
    try setAge(age, of: name)
  }

  private func setAge(_ seconds: Double, of name: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -seconds)],
      ofItemAtPath: showhide.folder.appending(path: name).path)
  }

  private func find(_ arguments: [String]) throws -> [String] {
    let outcome = try showhide.run(["find"] + arguments + ["--format", "paths", "--quiet"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  private func makePictures() throws {
    try write("in/red.png", "#c83c14", "#ffffff")
    try write("in/below/teal.png", "#008080", "#c83c14")
    try write("in/below/grey.png", "#808080", "#202020")
    try showhide.write(Array("no picture".utf8), to: "in/notes.txt")
    try setAge(60, of: "in/notes.txt")
  }

  @Test("a folder is indexed once; later runs read what is new or changed, and forget what is gone")
  func index() throws {
    try makePictures()
    func index(_ arguments: [String] = []) throws -> String {
      let outcome = try showhide.run(["index", "in"] + arguments)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      return outcome.output
    }
    let place = "in/.showhide-index.sqlite"
    let left = "; 1 left out: 1 not a PNG, JPEG, WebP, GIF, AVIF, HEIC, TIFF or BMP"
    #expect(try index() == "\(place): 3 pictures; 3 read now, 0 removed\(left)\n")
    #expect(try index() == "\(place): 3 pictures; 0 read now, 0 removed\(left)\n")
    try write("in/red.png", "#102030", "#ffffff", age: 30)
    try FileManager.default.removeItem(
      atPath: showhide.folder.appending(path: "in/below/grey.png").path)
    try write("in/new.png", "#00ff00", "#ffffff")
    #expect(try index() == "\(place): 3 pictures; 2 read now, 1 removed\(left)\n")
    #expect(try find(["#c83c14", "in"]) == ["in/below/teal.png"])
    #expect(try find(["#102030", "in"]) == ["in/red.png"])
    #expect(try index(["--reread"]).hasSuffix("3 read now, 0 removed\(left)\n"))
  }

  @Test("a damaged picture is told once, and again only when it has changed")
  func damaged() throws {
    try makePictures()
    let bytes = try showhide.read("in/red.png")
    try showhide.write(Array(bytes.prefix(bytes.count - 30)), to: "in/cut.png")
    try setAge(60, of: "in/cut.png")
    let first = try showhide.run(["index", "in"])
    #expect(first.exitCode == 65 && first.errors.contains("Error: 'in/cut.png'"))
    #expect(first.output.contains("3 pictures; 3 read now, 0 removed, 1 could not be read; 1 left"))
    let second = try showhide.run(["index", "in"])
    #expect(second.exitCode == 0 && second.errors.isEmpty)
    try showhide.write(bytes, to: "in/cut.png")
    #expect(try showhide.run(["index", "in"]).output.contains("4 pictures; 1 read now"))
  }

  @Test("pictures are found by colour, share and folder, the nearest first")
  func find() throws {
    try makePictures()
    _ = try showhide.run(["index", "in"])
    #expect(try find(["#c83c14", "in"]) == ["in/red.png", "in/below/teal.png"])
    #expect(try find(["#c83c14", "in", "--share", "50%"]) == ["in/red.png"])
    #expect(try find(["#c83c14", "in/below"]) == ["in/below/teal.png"])
    #expect(try find(["Teal", "in/below", "--within", "1"]) == ["in/below/teal.png"])
    #expect(try find(["brick orange", "in", "--limit", "1"]) == ["in/red.png"])
    #expect(try find(["white", "in", "--within", "0"]) == ["in/red.png"])
    #expect(try find(["#00ff00", "in"]).isEmpty)
    let zero = try showhide.run(["find", "teal", "in", "--format", "paths", "--null"])
    #expect(zero.output == "in/below/teal.png\u{0}")
    let like = try find(["--like", "in/red.png", "in", "--within", "200"])
    #expect(like.first == "in/red.png" && like.count == 3)
  }

  @Test("an index elsewhere serves its own folder and those below it")
  func elsewhere() throws {
    try makePictures()
    _ = try showhide.run(["index", "in", "--index", "colours.sqlite"])
    #expect(try find(["teal", "in", "--index", "colours.sqlite"]) == ["in/below/teal.png"])
    #expect(try find(["teal", "in/below", "--index", "colours.sqlite"]) == ["in/below/teal.png"])
    let outside = try showhide.run(["find", "teal", ".", "--index", "colours.sqlite"])
    #expect(outside.exitCode == 66 && outside.errors.contains("does not hold '.'"))
    let without = try showhide.run(["find", "teal", "in"])
    #expect(without.exitCode == 66 && without.errors.contains("Make one with 'showhide index'"))
    let missing = try showhide.run(["find", "teal", "nowhere"])
    #expect(missing.exitCode == 66 && missing.errors.contains("no such folder"))
    let other = try showhide.run(["index", "in", "--index", "in/red.png"])
    #expect(other.exitCode == 66 && other.errors.contains("is not an index of colours"))
  }

  @Test("JSON, page and sheet tell what was found")
  func formats() throws {
    try makePictures()
    let hostile = "in/<img src=x>&'.png"
    try write(hostile, "#c83c14", "#000000")
    _ = try showhide.run(["index", "in"])
    let json = try showhide.run(["find", "#c83c14", "in", "--format", "json", "--share", "50"])
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(json.outputBytes)) as? [String: Any])
    #expect(document["schema"] as? Int == 1)
    let pictures = try #require(document["pictures"] as? [[String: Any]])
    #expect(Set(pictures.compactMap { $0["path"] as? String }) == ["in/red.png", hostile])
    let first = try #require(pictures.first)
    #expect(first["deltaE00"] as? Double == 0 && first["share"] as? Double == 0.75)
    #expect(first["width"] as? Int == 8)
    let page = try showhide.run(["find", "#c83c14", "in", "--format", "html"]).output
    #expect(page.contains("%3Cimg%20src%3Dx%3E") && !page.contains("<img src=x>"))
    #expect(page.contains("default-src 'none'"))
    let sheet = try showhide.run(["find", "#c83c14", "in", "--format", "sheet", "-o", "s.png"])
    #expect(sheet.exitCode == 0)
    let image = try showhide.picture("s.png").image
    #expect((image.width, image.height) == (3 * 248 + 8, 272 + 8))
  }

  @Test("wrong arguments are told with what to do")
  func usage() throws {
    for (arguments, words) in [
      (["tael"], "Did you mean 'teal'?"), ([], "Name a colour"),
      (["teal", "a", "b"], "one folder"),
      (["teal", "--share", "120%"], "0 to 100"), (["teal", "--within", "300"], "--within takes"),
      (["teal", "--format", "xml"], "Unknown format"), (["teal", "--null"], "--format paths"),
      (["--like", "a.png", "--share", "5"], "--share is for a search by colour"),
      (["teal", "--limit", "0"], "--limit takes 1 or more"),
    ] {
      let outcome = try showhide.run(["find"] + arguments)
      #expect(outcome.exitCode == 64 && outcome.errors.contains(words), "\(outcome.errors)")
    }
  }

  @Test("colours are named, alone and in palettes")
  func names() throws {
    let table = try showhide.run(["name", "#c83c14", "teal"])
    #expect(table.exitCode == 0)
    #expect(table.output.contains("#c83c14  sienna   9.1  brick orange   5.1  white     5.1:1"))
    let json = try showhide.run(["name", "teal", "--format", "json"])
    #expect(
      json.output.hasPrefix("{\"schema\":1,\"colors\":[{\"color\":\"#008080\",\"name\":\"teal\""))
    #expect(try showhide.run(["name", "tael"]).exitCode == 64)
    #expect(try showhide.run(["name", "teal", "--format", "x"]).exitCode == 64)
    try write("red.png", "#c83c14", "#ffffff")
    for (format, words) in [
      ("table", "brick orange  white     5.1:1"), ("json", "\"name\":\"brick orange\""),
      ("jsonl", "\"text\":\"#ffffff\""), ("csv", ",brick orange,#ffffff,5.10"),
      ("css", "--red-1: #c83c14;  /* brick orange */"), ("gpl", "red 1 (75.0 %), brick orange"),
      ("svg", "brick orange, #c83c14"),
    ] {
      let outcome = try showhide.run(["palette", "red.png", "--names", "--format", format])
      #expect(outcome.output.contains(words), "\(outcome.output)")
    }
  }

  @Test("an index can be made and searched in the sandbox")
  func sandbox() throws {
    try makePictures()
    let outcome = try showhide.run(["index", "in", "--sandbox"])
    guard outcome.exitCode != 69 else { return }
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try find(["teal", "in", "--sandbox"]) == ["in/below/teal.png"])
    let elsewhere = try showhide.run(["index", "in", "--index", "else.sqlite", "--sandbox"])
    #expect(elsewhere.exitCode == 0, "\(elsewhere.errors)")
  }

  @Test("links in a folder are not followed, and what became one is not found any more")
  func links() throws {
    try makePictures()
    try write("private.png", "#c83c14", "#ffffff")
    let files = FileManager.default
    let place = showhide.folder.appending(path: "in").path
    try files.createSymbolicLink(
      atPath: place + "/link.png", withDestinationPath: "../private.png")
    let first = try showhide.run(["index", "in"])
    #expect(first.output.contains("3 pictures; 3 read now, 0 removed; 2 left out: 1 not a"))
    #expect(first.output.hasSuffix(", 1 a link\n"))
    #expect(try find(["#c83c14", "in"]) == ["in/red.png", "in/below/teal.png"])
    try files.removeItem(atPath: place + "/red.png")
    try files.createSymbolicLink(atPath: place + "/red.png", withDestinationPath: "../private.png")
    #expect(try find(["#c83c14", "in"]) == ["in/below/teal.png"])
    #expect(try showhide.run(["index", "in"]).output.contains("2 pictures; 0 read now, 1 removed"))
  }
}
